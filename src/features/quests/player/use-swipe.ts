import { useRef, type PointerEvent } from 'react'

/** Shorter is a shaky tap; steeper is a scroll. */
const distancePxMin = 56
const steepnessMax = 0.6

export interface Swipes {
  /** Against the line of reading: to what comes next. */
  onForward: () => void
  onBackward: () => void
}

/** A quick swipe of one finger along the line of reading; never one that began on a slider. */
export function useSwipe({ onForward, onBackward }: Swipes) {
  const start = useRef<{ x: number; y: number }>(undefined)

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const onSlider = event.target instanceof HTMLInputElement && event.target.type === 'range'
    const finger = event.pointerType === 'touch' && event.isPrimary && !onSlider
    start.current = finger ? { x: event.clientX, y: event.clientY } : undefined
  }

  function onPointerUp(event: PointerEvent<HTMLElement>) {
    const from = start.current
    start.current = undefined
    if (!from) return
    const x = event.clientX - from.x
    const y = event.clientY - from.y
    if (Math.abs(x) < distancePxMin || Math.abs(y) > Math.abs(x) * steepnessMax) return
    const toTheLeft = x < 0
    const rightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    if (toTheLeft === rightToLeft) onBackward()
    else onForward()
  }

  return { onPointerDown, onPointerUp }
}
