import { useState } from 'react'
import { useRefresh, type Refresh } from '#src/data/use-refresh.ts'
import { refusalWords } from './refusal.ts'

export interface Part<T> {
  /** Undefined before the server has sent it. */
  readonly value: T | undefined
  readonly set: (value: T) => void
  readonly refresh: Refresh
  readonly again: () => void
  /** Spec 8: what the alert popup says; undefined once it is closed. */
  readonly alert: string | undefined
  readonly setAlert: (text: string | undefined) => void
}

/** One part of the calendar: it is fetched when it appears, and an alert says where that failed while online. */
export function usePart<T>(fetch: () => Promise<T>, failed: string): Part<T> {
  const [value, set] = useState<T>()
  const [alert, setAlert] = useState<string>()
  const { refresh, again } = useRefresh(async () => {
    try {
      set(await fetch())
    } catch (error) {
      // Without a network the part says so itself, and asks for nothing to be pressed.
      if (navigator.onLine) setAlert(refusalWords(error, failed))
      throw error
    }
  })
  return { value, set, refresh, again, alert, setAlert }
}
