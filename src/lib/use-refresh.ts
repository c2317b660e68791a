import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { serverAnswers } from './online.ts'

/** How the last look at the server went. */
export interface Refresh {
  readonly status: 'loading' | 'done' | 'failed'
  /** Why it failed, until a look went well: `failureText` has the words for it. */
  readonly error?: unknown
}

/** What is older than this is looked at again when the person comes back, in milliseconds. */
const staleAfterMs = 60_000

/**
 * Keeps what stands on this device up to date: fetches when the screen appears, when the network or the server comes back
 * and when the person returns after a while. The screen shows what it has meanwhile. `again` is the person's own retry.
 */
export function useRefresh(fetchAndKeep: () => Promise<void>): {
  refresh: Refresh
  again: () => void
} {
  const [refresh, setRefresh] = useState<Refresh>(loading)
  const doneAtMs = useRef(0)

  function look() {
    void settle(fetchAndKeep).then((outcome) => {
      if (outcome.status === 'done') doneAtMs.current = Date.now()
      setRefresh(outcome)
    })
  }

  function again() {
    setRefresh(({ error }) => ({ status: 'loading', error }))
    look()
  }

  const onAppear = useEffectEvent(look)
  const onReturn = useEffectEvent(() => {
    const stale = Date.now() - doneAtMs.current > staleAfterMs
    if (stale && document.visibilityState === 'visible') look()
  })

  // An effect because the network and the window are outside React.
  useEffect(() => {
    onAppear()
    const returned = () => onReturn()
    window.addEventListener('online', returned)
    document.addEventListener('visibilitychange', returned)
    const unsubscribe = serverAnswers.subscribe(() => serverAnswers.get() && returned())
    return () => {
      unsubscribe()
      window.removeEventListener('online', returned)
      document.removeEventListener('visibilitychange', returned)
    }
  }, [])

  return { refresh, again }
}

/**
 * The rows of a list as far as they are known: that there are none is news only from the server, so an empty list counts
 * as unknown from a failed look until one goes well.
 */
export function knownRows<Rows extends readonly unknown[]>(
  rows: Rows | undefined,
  refresh: Refresh,
): Rows | undefined {
  return rows?.length === 0 && refresh.error !== undefined ? undefined : rows
}

const loading: Refresh = { status: 'loading' }

/** Whatever went wrong, the screen keeps what it has and says that it could not look. */
async function settle(work: () => Promise<void>): Promise<Refresh> {
  try {
    await work()
    return { status: 'done' }
  } catch (error) {
    return { status: 'failed', error }
  }
}
