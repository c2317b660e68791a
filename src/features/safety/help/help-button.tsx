import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { loadHelp, openHelp } from './help-state.ts'

/** Help now, one tap away on every screen. */
export function HelpButton() {
  return (
    <Button
      look="secondary"
      size="small"
      icon="heart"
      aria-haspopup="dialog"
      onPointerEnter={warm}
      onFocus={warm}
      onClick={openHelp}
    >
      {m.safety_open()}
    </Button>
  )
}

function warm() {
  void loadHelp().catch(() => undefined)
}
