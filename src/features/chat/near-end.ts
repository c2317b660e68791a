/** Spec 9: whoever is so near the end, in pixels, is taken along when a message comes. */
const autoScrollPx = 100

/** Where a scrolled box stands, all in pixels. */
export interface ScrollPlace {
  readonly scrollTop: number
  readonly clientHeight: number
  readonly scrollHeight: number
}

export function pxToEnd({ scrollTop, clientHeight, scrollHeight }: ScrollPlace): number {
  return scrollHeight - clientHeight - scrollTop
}

export function isNearEnd(place: ScrollPlace): boolean {
  return pxToEnd(place) <= autoScrollPx
}
