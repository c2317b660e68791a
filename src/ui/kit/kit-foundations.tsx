import { useState } from 'react'
import { Icon } from '#src/ui/image/icon.tsx'
import { type IconName, iconPaths } from '#src/ui/image/icon-paths.ts'
import { Logo } from '#src/ui/nav/logo.tsx'
import { SegmentedControl } from '#src/ui/choice/segmented-control.tsx'
import { KitRow, KitSection } from './kit-section.tsx'
import styles from './kit.module.css'

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
export function KitFoundations() {
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
