export type Direction = 'ltr' | 'rtl'

/** The direction in which an element's text is read. */
export function directionAt(element: Element): Direction {
  return getComputedStyle(element).direction === 'rtl' ? 'rtl' : 'ltr'
}

/**
 * Where the focus goes in a list that is one tab stop: the arrow keys step and wrap, Home and End jump. Undefined for
 * every other key. `direction` turns the horizontal arrows with the line of reading.
 */
export function rovingIndex(
  key: string,
  index: number,
  count: number,
  direction: Direction,
): number | undefined {
  if (count === 0) return undefined
  const forward = direction === 'ltr' ? 'ArrowRight' : 'ArrowLeft'
  const backward = direction === 'ltr' ? 'ArrowLeft' : 'ArrowRight'
  switch (key) {
    case forward:
    case 'ArrowDown':
      return (index + 1) % count
    case backward:
    case 'ArrowUp':
      return (index - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
