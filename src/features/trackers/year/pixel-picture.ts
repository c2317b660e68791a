import { yearRows, type Pixel } from './pixel-days.ts'
import { shapePath } from './pixel-shape.ts'
import type { LocalDate } from '#contract/local-date.ts'
import { formatNumber } from '#src/i18n/speech.ts'
import { monthAs } from '#src/lib/dates.ts'
import { saveFile } from '#src/lib/files.ts'
import type { Direction } from '#src/ui/menu/roving.ts'

export interface PixelPicture {
  /** The tracker and the year: nothing in the picture says whose it is. */
  readonly title: string
  /** Any day of the year. */
  readonly day: LocalDate
  readonly today: LocalDate
  readonly pixels: ReadonlyMap<LocalDate, Pixel>
  /** The words of the scores 4 to 1, the best first. */
  readonly words: readonly string[]
  readonly direction: Direction
  /** A part of the page that has the colours and the letters. */
  readonly style: CSSStyleDeclaration
}

/** In pixels: a picture that a phone shows from edge to edge. */
const width = 1080
const margin = 56
const column = (width - 2 * margin) / 13
const row = 42
const shape = 32
const top = 190
const legendTop = top + 31 * row + 40
const legendRow = 52
const height = legendTop + 3 * legendRow + margin

/** Draws a year here on the device. Rejects where the browser has no room for it. */
export async function drawYear(picture: PixelPicture): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser gave nothing to draw on')
  draw(context, picture)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png')
  })
  if (!blob) throw new Error('The browser made no picture')
  return blob
}

/** Hands a picture to another app, where the device can, or else to the downloads. Rejects as the browser does. */
export async function sharePicture(name: string, picture: Blob): Promise<void> {
  const files = [new File([picture], name, { type: picture.type })]
  const device: Partial<Pick<Navigator, 'canShare' | 'share'>> = navigator
  if (!device.share || !device.canShare?.call(navigator, { files })) return saveFile(name, picture)
  try {
    await navigator.share({ files })
  } catch (error) {
    // The person has put the sheet of the device away.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  }
}

type Colour = 'text' | 'text-muted' | 'surface' | 'line-control'

function draw(context: CanvasRenderingContext2D, picture: PixelPicture): void {
  const { title, day, today, pixels, words, direction, style } = picture
  const colour = (name: Colour) => style.getPropertyValue(`--color-${name}`)
  const fill = (score: number) => style.getPropertyValue(`--pixel-${score}`)
  const turned = (x: number) => (direction === 'rtl' ? width - x : x)
  const write = (text: string, x: number, y: number, px: number, weight = 400) => {
    context.font = `${weight} ${px}px ${style.fontFamily}`
    context.fillText(text, turned(x), y)
  }
  const pixel = (score: number, x: number, y: number) => {
    context.fillStyle = score === 0 ? colour('line-control') : fill(score)
    const path = new Path2D(shapePath(score, { x: turned(x), y, size: shape }))
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas is filled, no array
    context.fill(path, 'evenodd')
  }

  context.direction = direction
  context.textBaseline = 'middle'
  context.fillStyle = colour('surface')
  context.fillRect(0, 0, width, height)
  context.fillStyle = colour('text')
  write(title, margin, margin + 24, 48, 700)

  context.textAlign = 'center'
  context.fillStyle = colour('text-muted')
  for (let month = 1; month <= 12; month += 1)
    write(monthAs(month, 'narrow'), margin + column * (month + 0.5), top - 36, 26)
  yearRows(day).forEach((places, index) => {
    const y = top + (index + 0.5) * row
    context.fillStyle = colour('text-muted')
    write(formatNumber(index + 1), margin + column / 2, y, 24)
    places.forEach((place, month) => {
      if (place === undefined || place > today) return
      pixel(pixels.get(place)?.score ?? 0, margin + column * (month + 1.5), y)
    })
  })

  context.textAlign = 'start'
  words.forEach((line, index) => {
    const x = margin + (index % 2) * (width / 2 - margin)
    const y = legendTop + (Math.floor(index / 2) + 0.5) * legendRow
    pixel(4 - index, x + shape / 2, y)
    context.fillStyle = colour('text')
    write(line, x + shape + 16, y, 28)
  })
}
