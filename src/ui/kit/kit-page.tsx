import { Badge } from '#src/ui/message/badge.tsx'
import { AppFrame } from '#src/ui/nav/app-frame.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { IconButton } from '#src/ui/button/icon-button.tsx'
import type { IconName } from '#src/ui/image/icon-paths.ts'
import { KitCharts } from './kit-charts.tsx'
import { KitControls } from './kit-controls.tsx'
import { KitForms } from './kit-forms.tsx'
import { KitFoundations } from './kit-foundations.tsx'
import { KitStates } from './kit-states.tsx'
import { KitSurfaces } from './kit-surfaces.tsx'
import { Logo } from '#src/ui/nav/logo.tsx'
import { PageHeader, backLinkClass } from '#src/ui/nav/page-header.tsx'
import type { NavItem } from '#src/ui/nav/nav-item.ts'
import { ToastRegion } from '#src/ui/message/toast-region.tsx'

/** Every part of the kit in every state, inside the frame; for development alone, so its words are here and not in the catalogue. */
export function KitPage() {
  return (
    <AppFrame
      brand={
        <a href="#content">
          <Logo />
        </a>
      }
      bar={items.slice(0, 4)}
      items={items}
      more={more}
      banners={<Banner tone="offline">You're offline. What you do is kept and sent later.</Banner>}
      actions={
        <>
          <IconButton icon="sync" label="2 items wait to be sent">
            <Badge count={2} />
          </IconButton>
          <IconButton icon="bell" label="Notifications" />
        </>
      }
    >
      <PageHeader
        back={
          <a className={backLinkClass} href="#content">
            Back to the start
          </a>
        }
        title="The kit"
        text="Every part in every state. Narrow the window, turn on dark, walk through with Tab."
      />
      <KitFoundations />
      <KitControls />
      <KitForms />
      <KitSurfaces />
      <KitCharts />
      <KitStates />
      <ToastRegion />
    </AppFrame>
  )
}

function navItem(id: string, label: string, icon: IconName, extra: Partial<NavItem> = {}): NavItem {
  const current = id === 'dashboard' ? ('page' as const) : undefined
  return {
    id,
    label,
    icon,
    render: (props) => (
      <a href={`#${id}`} aria-current={current} {...props}>
        {props.children}
      </a>
    ),
    ...extra,
  }
}

const items = [
  navItem('dashboard', 'Dashboard', 'dashboard'),
  navItem('chats', 'Chats', 'chat', { count: 3, countLabel: 'unread' }),
  navItem('library', 'Library', 'library'),
  navItem('quests', 'Quests', 'quests'),
  navItem('providers', 'Care Providers', 'providers'),
  navItem('community', 'Community', 'community'),
]

const more = [
  navItem('profile', 'Profile', 'profile'),
  navItem('about', 'About Us', 'info'),
  navItem('logout', 'Log out', 'logout'),
]
