import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** A pause in typing this long, in milliseconds, is worth a write. */
const pauseMs = 250

/** Whether what is being written is on this device; `failed` where it had no room. */
export type DraftStatus = 'unwritten' | 'saved' | 'failed'

/**
 * Stores what is being written as it changes: after each short pause, and at once when the page is left. `stop` ends it,
 * once what was written is published or given up.
 */
export function useSavedDraft<Draft>(
  draft: Draft,
  changed: boolean,
  save: (draft: Draft) => Promise<void>,
): { status: DraftStatus; stop: () => void } {
  const [last, setLast] = useState<{ key: string; saved: boolean }>()
  const key = JSON.stringify(draft)
  const state = useRef<{ waiting: string | undefined; stopped: boolean }>({
    waiting: undefined,
    stopped: false,
  })
  const saveNow = useEffectEvent(() => {
    if (state.current.waiting === undefined || state.current.stopped) return
    state.current.waiting = undefined
    save(draft).then(
      () => setLast({ key, saved: true }),
      () => setLast({ key, saved: false }),
    )
  })

  // An effect because storing happens outside React, some time after the keys.
  useEffect(() => {
    if (!changed) return undefined
    state.current.waiting = key
    const timer = setTimeout(() => saveNow(), pauseMs)
    return () => clearTimeout(timer)
  }, [key, changed])

  // An effect because a page can be left in the middle of that pause.
  useEffect(() => {
    const leave = () => saveNow()
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leave)
      saveNow()
    }
  }, [])

  function stop() {
    state.current.stopped = true
  }

  return { status: statusOf(last, key), stop }
}

/** That something is saved is said of these very words alone. */
function statusOf(last: { key: string; saved: boolean } | undefined, key: string): DraftStatus {
  if (!last) return 'unwritten'
  if (!last.saved) return 'failed'
  return last.key === key ? 'saved' : 'unwritten'
}
