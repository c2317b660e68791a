import { useState } from 'react'
import { Button } from '#src/ui/button/button.tsx'
import { CardCollapsible } from '#src/ui/card/card-collapsible.tsx'
import { Card, CardBody, CardHeader, cardLinkClass } from '#src/ui/card/card.tsx'
import { Row, Rows } from '#src/ui/card/lists.tsx'
import { faces, Face } from '#src/ui/companion/face.tsx'
import { Dialog, Sheet } from '#src/ui/dialog/dialog.tsx'
import { Avatar } from '#src/ui/image/avatar.tsx'
import { Tabs } from '#src/ui/menu/tabs.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import '#src/ui/companion/more-faces.ts'
import { Skeleton } from '#src/ui/state/loading.tsx'
import { Progress } from '#src/ui/state/progress.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/state/state-message.tsx'
import { KitGrid, KitRow, KitSection } from './kit-forms.tsx'

const tints = ['peach', 'rose', 'lilac', 'sky', 'mint', 'sun'] as const

const tabs = [
  { id: 'all', label: 'All' },
  { id: 'emotional', label: 'Emotional Wellness', icon: 'heart' },
  { id: 'physical', label: 'Physical Wellness' },
  { id: 'cognitive', label: 'Cognitive Wellness' },
] as const

/** Cards, tabs, progress, dialogs and toasts. */
export function KitSurfaces() {
  return (
    <>
      <KitSection title="Cards and people">
        <Cards />
      </KitSection>
      <KitSection title="Tabs and progress">
        <TabsAndProgress />
      </KitSection>
      <KitSection title="Dialog, sheet, toast">
        <Overlays />
      </KitSection>
    </>
  )
}

function Cards() {
  return (
    <KitGrid>
      <Card interactive>
        <CardHeader
          level={3}
          title={
            <a className={cardLinkClass} href="#content">
              Maya Torres
            </a>
          }
          subtitle="Art Therapist · Cairo, Egypt"
          start={<Avatar id="maya" name="Maya Torres" decorative />}
          end={<Tag tone="success">Connected</Tag>}
        />
        <CardBody>
          <p>The whole card is one link, and it lifts under the pointer.</p>
        </CardBody>
      </Card>
      <Card>
        <CardHeader level={3} title="Rows" />
        <CardBody>
          <Rows>
            <Row
              picture={<Avatar id="omar" name="Omar Saleh" decorative />}
              title="Omar Saleh"
              note="Since November 3, 2026"
              end={<Tag>Waiting</Tag>}
            />
            <Row title="This phone" note="Used just now" end={<Tag tone="success">Here</Tag>} />
          </Rows>
        </CardBody>
      </Card>
      <CardCollapsible
        level={3}
        title="My profile"
        summary="Lina Haddad · 120 points"
        start={<Avatar id="lina" name="Lina Haddad" decorative />}
        defaultOpen
      >
        <p>What is folded away comes back with one tap.</p>
        <KitRow>
          {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => (
            <Avatar key={id} id={id} name={`${id} z`} size={40} />
          ))}
        </KitRow>
      </CardCollapsible>
      {tints.map((tint) => (
        <Card key={tint} tint={tint}>
          <CardHeader level={3} title={`A ${tint} card`} subtitle="For what is special today" />
        </Card>
      ))}
    </KitGrid>
  )
}

function TabsAndProgress() {
  const [tab, setTab] = useState<(typeof tabs)[number]['id']>('all')
  return (
    <Tabs label="Category" tabs={tabs} value={tab} onChange={setTab}>
      <Card>
        <Progress value={3} max={10} label="Challenge" valueText="3 of 10" />
      </Card>
    </Tabs>
  )
}

function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'sheet' | 'must'>()
  const close = () => setOpen(undefined)
  return (
    <KitRow>
      <Button look="secondary" onClick={() => setOpen('dialog')}>
        Dialog
      </Button>
      <Button look="secondary" onClick={() => setOpen('sheet')}>
        Sheet
      </Button>
      <Button look="secondary" onClick={() => setOpen('must')}>
        Must answer
      </Button>
      <Button look="secondary" onClick={showUndoToast}>
        Toast
      </Button>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        emoji="💌"
        title="Code Sent!"
        description="Look into your mailbox. The code expires in 10 minutes."
        actions={<Button onClick={close}>Enter the code</Button>}
      />
      <Sheet open={open === 'sheet'} onClose={close} title="Share with">
        <p>Rises from the edge near the thumb.</p>
      </Sheet>
      <Dialog
        open={open === 'must'}
        onClose={close}
        dismissible={false}
        title="Delete 3 unsent items?"
        description="They exist only on this device and cannot be brought back."
        actions={
          <>
            <Button look="danger" onClick={close}>
              Delete
            </Button>
            <Button look="secondary" onClick={close}>
              Stay logged in
            </Button>
          </>
        }
      />
    </KitRow>
  )
}

function showUndoToast() {
  showToast({
    text: 'Saved: happy',
    tone: 'success',
    action: { label: 'Undo', onAction: () => showToast({ text: 'Undone' }) },
  })
}

/** Loading, empty, error, offline and the lines that report them. */
export function KitStates() {
  return (
    <>
      <KitSection title="Banners">
        <Banner tone="info" action={<Button size="small">Update</Button>}>
          A new version is ready.
        </Banner>
        <Banner tone="warn" onDismiss={() => undefined}>
          2 items were not sent.
        </Banner>
        <Banner tone="offline">You're offline. What you do is saved and sent later.</Banner>
        <Banner tone="danger">Login failed: Invalid credentials</Banner>
        <Banner tone="success">You Registered Successfully!</Banner>
      </KitSection>
      <KitSection title="States">
        <KitGrid>
          <Card>
            <EmptyState
              title="No Articles Yet"
              text="The first one may be yours."
              action={<Button icon="plus">Add Article</Button>}
            />
          </Card>
          <Card>
            <ErrorState
              title="Failed to load library"
              text="It was not you. Please try once more."
              onRetry={() => undefined}
            />
          </Card>
          <Card>
            <OfflineState />
          </Card>
          <Card>
            <EmptyState compact emoji="🔔" title="No notifications" />
          </Card>
        </KitGrid>
      </KitSection>
      <KitSection title="Faces of the companion">
        <p style={{ fontSize: '3rem', display: 'flex', flexWrap: 'wrap', gap: '12px' }}>
          {Object.keys(faces).map((emoji) => (
            <Face key={emoji} emoji={emoji} />
          ))}
        </p>
      </KitSection>
      <KitSection title="Skeletons">
        <KitGrid>
          <Skeleton shape="card" count={2} />
          <Skeleton shape="block" />
          <Skeleton />
        </KitGrid>
      </KitSection>
    </>
  )
}
