import * as m from '#src/i18n/paraglide/messages.js'
import { AppearanceChoices } from '#src/ui/choice/appearance-choices.tsx'
import { Sheet } from '#src/ui/dialog/dialog.tsx'

/** The look of the app, from anywhere. */
export function Appearance({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Sheet open={open} onClose={onClose} title={m.shell_appearance_title()}>
      <AppearanceChoices />
    </Sheet>
  )
}
