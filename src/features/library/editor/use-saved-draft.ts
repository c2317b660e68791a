import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** A pause in typing this long, in milliseconds, is worth a write. */
const pauseMs = 250

/** Whether what is being written is on this device; `failed` where it had no room. */
export type DraftStanding = 'unwritten' | 'kept' | 'failed'

/**
 * Keeps what is being written as it changes: after each short pause, and at once when the page is left. `stop` ends it, once what was written is published or given up.
 */
export function useKeptDraft<Draft>(
  draft: Draft,
  changed: boolean,
  keep: (draft: Draft) => Promise<void>,
): { standing: DraftStanding; stop: () => void } {
  const [last, setLast] = useState<{ key: string; kept: boolean }>()
  const key = JSON.stringify(draft)
  const state = useRef<{ waiting: string | undefined; stopped: boolean }>({
    waiting: undefined,
    stopped: false,
  })
  const keepNow = useEffectEvent(() => {
    if (state.current.waiting === undefined || state.current.stopped) return
    state.current.waiting = undefined
    keep(draft).then(
      () => setLast({ key, kept: true }),
      () => setLast({ key, kept: false }),
    )
  })

  // An effect because keeping happens outside React, some time after the keys.
  useEffect(() => {
    if (!changed) return undefined
    state.current.waiting = key
    const timer = setTimeout(() => keepNow(), pauseMs)
    return () => clearTimeout(timer)
  }, [key, changed])

  // An effect because a page can be left in the middle of that pause.
  useEffect(() => {
    const leave = () => keepNow()
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leave)
      keepNow()
    }
  }, [])

  function stop() {
    state.current.stopped = true
  }

  return { standing: standingOf(last, key), stop }
}

/** What was kept is said of these very words alone. */
function standingOf(last: { key: string; kept: boolean } | undefined, key: string): DraftStanding {
  if (!last) return 'unwritten'
  if (!last.kept) return 'failed'
  return last.key === key ? 'kept' : 'unwritten'
}
