/** A place for a shape: its middle and how wide it is, in the units of what is drawn on. */
export interface ShapePlace {
  readonly x: number
  readonly y: number
  readonly size: number
}

/** So wide is a shape of a place that is 24 wide. */
export const shapeShare = 20 / 24

/**
 * The shape of a score as the data of an SVG path, to be filled by the even-odd rule: a square, a disc, a diamond, a bar, and
 * a ring for a day without an answer (0). The area goes with the score, so that the order stands without any colour.
 */
export function shapePath(score: number, { x, y, size }: ShapePlace): string {
  const half = size / 2
  switch (score) {
    case 4:
      return bar({ x, y, size }, size)
    case 3:
      return disc(x, y, half)
    case 2:
      return `M${x} ${y - half}l${half} ${half}l${-half} ${half}l${-half} ${-half}z`
    case 1:
      return bar({ x, y, size }, size * 0.36)
    default:
      return disc(x, y, size * 0.25) + disc(x, y, size * 0.175)
  }
}

function disc(x: number, y: number, radius: number): string {
  const arc = `a${radius} ${radius} 0 1 0`
  return `M${x - radius} ${y}${arc} ${2 * radius} 0${arc} ${-2 * radius} 0z`
}

function bar({ x, y, size }: ShapePlace, high: number): string {
  const r = Math.min(size / 4, high / 2)
  const [across, down] = [size - 2 * r, high - 2 * r]
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  return `M${x - size / 2 + r} ${y - high / 2}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`
}
