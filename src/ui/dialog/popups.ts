import { createContext } from 'react'
import { createStore, useStore } from '#src/lib/store.ts'

/** How many dialogs stand on the page that a person opened, or that answer a press of theirs. */
const opened = createStore(0)

/** True around what opens by itself: a dialog there stands in nobody's way, it makes room. */
export const OpensByItself = createContext(false)

/** Counts a dialog; the function that is returned takes it away again. */
export function countPopup(): () => void {
  opened.set(opened.get() + 1)
  return () => opened.set(opened.get() - 1)
}

export function isPopupOpen(): boolean {
  return opened.get() > 0
}

/** The same, followed as it changes. */
export function usePopupOpen(): boolean {
  return useStore(opened) > 0
}
