/** Red, green and blue from 0 to 255. */
export type Colour = readonly [number, number, number]

/**
 * A shape in a picture whose height is 1 and whose width is more than that: how far a point is inside it (negative
 * outside), in the same measure.
 */
export interface Shape {
  readonly inside: (x: number, y: number) => number
  readonly colour: Colour
  /** Over how much of the picture its edge fades; none is a sharp edge. */
  readonly soft?: number
  /** From 0 to 1. */
  readonly opacity?: number
}

/** A picture: a sky that goes from one colour down to another, and shapes from back to front. */
export interface Scene {
  readonly top: Colour
  readonly bottom: Colour
  readonly shapes: readonly Shape[]
}

export function disc(x: number, y: number, radius: number): Shape['inside'] {
  return (px, py) => radius - Math.hypot(px - x, py - y)
}

/** Everything below a line that goes up and down. */
export function hill(height: number, swing: number, waves: number, shift = 0): Shape['inside'] {
  return (px, py) => py - (height + swing * Math.sin(px * waves + shift))
}

/** A box with round corners. */
export function box(
  [left, top, right, bottom]: readonly [number, number, number, number],
  corner: number,
): Shape['inside'] {
  return (px, py) => {
    const dx = Math.max(left + corner - px, px - (right - corner), 0)
    const dy = Math.max(top + corner - py, py - (bottom - corner), 0)
    return corner - Math.hypot(dx, dy)
  }
}

/** The part of a disc that another one leaves. */
export function crescent(whole: Shape['inside'], bite: Shape['inside']): Shape['inside'] {
  return (px, py) => Math.min(whole(px, py), -bite(px, py))
}

/** Paints a scene: three bytes for each pixel, row by row. */
export function paint(scene: Scene, width: number, height: number): Buffer {
  const pixels = Buffer.alloc(width * height * 3)
  for (let row = 0; row < height; row += 1) {
    const sky = mix(scene.top, scene.bottom, row / height)
    for (let column = 0; column < width; column += 1) {
      paintPixel(pixels, (row * width + column) * 3, scene.shapes, {
        sky,
        x: column / height,
        y: row / height,
        sharpEdge: 1 / height,
      })
    }
  }
  return pixels
}

/** In plain numbers: a picture has half a million of these. */
function paintPixel(
  pixels: Buffer,
  offset: number,
  shapes: readonly Shape[],
  { sky, x, y, sharpEdge }: { sky: Colour; x: number; y: number; sharpEdge: number },
): void {
  let [red, green, blue] = sky
  for (const { inside, colour, soft = sharpEdge, opacity = 1 } of shapes) {
    const depth = inside(x, y) / soft + 0.5
    if (depth <= 0) continue
    const share = Math.min(1, depth) * opacity
    red += (colour[0] - red) * share
    green += (colour[1] - green) * share
    blue += (colour[2] - blue) * share
  }
  pixels[offset] = red
  pixels[offset + 1] = green
  pixels[offset + 2] = blue
}

function mix([a, b, c]: Colour, [d, e, f]: Colour, share: number): Colour {
  return [a + (d - a) * share, b + (e - b) * share, c + (f - c) * share]
}
