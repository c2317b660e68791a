import { useLocation } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { hasDirtyForm, useAnyDirtyForm } from '#src/lib/dirty.ts'
import { createStore, useStore } from '#src/lib/store.ts'
import { isDialogOpen, OpensByItself, useTopDialog } from './dialog.tsx'

/** The dialogs that open by themselves: the first is shown, the others wait. */
const queue = createStore<readonly symbol[]>([])

/** Whether a dialog may open by itself at an address: not over the login, a form that holds something or another dialog. */
export function mayInterrupt(pathname: string): boolean {
  return pathname !== '/login' && !hasDirtyForm() && !isDialogOpen()
}

/**
 * Shows a dialog that opens by itself once it is the first of the queue: one at a time and over nothing else. A dialog
 * that answers a press meanwhile replaces it, and it comes back after that.
 */
export function QueuedDialog({ children }: { children: ReactNode }) {
  const [ticket] = useState(() => Symbol('queued dialog'))
  const first = useStore(queue)[0] === ticket
  const free = useMayInterrupt()

  // An effect because the queue is outside React: a dialog that is unmounted leaves it.
  useEffect(() => {
    const stopWaiting = afterPress(() => queue.set([...queue.get(), ticket]))
    return () => {
      stopWaiting()
      queue.set(queue.get().filter((other) => other !== ticket))
    }
  }, [ticket])

  return first && free ? <OpensByItself value>{children}</OpensByItself> : null
}

function useMayInterrupt(): boolean {
  const onLogin = useLocation({ select: ({ pathname }) => pathname === '/login' })
  const dirty = useAnyDirtyForm()
  const dialog = useTopDialog()
  return !onLogin && !dirty && !dialog
}

/** So long after a finger is lifted the browser may take to send the click, in milliseconds. */
const clickWithinMs = 100

let pressEnds: ReturnType<typeof setTimeout> | undefined
let pressed = false
const waiting = new Set<() => void>()

// Where there is no window nothing is pressed.
globalThis.addEventListener?.('pointerdown', beginPress, { capture: true })
globalThis.addEventListener?.('pointerup', endPress, { capture: true })
globalThis.addEventListener?.('pointercancel', endPress, { capture: true })

function beginPress(): void {
  clearTimeout(pressEnds)
  pressed = true
}

function endPress(): void {
  clearTimeout(pressEnds)
  pressEnds = setTimeout(() => {
    pressed = false
    for (const work of waiting) work()
    waiting.clear()
  }, clickWithinMs)
}

/**
 * Runs at once, or after the press that is under way: a dialog that opens under a finger takes its click, and what was
 * pressed never hears of it. Gives what stops the wait.
 */
function afterPress(work: () => void): () => void {
  if (pressed) waiting.add(work)
  else work()
  return () => void waiting.delete(work)
}
