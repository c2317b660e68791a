import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'

/** How many are drawn at first and with each step: two screens of the widest grid. */
const growStep = 24
/** A list that was scrolled this far is remembered no further: drawing it anew must stay quick. */
const rememberedMax = 240

/** How far each list was scrolled, so that a way back finds its place; for as long as the app is open. */
const remembered = new Map<string, number>()

/**
 * The beginning of a long list, longer as its end comes near: what is drawn stays small however many there are.
 * `listId` names what is listed; another one starts at the beginning.
 */
export function useGrowingList<T>(
  items: readonly T[],
  listId: string,
): { shown: readonly T[]; more: (() => void) | undefined } {
  const [grown, setGrown] = useState({ listId, count: shownAtFirst(listId) })
  const count = grown.listId === listId ? grown.count : growStep

  function grow() {
    const next = count + growStep
    remembered.set(listId, Math.min(next, rememberedMax))
    setGrown({ listId, count: next })
  }

  return { shown: items.slice(0, count), more: count < items.length ? grow : undefined }
}

/** A screen shows no more rows of cards at first, and a column is no narrower, in pixels; the others stand a moment later. */
const firstPaintRows = 3
const columnPxMin = 320
/** The lists that have stood on the screen: the way back to a place among their cards finds all of them at once. */
const painted = new Set<string>()

/** How many of the cards are drawn: few while the list is new on the screen, so that those are there at once. */
export function useFirstPaint(listId: string): number {
  const [count, setCount] = useState(
    painted.has(listId) ? Number.POSITIVE_INFINITY : shownAtOnce(window.innerWidth),
  )

  // An effect because only the browser knows when the first ones are painted: the frame comes, and then the rest.
  useEffect(() => {
    painted.add(listId)
    let behindFrame: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      behindFrame = setTimeout(() => startTransition(() => setCount(Number.POSITIVE_INFINITY)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(behindFrame)
    }
  }, [listId])

  return count
}

/** How many cards a screen shows before it is scrolled, at the most. */
export function shownAtOnce(widthPx: number): number {
  return Math.max(1, Math.floor(widthPx / columnPxMin)) * firstPaintRows
}

/** How many of a list are drawn when it is opened. */
export function shownAtFirst(listId: string): number {
  return remembered.get(listId) ?? growStep
}

/** Stands at the end of a growing list: calls `onReach` while it is about to be seen, and is a button besides. */
export function ListEnd({ onReach }: { onReach: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const reached = useEffectEvent(onReach)

  // An effect because only the browser knows what is in view; it tells once, so it is asked anew after each step.
  useEffect(() => {
    const element = end.current
    if (!element || !('IntersectionObserver' in window)) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        reached()
        observer.unobserve(element)
        observer.observe(element)
      },
      { rootMargin: '600px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return (
    <div ref={end}>
      <Button look="secondary" wide onClick={onReach}>
        {m.providers_show_more()}
      </Button>
    </div>
  )
}
