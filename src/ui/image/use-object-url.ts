import { useMemo, useSyncExternalStore } from 'react'

/** An address for a file in memory, for as long as it is shown; undefined without a file. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const store = useMemo(() => urlOf(file), [file])
  return useSyncExternalStore(store.subscribe, store.get)
}

/** The address is made when somebody begins to look and given back when they stop: it takes memory outside React. */
function urlOf(file: Blob | undefined) {
  let url: string | undefined
  return {
    get: () => url,
    subscribe: (listener: () => void) => {
      if (!file) return () => undefined
      const made = URL.createObjectURL(file)
      url = made
      listener()
      return () => {
        url = undefined
        URL.revokeObjectURL(made)
      }
    },
  }
}
