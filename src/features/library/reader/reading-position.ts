/** A text as it is laid out on the page, in pixels. */
export interface TextBox {
  /** The text's upper end, seen from the window's. */
  readonly top: number
  readonly height: number
  readonly windowHeight: number
}

/** How much of a text has passed the lower end of the window, from 0 to 1. */
export function positionOf({ top, height, windowHeight }: TextBox): number {
  if (height <= 0) return 0
  return Math.min(1, Math.max(0, (windowHeight - top) / height))
}

/** How far the page scrolls from here so that this much of the text has passed. */
export function scrollTo({ top, height, windowHeight }: TextBox, position: number): number {
  return top + height * position - windowHeight
}

/** Only a person in the middle of a text has a position to come back to. */
export function isMidway(position: number, box: TextBox): boolean {
  return position < 0.97 && scrollTo(box, position) > box.windowHeight / 2
}
