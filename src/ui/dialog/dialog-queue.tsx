import { useLocation } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { hasDirtyForm, useAnyDirtyForm } from '#src/lib/dirty.ts'
import { createStore, useStore } from '#src/lib/store.ts'
import { isDialogOpen, OpensByItself, useDialogOpen } from './dialog.tsx'

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
    queue.set([...queue.get(), ticket])
    return () => queue.set(queue.get().filter((other) => other !== ticket))
  }, [ticket])

  return first && free ? <OpensByItself value>{children}</OpensByItself> : null
}

function useMayInterrupt(): boolean {
  const onLogin = useLocation({ select: ({ pathname }) => pathname === '/login' })
  const dirty = useAnyDirtyForm()
  const dialog = useDialogOpen()
  return !onLogin && !dirty && !dialog
}
