import { useId } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { canVibrate, setHaptics, tapFeedback, useHaptics } from '#src/lib/haptics.ts'
import {
  accents,
  setAccent,
  setTheme,
  useAccent,
  useTheme,
  type Accent,
  type Theme,
} from '#src/lib/theme.ts'
import '#src/ui/companion/more-faces.ts'
import styles from './appearance-choices.module.css'
import { Checkbox } from './checkbox.tsx'
import { ChoiceGroup } from './choice-group.tsx'
import type { Choice } from './choice.ts'

/** How Zync looks and feels on this device; in force at once. */
export function AppearanceChoices() {
  return (
    <div className={styles.appearance}>
      <ThemeChoice />
      <AccentChoice />
      {canVibrate() && <HapticsChoice />}
    </div>
  )
}

/** Light, dark or like the device. */
function ThemeChoice() {
  const theme = useTheme()
  const choices: readonly Choice<Theme>[] = [
    {
      value: 'system',
      label: m.shell_theme_auto(),
      hint: m.shell_theme_system(),
      emoji: '😌',
    },
    { value: 'light', label: m.shell_theme_light(), emoji: '😄' },
    { value: 'dark', label: m.shell_theme_dark(), emoji: '😴' },
  ]
  return (
    <ChoiceGroup
      legend={m.shell_appearance_text()}
      choices={choices}
      value={theme}
      onChange={setTheme}
      columns={1}
    />
  )
}

const accentLabels: Readonly<Record<Accent, () => string>> = {
  violet: m.shell_accent_violet,
  ocean: m.shell_accent_ocean,
  meadow: m.shell_accent_meadow,
  sunset: m.shell_accent_sunset,
  berry: m.shell_accent_berry,
}

/** The color that carries buttons, links and marks. */
function AccentChoice() {
  const id = useId()
  const chosen = useAccent()

  function choose(accent: Accent) {
    tapFeedback()
    setAccent(accent)
  }

  return (
    <fieldset className={styles.accents}>
      <legend className={styles.legend}>{m.shell_accent_title()}</legend>
      {accents.map((accent) => (
        <label className={styles.accent} key={accent}>
          <input
            className={styles.radio}
            type="radio"
            name={id}
            value={accent}
            checked={accent === chosen}
            onChange={() => choose(accent)}
          />
          <span className={styles.swatch} data-accent={accent} aria-hidden="true" />
          <span className={styles.name}>{accentLabels[accent]()}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Where a device can vibrate, whether a choice is felt. */
function HapticsChoice() {
  const on = useHaptics()
  return (
    <Checkbox
      label={m.shell_haptics()}
      hint={m.shell_haptics_text()}
      checked={on}
      onChange={(event) => setHaptics(event.target.checked)}
    />
  )
}
