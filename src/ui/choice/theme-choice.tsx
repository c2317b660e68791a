import * as m from '#src/i18n/paraglide/messages.js'
import { setTheme, useTheme, type Theme } from '#src/lib/theme.ts'
import { ChoiceGroup } from './choice-group.tsx'
import type { Choice } from './choice.ts'

/** Light, dark or like the device; in force at once. */
export function ThemeChoice() {
  const theme = useTheme()
  const choices: readonly Choice<Theme>[] = [
    { value: 'system', label: m.shell_theme_system(), emoji: '📱' },
    { value: 'light', label: m.shell_theme_light(), emoji: '☀️' },
    { value: 'dark', label: m.shell_theme_dark(), emoji: '🌙' },
  ]
  return (
    <ChoiceGroup
      legend={m.shell_appearance_text()}
      choices={choices}
      value={theme}
      onChange={setTheme}
      columns={3}
    />
  )
}
