import { useSyncExternalStore } from 'react'

/** Seven columns with a name in them need so much room; larger letters need more of it. */
const wide = '(width >= 48rem)'

/** Whether the window has room for a grid of a week. */
export function useWide(): boolean {
  return useSyncExternalStore(follow, () => matchMedia(wide).matches)
}

function follow(listener: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
