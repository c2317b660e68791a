import { chooseLanguage, ownDigitsOf, useSpeech } from '#src/i18n/choose-language.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { canVibrate, setHaptics, useHaptics } from '#src/lib/haptics.ts'
import '#src/ui/companion/more-faces.ts'
import {
  accents,
  setAccent,
  setTheme,
  useAccent,
  useTheme,
  type Accent,
  type Theme,
} from '#src/lib/theme.ts'
import { Checkbox } from './checkbox.tsx'
import { ChoiceGroup, type Choice } from './choice.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { RadioTiles } from './radio-tiles.tsx'
import { SegmentedControl } from './segmented-control.tsx'
import styles from './appearance-choices.module.css'

/** How Zync looks and feels on this device; in force at once. */
export function AppearanceChoices() {
  return (
    <div className={styles.appearance}>
      <LanguageSwitch />
      <DigitsChoice />
      <ThemeChoice />
      <AccentChoice />
      {canVibrate() && <HapticsChoice />}
    </div>
  )
}

/** The digits of dates and numbers, where a language has its own. */
function DigitsChoice() {
  const { language, digits } = useSpeech()
  const own = ownDigitsOf(language)
  if (!own) return null
  return (
    <div>
      <p>{m.shell_digits()}</p>
      <SegmentedControl
        legend={m.shell_digits()}
        options={[
          { value: 'usual', label: '123' },
          { value: 'own', label: own },
        ]}
        value={digits}
        onChange={(next) => void chooseLanguage({ language, digits: next })}
      />
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
  const chosen = useAccent()
  const tiles = accents.map((accent) => ({
    value: accent,
    label: accentLabels[accent](),
    drawing: <span className={styles.swatch} data-accent={accent} aria-hidden="true" />,
  }))
  return (
    <RadioTiles
      legend={m.shell_accent_title()}
      tiles={tiles}
      value={chosen}
      onChange={setAccent}
      size="small"
    />
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
