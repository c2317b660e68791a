import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { serverAnswers } from '#src/lib/online.ts'
import { currentSession, subscribeToSession } from '#src/session/session.ts'
import { sinceMs } from './local-clock.ts'

/** How the last look at the server went. */
export interface Refresh {
  readonly status: 'loading' | 'done' | 'failed'
  /** Why it failed, until a look went well: `failureText` has the words for it. */
  readonly error?: unknown
  /** True where there was no network when it failed. */
  readonly offline?: boolean
}

/** What is older than this is looked at again when the person comes back, in milliseconds. */
const staleAfterMs = 60_000

/**
 * Keeps what this device has up to date: fetches when the screen appears or `key` changes, when the network or the server
 * comes back and when the person returns after a while; behind a closed app lock once that opens. The screen shows what it
 * has meanwhile. `again` is the person's own retry. `isCurrent` says whether the screen still shows what it was asked for and
 * no newer look has gone well. With `onlySeen` a page behind another one waits for its person with the first look, too.
 */
export function useRefresh(
  refreshNow: (isCurrent: () => boolean) => Promise<void>,
  key = '',
  onlySeen = false,
): { refresh: Refresh; again: () => void } {
  const [last, setLast] = useState<{ key: string; refresh: Refresh }>({ key, refresh: loading })
  const shown = useRef(key)
  const doneAtMs = useRef(0)
  // Looks by their number: the newest one, and the newest that has gone well.
  const begun = useRef(0)
  const done = useRef(0)

  function look(key: string) {
    begun.current += 1
    const number = begun.current
    const isCurrent = () => shown.current === key && number > done.current
    void settle(() => refreshNow(isCurrent)).then((outcome) => {
      if (!isCurrent()) return
      if (outcome.status === 'done') {
        doneAtMs.current = Date.now()
        done.current = number
      } else if (number < begun.current) return // What counts is on its way.
      setLast({ key, refresh: outcome })
    })
  }

  function again() {
    setLast(({ refresh }) => ({ key, refresh: { status: 'loading', error: refresh.error } }))
    look(key)
  }

  const onAppear = useEffectEvent((key: string) => {
    if (!onlySeen || isSeen()) look(key)
  })
  const onReturn = useEffectEvent(() => {
    const stale = sinceMs(doneAtMs.current) > staleAfterMs
    if (stale && !isLocked() && isSeen()) look(key)
  })

  // An effect because the network and the window are outside React.
  useEffect(() => {
    shown.current = key
    doneAtMs.current = 0
    onAppear(key)
    const returned = () => onReturn()
    window.addEventListener('online', returned)
    document.addEventListener('visibilitychange', returned)
    const unsubscribe = serverAnswers.subscribe(() => serverAnswers.get() && returned())
    let wasLocked = isLocked()
    const leaveSession = subscribeToSession(() => {
      if (wasLocked && !isLocked()) returned()
      wasLocked = isLocked()
    })
    return () => {
      unsubscribe()
      leaveSession()
      window.removeEventListener('online', returned)
      document.removeEventListener('visibilitychange', returned)
    }
  }, [key])

  return { refresh: last.key === key ? last.refresh : loading, again }
}

/**
 * What the server says now, for a screen that counts what the person changes on it: an answer that was on its way meanwhile
 * may not know of that, and is asked for again.
 */
export async function fetchSince<Data>(
  changes: RefObject<number>,
  fetch: () => Promise<Data>,
): Promise<Data> {
  const before = changes.current
  const data = await fetch()
  return changes.current === before ? data : await fetchSince(changes, fetch)
}

function isSeen(): boolean {
  return document.visibilityState === 'visible'
}

/** While the app lock is closed in this page, nothing can be asked. */
function isLocked(): boolean {
  return currentSession()?.token === ''
}

/**
 * Data as far as it is known: that a list is empty is news only from the server, so an empty list counts as unknown from a
 * failed look until one goes well.
 */
export function knownData<Data>(data: Data | undefined, { error }: Refresh): Data | undefined {
  return isEmptyList(data) && error !== undefined ? undefined : data
}

export function isEmptyList(data: unknown): boolean {
  return Array.isArray(data) && data.length === 0
}

const loading: Refresh = { status: 'loading' }

/** Whatever went wrong, the screen keeps what it has and says that it could not look. */
async function settle(work: () => Promise<void>): Promise<Refresh> {
  try {
    await work()
    return { status: 'done' }
  } catch (error) {
    return { status: 'failed', error, offline: !navigator.onLine }
  }
}
