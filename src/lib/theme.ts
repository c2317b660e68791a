import { createStore, useStore } from './store.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const accents = ['violet', 'ocean', 'meadow', 'sunset', 'berry'] as const
export type Accent = (typeof accents)[number]

const theme = lookOf('theme', themes)
const accent = lookOf('accent', accents)

export function useTheme(): Theme {
  return useStore(theme.store)
}

export function useAccent(): Accent {
  return useStore(accent.store)
}

/** Chooses light or dark for this device; `system` follows it. */
export const setTheme = theme.choose
/** Chooses the color that carries buttons, links and marks on this device. */
export const setAccent = accent.choose

/** Writes the chosen look onto the document; before the first paint. */
export function paintTheme(): void {
  theme.paint()
  accent.paint()
}

/** A choice about the look, stored on this device; the first of its values is the usual one and needs no mark. */
function lookOf<Value extends string>(key: string, values: readonly [Value, ...Value[]]) {
  const stored = globalThis.localStorage?.getItem(key)
  const store = createStore<Value>(values.find((value) => value === stored) ?? values[0])

  function paint(): void {
    const { dataset } = document.documentElement
    if (store.get() === values[0]) delete dataset[key]
    else dataset[key] = store.get()
  }

  return {
    store,
    paint,
    choose: (value: Value): void => {
      localStorage.setItem(key, value)
      store.set(value)
      paint()
    },
  }
}

/** Whether the page has the neutral name and mark; the server or the worker gives it so before its first script. */
export function looksCalm(): boolean {
  return document.documentElement.dataset['look'] === 'calm'
}

/** The same, also where neither of them knew: this page then has it from its own cookie. */
export function shouldLookCalm(): boolean {
  return looksCalm() || document.cookie.includes('look=calm')
}
