import { createStore, useStore } from '#src/lib/store.ts'

/** How large articles are read, on this device. */
export const textSizes = ['s', 'm', 'l', 'xl'] as const
export type TextSize = (typeof textSizes)[number]

const storageKey = 'articleTextSize'
const store = createStore<TextSize>(storedSize())

export function useTextSize(): TextSize {
  return useStore(store)
}

/** Chooses a size for every article. A browser that refuses storage forgets it with the page. */
export function setTextSize(size: TextSize): void {
  store.set(size)
  try {
    localStorage.setItem(storageKey, size)
  } catch {
    return
  }
}

function storedSize(): TextSize {
  try {
    const stored = globalThis.localStorage?.getItem(storageKey)
    return textSizes.find((size) => size === stored) ?? 'm'
  } catch {
    return 'm'
  }
}
