import { useLocation } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { hasDirtyForm, useAnyDirtyForm } from '#src/lib/dirty.ts'
import { createStore, useStore } from '#src/lib/store.ts'
import { isPopupOpen, OpensByItself, usePopupOpen } from './popups.ts'

/** What opens by itself and waits or stands, first come, first served. */
const queue = createStore<readonly symbol[]>([])

/** Whether nothing is in the way, at an address, of a dialog that opens by itself: the login, a form that holds something, a dialog. */
export function isFree(pathname: string): boolean {
  return pathname !== '/login' && !hasDirtyForm() && !isPopupOpen()
}

/**
 * Shows a dialog that opens by itself once its turn has come: one at a time and over nothing else. A dialog that answers
 * a press meanwhile takes its place, and it comes back after that.
 */
export function InTurn({ children }: { children: ReactNode }) {
  const [place] = useState(() => Symbol('in turn'))
  const first = useStore(queue)[0] === place
  const free = useIsFree()

  // An effect because the queue is outside React: who leaves the page leaves the queue.
  useEffect(() => {
    queue.set([...queue.get(), place])
    return () => queue.set(queue.get().filter((other) => other !== place))
  }, [place])

  return first && free ? <OpensByItself value>{children}</OpensByItself> : null
}

function useIsFree(): boolean {
  const onLogin = useLocation({ select: ({ pathname }) => pathname === '/login' })
  const dirty = useAnyDirtyForm()
  const popup = usePopupOpen()
  return !onLogin && !dirty && !popup
}
