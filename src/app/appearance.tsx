import * as m from '#src/i18n/paraglide/messages.js'
import { Sheet } from '#src/ui/dialog/sheet.tsx'
import { ThemeChoice } from '#src/ui/choice/theme-choice.tsx'

/** The look of the app, from anywhere. */
export function Appearance({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Sheet open={open} onClose={onClose} title={m.shell_appearance_title()}>
      <ThemeChoice />
    </Sheet>
  )
}
