import { createStore, useStore } from './store.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const storageKey = 'theme'
const store = createStore<Theme>(storedTheme())

export function useTheme(): Theme {
  return useStore(store)
}

/** Chooses a look for this device; `system` follows it. */
export function setTheme(theme: Theme): void {
  localStorage.setItem(storageKey, theme)
  store.set(theme)
  paintTheme()
}

/** Writes the chosen look onto the document; before the first paint and after each change. */
export function paintTheme(): void {
  const theme = store.get()
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

function storedTheme(): Theme {
  const stored = globalThis.localStorage?.getItem(storageKey)
  return themes.find((theme) => theme === stored) ?? 'system'
}
