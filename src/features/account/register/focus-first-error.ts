/** Puts the focus on the first control that has something wrong, once its message stands on the page. */
export function focusFirstError(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const message = form?.querySelector('p[aria-live]:not(:empty)')
    message?.parentElement?.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
  })
}
