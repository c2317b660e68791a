import { useState } from 'react'
import { IconButton } from '#src/ui/button/button.tsx'
import { CardCollapsible } from '#src/ui/card/card-collapsible.tsx'
import { type ChartPoint, TrendChart } from '#src/ui/chart/trend-chart.tsx'
import { SegmentedControl } from '#src/ui/choice/segmented-control.tsx'
import { type IconName, iconPaths } from '#src/ui/image/icon-paths.ts'
import { Icon } from '#src/ui/image/icon.tsx'
import { Badge } from '#src/ui/message/badge.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { ToastRegion } from '#src/ui/message/toast.tsx'
import { AppFrame, type NavItem } from '#src/ui/nav/app-frame.tsx'
import { Logo } from '#src/ui/nav/logo.tsx'
import { PageHeader, backLinkClass } from '#src/ui/nav/page-header.tsx'
import { KitControls, KitForms, KitRow, KitSection, KitGrid } from './kit-forms.tsx'
import { KitStates, KitSurfaces } from './kit-surfaces.tsx'
import styles from './kit.module.css'

/** Every part of the kit in every state, inside the frame; for development alone, so its words are here and not in the catalogue. */
export function KitPage() {
  return (
    <AppFrame
      here="/kit"
      brand={
        <a href="#content">
          <Logo />
        </a>
      }
      bar={items.slice(0, 4)}
      items={items}
      more={more}
      banners={<Banner tone="offline">You're offline. What you do is saved and sent later.</Banner>}
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

const swatches = [
  '--gradient-accent',
  '--color-accent',
  '--color-bg',
  '--color-surface',
  '--color-surface-sunken',
  '--color-surface-selected',
  '--tint-peach',
  '--tint-rose',
  '--tint-lilac',
  '--tint-sky',
  '--tint-mint',
  '--tint-sun',
]

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** The mark, the colours, the type and the icons. */
function KitFoundations() {
  return (
    <>
      <KitSection title="Identity and theme">
        <KitRow>
          <Logo size={56} />
          <Logo size={32} />
          <Logo size={44} markOnly />
        </KitRow>
        <ThemeChoice />
        <KitRow>
          {swatches.map((name) => (
            <span className={styles.swatch} key={name}>
              <span style={{ background: `var(${name})` }} />
              {name.replace(/^--(color-)?/, '')}
            </span>
          ))}
        </KitRow>
      </KitSection>
      <KitSection title="Type">
        <h1>Heading one, the screen</h1>
        <h2>Heading two, a part</h2>
        <h3>Heading three, a card</h3>
        <p>
          Body text reads easily at 16 px, 0123456789, with emojis in colour 😄 🙂 😔 😢 ❤️ and{' '}
          <a href="#content">a link</a>.
        </p>
      </KitSection>
      <KitSection title="Icons">
        <IconTable />
      </KitSection>
    </>
  )
}

function ThemeChoice() {
  const [theme, setTheme] = useState<(typeof themes)[number]['value']>('system')
  function choose(next: typeof theme) {
    setTheme(next)
    if (next === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = next
  }
  return <SegmentedControl legend="Theme" options={themes} value={theme} onChange={choose} />
}

function IconTable() {
  const names = Object.keys(iconPaths).filter((name): name is IconName => name in iconPaths)
  return (
    <div className={styles.row}>
      {names.map((name) => (
        <span className={styles.icon} key={name}>
          <Icon name={name} />
          {name}
        </span>
      ))}
    </div>
  )
}

const levels = [
  { value: 4, emoji: '😄', label: 'happy' },
  { value: 3, emoji: '🙂', label: 'normal' },
  { value: 2, emoji: '😔', label: 'sad' },
  { value: 1, emoji: '😢', label: 'very sad' },
]

const ranges = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
] as const

/** A chart with gaps, and its table. */
function KitCharts() {
  const [range, setRange] = useState<(typeof ranges)[number]['value']>('30')
  return (
    <KitSection title="Charts">
      <KitGrid>
        <CardCollapsible level={3} title="Mood" summary="Mostly normal" defaultOpen>
          <SegmentedControl legend="Range" options={ranges} value={range} onChange={setRange} />
          <TrendChart
            label={`Mood, last ${range} days`}
            points={samplePoints(Number(range))}
            levels={levels}
          />
        </CardCollapsible>
      </KitGrid>
    </KitSection>
  )
}

/** Always the same wave with gaps of one and of three days. */
function samplePoints(days: number): ChartPoint[] {
  const firstDayMs = Date.UTC(2026, 1, 1)
  return Array.from({ length: days }, (_, index) => ({
    day: new Date(firstDayMs + index * 86_400_000).toISOString().slice(0, 10),
    value: index % 11 === 4 || index % 17 > 13 ? null : wave(index),
  }))
}

function wave(index: number): number {
  return Math.min(
    4,
    Math.max(1, Math.round(2.8 + 1.3 * Math.sin(index * 0.55) + (index % 3) * 0.2)),
  )
}
