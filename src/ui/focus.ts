import { useEffect, useEffectEvent, useRef } from 'react'

/** For a part that comes in the place of one that had the focus: what has it elsewhere by now does not lose it. */
export function useFocusOnArrival<Part extends HTMLElement>(takesFocus = true) {
  const part = useRef<Part>(null)
  const onArrival = useEffectEvent(() => {
    // What holds the part has no use for the focus itself: the page, or the bar of the button.
    const isFree = document.activeElement?.contains(part.current) ?? true
    if (takesFocus && isFree) part.current?.focus({ preventScroll: true })
  })
  // An effect because a part can have the focus only once it is in the page.
  useEffect(() => onArrival(), [])
  return part
}

/** Puts the focus on the first control of a form that has something wrong, once its message is on the page. */
export function focusFirstError(form: Element | null): void {
  requestAnimationFrame(() => {
    const message = form?.querySelector('p[aria-live]:not(:empty)')
    message?.parentElement?.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
  })
}
