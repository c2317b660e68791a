import { lazy, Suspense, useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { createStore, useStore } from '#src/lib/store.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Spinner } from '#src/ui/state/loading.tsx'

/** Where Help now opens; once, in the shell. */
export function Help() {
  const shown = useStore(open)
  return shown ? <OpenHelp key={shown} withPlan={shown === 'plan'} onClose={closeHelp} /> : null
}

/** Help now, open: with what is here where its own part cannot be loaded. */
export function OpenHelp({ withPlan, onClose }: OpenHelpProps) {
  // Made anew for each opening: what could not be loaded once is asked for again.
  const [HelpNow] = useState(() =>
    lazy(async () => ({ default: await loadHelp().then(({ HelpNow }) => HelpNow, onlyWords) })),
  )
  return (
    <Suspense fallback={<Opening onClose={onClose} />}>
      <HelpNow withPlan={withPlan} onClose={onClose} />
    </Suspense>
  )
}

interface OpenHelpProps {
  withPlan: boolean
  onClose: () => void
}

function Opening({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={m.safety_title()}>
      <Spinner size={28} />
    </Dialog>
  )
}

/** A first visit that lost its network before the numbers had come: never an empty screen. */
function onlyWords() {
  return HelpWithoutNumbers
}

function HelpWithoutNumbers({ onClose }: { withPlan?: boolean; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={m.safety_title()} description={m.safety_missing_text()} />
  )
}

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

const open = createStore<'help' | 'plan' | undefined>(undefined)

/** Shows Help now over whatever is on the screen; also for a screen that meets a sign of danger. */
export function openHelp(): void {
  open.set('help')
}

/** The same with the person's safety plan unfolded. */
export function openHelpWithPlan(): void {
  open.set('plan')
}

function closeHelp(): void {
  open.set(undefined)
}

/** The part with the numbers: precached with the app, and asked for as soon as somebody comes near the button. */
export function loadHelp() {
  return import('./help-now.tsx')
}
