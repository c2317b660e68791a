import { useEffect, useEffectEvent, useRef } from 'react'

/** The heading that has the focus only because what had it left the page. */
let standIn: Element | undefined

/** Whether nothing has the focus that a person chose or came to. */
export function isFocusFree(): boolean {
  const { activeElement } = document
  return activeElement === document.body || activeElement === standIn
}

/** For a part that comes in the place of one that had the focus: what has it elsewhere by now does not lose it. */
export function useFocusOnArrival<Part extends HTMLElement>(takesFocus = true) {
  const part = useRef<Part>(null)
  const onArrival = useEffectEvent(() => {
    // What holds the part has no use for the focus itself: the page, or the bar of the button.
    const isFree = isFocusFree() || (document.activeElement?.contains(part.current) ?? true)
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

/**
 * What has the focus may leave the page, as a deleted item does or a button that its own press ends: the heading before its
 * place then has the focus, where nothing else took it. Without, whoever listens or uses keys would begin at the top of
 * the page again. Returns its end.
 */
export function followLostFocus(): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  let focused: Element | undefined
  /** The dialog in which the focus was last. */
  let dialog: Element | null = null
  let path = location.pathname
  /** What opened the dialog with the focus: it may leave the page first, and the dialog cannot give the focus back. */
  let opener: Element | undefined
  let openerPlace: Place | undefined

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    const around = target.closest('dialog')
    if (around !== dialog) {
      opener = around ? focused : undefined
      openerPlace = undefined
      dialog = around
    }
    focused = target
    path = location.pathname
  }
  // Some browsers say so too for what leaves the page; what is still there once that is done was left by the person.
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget) return
    queueMicrotask(() => {
      if (focused?.isConnected && focused !== document.activeElement) focused = undefined
    })
  }
  const observer = new MutationObserver((changes) => {
    if (opener && !opener.isConnected) {
      openerPlace = placeOf(opener, changes)
      opener = undefined
    }
    if (!focused || focused.isConnected) return
    // A dialog that opened where nothing had the focus leaves it so.
    const place = focused.closest('dialog') && !opener ? openerPlace : placeOf(focused, changes)
    focused = undefined
    if (!place) return
    const from = path
    // By the next frame a part that came in its place has taken the focus, and a new page is announced by its heading.
    requestAnimationFrame(() => {
      const isFree = document.activeElement === document.body && location.pathname === from
      if (isFree && !signal.aborted) focusHeadingBefore(place)
    })
  })
  document.addEventListener('focusin', onFocus, { signal })
  document.addEventListener('focusout', onBlur, { signal })
  observer.observe(document.body, { childList: true, subtree: true })
  signal.addEventListener('abort', () => observer.disconnect())
  return () => stopping.abort()
}

/** Where something was: a part of the page that is still there, and what stood on both sides. */
type Place = Pick<MutationRecord, 'target' | 'previousSibling' | 'nextSibling'>

function placeOf(gone: Node, changes: readonly MutationRecord[]): Place | undefined {
  const change = changes.findLast(({ removedNodes }) =>
    [...removedNodes].some((node) => node.contains(gone)),
  )
  if (!change || change.target.isConnected) return change
  return placeOf(change.target, changes)
}

function focusHeadingBefore({ target, previousSibling, nextSibling }: Place): void {
  const isThere = target.isConnected && target instanceof Element
  const around = isThere ? target.closest('dialog, main') : null
  const part = around ?? document.querySelector('main')
  if (!(part instanceof HTMLElement)) return
  const headings = [...part.querySelectorAll<HTMLElement>('h1, h2, h3')].filter(
    // A dialog has its own, and what is folded away cannot have the focus.
    (heading) => heading.closest('dialog') === part.closest('dialog') && heading.checkVisibility(),
  )
  const beside = [nextSibling, previousSibling].find((node) => node?.isConnected) ?? target
  const within = headings.filter((heading) => beside !== nextSibling && beside.contains(heading))
  // Of a part whose content is another by now it is the first one.
  const inside = within.at(beside === target ? 0 : -1)
  const before = headings.findLast(
    (heading) => beside.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_PRECEDING,
  )
  const next = (around && (inside ?? before)) ?? headings[0] ?? part
  next.tabIndex = -1
  next.focus({ preventScroll: true })
  standIn = next
}
