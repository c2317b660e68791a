import { memo } from 'react'
import type { LocalDate } from '#contract/local-date.ts'
import { trackerTypes } from '#contract/trackers/catalog.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatNumber, joinWords } from '#src/i18n/speech.ts'
import { monthAs, formatDay } from '#src/lib/dates.ts'
import { saveFile } from '#src/lib/hand-over.ts'
import type { Direction } from '#src/ui/menu/roving.ts'
import { isGivenHere, type DayEntry } from '../entries-resource.ts'
import { answerLine, trackerLabels } from '../tracker-labels.ts'
import { daysInMonthMax, yearRows, type Pixel, type PixelTracker } from './pixel-days.ts'
import tableStyles from '#src/ui/chart/chart-table.module.css'
import styles from './pixels.module.css'

/** A place for a shape: its middle and how wide it is, in the units of what is drawn on. */
interface ShapePlace {
  readonly x: number
  readonly y: number
  readonly size: number
}

/** So wide is a shape of a place that is 24 wide. */
const shapeShare = 20 / 24

/**
 * The shape of a score as the data of an SVG path, to be filled by the even-odd rule: a square, a disc, a diamond, a bar, and
 * a ring for a day without an answer (0). The area goes with the score, so that the order stands without any colour.
 */
function shapePath(score: number, { x, y, size }: ShapePlace): string {
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

interface YearPictureProps {
  year: string
  pixels: ReadonlyMap<LocalDate, Pixel>
  today: LocalDate
}

/** So wide and so high is a place in the picture's own units. */
const unit = 24

/** All shapes of a year, those of one month and one score as one path: a slow phone paints them in a frame. */
export const YearPicture = memo(function YearPicture({ year, pixels, today }: YearPictureProps) {
  const rows = yearRows(`${year}-01-01` as LocalDate)
  return (
    <div className={styles.picture} aria-hidden="true" data-year={year}>
      {Array.from({ length: 12 }, (_, month) => {
        const paths = ['', '', '', '', '']
        rows.forEach((places, row) => {
          const place = places[month]
          if (place === undefined || place > today) return
          const score = pixels.get(place)?.score ?? 0
          const middle = { x: unit / 2, y: (row + 0.5) * unit }
          paths[score] += shapePath(score, { ...middle, size: unit * shapeShare })
        })
        return (
          <svg key={month} viewBox={`0 0 ${unit} ${daysInMonthMax * unit}`}>
            {paths.map(
              (path, score) => path !== '' && <path key={score} data-score={score} d={path} />,
            )}
          </svg>
        )
      })}
    </div>
  )
})

interface PixelPicture {
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

export type AnsweredDay = readonly [LocalDate, Pixel]

interface PixelTableProps {
  caption: string
  tracker: PixelTracker
  days: readonly AnsweredDay[]
}

/** The same in words, a row for each answered day. */
export function PixelTable({ caption, tracker, days }: PixelTableProps) {
  const shown = tracker === 'All' ? trackerTypes : [tracker]
  return (
    // A part that scrolls must be reachable, or the keyboard cannot scroll it (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the reason above
    <section className={tableStyles.scroll} aria-label={caption} tabIndex={0}>
      <table className={tableStyles.table}>
        <caption className={tableStyles.caption}>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{m.ui_chart_day()}</th>
            {shown.map((type) => (
              <th key={type} scope="col">
                {trackerLabels[type].name()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(([day, { answers }]) => (
            <tr key={day}>
              <th scope="row">{formatDay(day)}</th>
              {shown.map((type) => {
                const entry = answers.find((each) => each.trackerType === type)
                return <td key={type}>{entry ? lineOf(entry) : m.ui_chart_no_entry()}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function lineOf(entry: DayEntry): string {
  return isGivenHere(entry)
    ? answerLine(entry)
    : joinWords([answerLine(entry), m.trackers_import_mark()])
}
