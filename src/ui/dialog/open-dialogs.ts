import { createContext } from 'react'
import { createStore, useStore } from '#src/lib/store.ts'

/** How many dialogs are open that a person opened, or that answer a press of theirs. */
const opened = createStore(0)

/** True around what opens by itself: a dialog there blocks no other, it makes room. */
export const OpensByItself = createContext(false)

/** Counts a dialog; the function that is returned removes it. */
export function registerDialog(): () => void {
  opened.set(opened.get() + 1)
  return () => opened.set(opened.get() - 1)
}

export function isDialogOpen(): boolean {
  return opened.get() > 0
}

/** The same, followed as it changes. */
export function useDialogOpen(): boolean {
  return useStore(opened) > 0
}
