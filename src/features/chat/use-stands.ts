import { useCallback, useLayoutEffect, useRef } from 'react'
import type { ShownMessage } from '#src/offline/features/chat/shown-messages.ts'

/** Gives a function that resolves once a message is drawn among these. */
export function useStands(messages: readonly ShownMessage[]): (id: string) => Promise<void> {
  const drawn = useRef<ReadonlySet<string>>(new Set())
  const waiting = useRef(new Map<string, () => void>())

  // An effect because a message stands once it is in the page.
  useLayoutEffect(() => {
    drawn.current = new Set(messages.map(({ id }) => id))
    for (const [id, resolve] of waiting.current) {
      if (!drawn.current.has(id)) continue
      waiting.current.delete(id)
      resolve()
    }
  }, [messages])

  return useCallback(async (id) => {
    if (drawn.current.has(id)) return
    await new Promise<void>((resolve) => waiting.current.set(id, resolve))
  }, [])
}
