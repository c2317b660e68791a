import { useState } from 'react'

/** What is shown of a value that the person has just changed, and what stood there when they did. */
interface Ahead<T> {
  readonly from: T
  readonly to: T
}

/**
 * A value that shows a change at once, before the server has agreed. `settled` is what this device knows, by its
 * `key`; the change shows until that follows, or until `undo`.
 */
export function useOptimistic<T>(
  settled: T,
  keyOf: (value: T) => string,
): { shown: T; showAlready: (to: T) => void; undo: () => void } {
  const [ahead, setAhead] = useState<Ahead<T>>()
  const holds = ahead !== undefined && keyOf(ahead.from) === keyOf(settled)
  // What has been overtaken must not come back when the value returns to where it was.
  if (ahead !== undefined && !holds) setAhead(undefined)
  return {
    shown: holds ? ahead.to : settled,
    showAlready: (to) => setAhead({ from: settled, to }),
    undo: () => setAhead(undefined),
  }
}
