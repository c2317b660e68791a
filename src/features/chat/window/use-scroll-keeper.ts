import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** So near an end of what is on screen, in pixels, more of the history is shown. */
const reachPx = 600

export interface ScrollParts {
  /** Changes whenever what is on screen changes. */
  readonly content: unknown
  /** Whether the newest message is part of what is on screen. */
  readonly atNewest: boolean
  readonly onOlder: () => void
  readonly onNewer: () => void
}

export interface ScrollKeeper {
  readonly scroller: (element: HTMLElement | null) => void
  /** True while the person reads further up. */
  readonly away: boolean
  readonly toEnd: () => void
  /** Leads to a message, now or as soon as it is among what is on screen. */
  readonly toMessage: (id: string) => void
  /** A message will not be among what is on screen. Gives whether it was still asked for: another one, or another page, leaves it. */
  readonly stay: (id: string) => boolean
}

/**
 * Holds the position of the reader: at the end they are taken along when something comes, anywhere else the line they look
 * at does not move, whatever comes or goes above and below it. Its messages carry `data-message`.
 */
export function useScrollKeeper(parts: ScrollParts): ScrollKeeper {
  const { content, atNewest } = parts
  const box = useRef<HTMLElement | null>(null)
  const stuck = useRef(true)
  /** The last position: only whoever goes up from there leaves the end. */
  const last = useRef<ScrollPosition>({ scrollTop: 0, clientHeight: 0, scrollHeight: 0 })
  /** On the way to the newest message, whose part of the history is still being read. */
  const returning = useRef(false)
  const anchor = useRef<Anchor | undefined>(undefined)
  /** The message that the person asked for and that has not been shown to them yet. */
  const wanted = useRef<string | undefined>(undefined)
  const [away, setAway] = useState(false)

  function settle() {
    const element = box.current
    if (!element || isHidden(element)) return
    if (atNewest) returning.current = false
    const asked = wanted.current
    // Until it is there, whoever is at the end stays there: what comes meanwhile is seen.
    if (asked && pointOut(element, asked)) {
      stuck.current = false
      returning.current = false
      anchor.current = { id: asked, topPx: element.clientHeight / 3 }
      wanted.current = undefined
    }
    if (stuck.current) element.scrollTop = element.scrollHeight
    else restore(element, anchor.current)
    last.current = positionOf(element)
    reach(element)
  }

  function reach(element: HTMLElement) {
    if (element.scrollTop < reachPx) parts.onOlder()
    else if (!atNewest && pxToEnd(element) < reachPx) parts.onNewer()
  }

  const onScroll = useEffectEvent((element: HTMLElement) => {
    if (isHidden(element)) return
    const now = positionOf(element)
    // An event tells of a scroll a moment late: a picture or the keyboard may have taken its room by then.
    const held = stuck.current && !wentUp(last.current, now)
    last.current = now
    stuck.current = (atNewest || returning.current) && (held || isNearEnd(element))
    setAway(!stuck.current)
    anchor.current = anchorIn(element)
    reach(element)
  })
  const onSettle = useEffectEvent(settle)

  // Before the paint, so that nothing jumps.
  useLayoutEffect(() => onSettle(), [content, atNewest])

  // Pictures that come, a keyboard that opens and a composer that grows change the room without any new message.
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => onSettle())
    const scrolled = () => onScroll(element)
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    element.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', scrolled)
    }
  }, [])

  return {
    scroller: useCallback((element) => void (box.current = element), []),
    away,
    toMessage(id) {
      wanted.current = id
      settle()
    },
    stay(id) {
      const asked = box.current !== null && wanted.current === id
      if (asked) wanted.current = undefined
      return asked
    },
    toEnd() {
      stuck.current = true
      returning.current = true
      setAway(false)
      if (box.current) box.current.scrollTop = box.current.scrollHeight
    },
  }
}

/** The lock of the app takes the room of everything: a position in none says nothing. */
function isHidden({ clientHeight }: Element): boolean {
  return clientHeight === 0
}

/** Shows for a moment which message was asked for; false while it is not there. */
function pointOut(element: HTMLElement, id: string): boolean {
  const line = element.querySelector(`[data-message="${CSS.escape(id)}"]`)
  line?.animate([{ backgroundColor: 'var(--color-surface-selected)' }, {}], pointOutMs)
  return line !== null
}

const pointOutMs = 2_000

/** A message and its distance from the upper edge, in pixels. */
interface Anchor {
  readonly id: string
  readonly topPx: number
}

/** The first message that is wholly in sight: what the person looks at. */
function anchorIn(element: HTMLElement): Anchor | undefined {
  const edge = element.getBoundingClientRect().top
  const all = [...element.querySelectorAll<HTMLElement>('[data-message]')]
  const first = all[firstBelow(all, edge)]
  const id = first?.dataset['message']
  return first && id ? { id, topPx: first.getBoundingClientRect().top - edge } : undefined
}

/** By halves: looking at every one of them with each pixel would be felt. */
function firstBelow(all: readonly HTMLElement[], edge: number): number {
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((all[middle]?.getBoundingClientRect().top ?? 0) < edge) low = middle + 1
    else high = middle
  }
  return low
}

function restore(element: HTMLElement, anchor: Anchor | undefined): void {
  if (!anchor) return
  const line = element.querySelector(`[data-message="${CSS.escape(anchor.id)}"]`)
  if (!line) return
  const topPx = line.getBoundingClientRect().top - element.getBoundingClientRect().top
  if (Math.abs(topPx - anchor.topPx) >= 1) element.scrollTop += topPx - anchor.topPx
}

/** Spec 9: whoever is so near the end, in pixels, is taken along when a message comes. */
const autoScrollPx = 100

/** The position of a scrolled box, all in pixels. */
export interface ScrollPosition {
  readonly scrollTop: number
  readonly clientHeight: number
  readonly scrollHeight: number
}

function positionOf({ scrollTop, clientHeight, scrollHeight }: Element): ScrollPosition {
  return { scrollTop, clientHeight, scrollHeight }
}

/** Whether the person scrolled up: where room came or went since then, the browser may have moved the position by itself. */
export function wentUp(before: ScrollPosition, now: ScrollPosition): boolean {
  const sameRoom =
    before.clientHeight === now.clientHeight && before.scrollHeight === now.scrollHeight
  return sameRoom && now.scrollTop < before.scrollTop
}

export function pxToEnd({ scrollTop, clientHeight, scrollHeight }: ScrollPosition): number {
  return scrollHeight - clientHeight - scrollTop
}

export function isNearEnd(position: ScrollPosition): boolean {
  return pxToEnd(position) <= autoScrollPx
}
