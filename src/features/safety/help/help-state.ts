import { createStore, useStore } from '#src/lib/store.ts'

const open = createStore(false)

/** Shows Help now over whatever is on the screen; also for a screen that meets a sign of danger. */
export function openHelp(): void {
  open.set(true)
}

export function closeHelp(): void {
  open.set(false)
}

export function useHelpOpen(): boolean {
  return useStore(open)
}

/** The part with the numbers: precached with the app, and asked for as soon as somebody comes near the button. */
export function loadHelp() {
  return import('./help-now.tsx')
}
