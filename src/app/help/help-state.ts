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
