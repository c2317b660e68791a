import { Badge } from '#src/ui/message/badge.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { IconButton } from '#src/ui/button/icon-button.tsx'
import { Menu } from '#src/ui/menu/menu.tsx'
import { Spinner } from '#src/ui/state/spinner.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import { KitRow, KitSection } from './kit-section.tsx'

const looks = ['primary', 'secondary', 'quiet', 'danger'] as const
const tones = ['plain', 'accent', 'info', 'warn', 'success', 'danger'] as const

/** Buttons, menus, badges and tags. */
export function KitControls() {
  return (
    <>
      <KitSection title="Buttons">
        <KitRow>
          {looks.map((look) => (
            <Button key={look} look={look}>
              {look}
            </Button>
          ))}
          <a className={buttonClass({ look: 'secondary' })} href="#content">
            A link
          </a>
        </KitRow>
        <KitRow>
          {looks.map((look) => (
            <Button key={look} look={look} busy>
              {look}
            </Button>
          ))}
          <Button disabled>disabled</Button>
        </KitRow>
        <KitRow>
          <Button size="small" icon="plus">
            Small
          </Button>
          <Button icon="heart">Medium</Button>
          <Button size="large" icon="check">
            Large
          </Button>
        </KitRow>
        <Button wide>Wide</Button>
      </KitSection>
      <KitSection title="Icon buttons, menu, badges, tags, spinner">
        <KitRow>
          <IconButton icon="bell" label="Notifications">
            <Badge count={3} label="new notifications" />
          </IconButton>
          <IconButton icon="edit" label="Edit" look="soft" />
          <IconButton icon="trash" label="Delete" disabled />
          <Menu items={menuItems} />
          <Badge count={7} label="unread" />
          <Badge count={120} label="unread" />
          <Spinner label="Loading" />
        </KitRow>
        <KitRow>
          {tones.map((tone) => (
            <Tag key={tone} tone={tone} {...(tone === 'warn' && { icon: 'clock' })}>
              {tone === 'warn' ? 'waiting to be sent' : tone}
            </Tag>
          ))}
        </KitRow>
      </KitSection>
    </>
  )
}

const menuItems = [
  { id: 'edit', label: 'Edit', icon: 'edit', onSelect: () => showToast({ text: 'Edit' }) },
  { id: 'copy', label: 'Copy', icon: 'copy', disabled: true, onSelect: () => undefined },
  {
    id: 'delete',
    label: 'Delete',
    icon: 'trash',
    danger: true,
    onSelect: () => showToast({ text: 'Deleted', tone: 'danger' }),
  },
] as const
