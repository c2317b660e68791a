import { lazy, Suspense, useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Spinner } from '#src/ui/state/spinner.tsx'
import { closeHelp, loadHelp, useHelpOpen } from './help-state.ts'

/** Where Help now opens; once, in the shell. */
export function Help() {
  return useHelpOpen() ? <OpenHelp /> : null
}

function OpenHelp() {
  // Made anew for each opening: what could not be loaded once is asked for again.
  const [HelpNow] = useState(() =>
    lazy(async () => ({ default: await loadHelp().then(({ HelpNow }) => HelpNow, onlyWords) })),
  )
  return (
    <Suspense fallback={<Opening />}>
      <HelpNow onClose={closeHelp} />
    </Suspense>
  )
}

function Opening() {
  return (
    <Dialog open onClose={closeHelp} title={m.safety_title()}>
      <Spinner size={28} />
    </Dialog>
  )
}

/** A first visit that lost its network before the numbers had come: never an empty screen. */
function onlyWords() {
  return HelpWithoutNumbers
}

function HelpWithoutNumbers({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={m.safety_title()} description={m.safety_missing_text()} />
  )
}
