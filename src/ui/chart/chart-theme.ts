import { useSyncExternalStore } from 'react'

/** The colours and the font of a drawing on canvas, which cannot read custom properties by itself. */
export interface ChartTheme {
  from: string
  to: string
  text: string
  line: string
  surface: string
  font: string
}

/** The tokens as they are now, read again when the system or the person changes the theme. */
export function useChartTheme(): ChartTheme {
  useSyncExternalStore(subscribe, themeInForce)
  const style = getComputedStyle(document.documentElement)
  return {
    from: style.getPropertyValue('--color-accent').trim(),
    to: style.getPropertyValue('--accent-3').trim(),
    text: style.getPropertyValue('--color-text-muted').trim(),
    line: style.getPropertyValue('--color-line').trim(),
    surface: style.getPropertyValue('--color-surface').trim(),
    font: style.fontFamily,
  }
}

function themeInForce(): string {
  return document.documentElement.dataset['theme'] ?? String(darkBySystem().matches)
}

function subscribe(onChange: () => void): () => void {
  const system = darkBySystem()
  const byHand = new MutationObserver(onChange)
  system.addEventListener('change', onChange)
  byHand.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    system.removeEventListener('change', onChange)
    byHand.disconnect()
  }
}

function darkBySystem(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)')
}
