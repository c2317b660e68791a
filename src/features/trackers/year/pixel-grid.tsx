import { memo, useDeferredValue, useMemo, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import type { LocalDate } from '#contract/local-date.ts'
import { trackerTypes } from '#contract/trackers/catalog.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useSpeech } from '#src/i18n/choose-language.ts'
import { formatNumber, joinWords, weekDays } from '#src/i18n/speech.ts'
import { formatDay, monthAs, weekdayMark, weekdayName } from '#src/lib/dates.ts'
import tableStyles from '#src/ui/chart/chart-table.module.css'
import { directionAt } from '#src/ui/menu/roving.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { isGivenHere, type DayEntry } from '../entries-resource.ts'
import { answerLine, trackerLabels } from '../tracker-labels.ts'
import {
  monthRows,
  stepFrom,
  yearRows,
  type Pixel,
  type PixelTracker,
  type PixelView,
} from './pixel-days.ts'
import styles from './pixels.module.css'

export interface PixelGridProps {
  view: PixelView
  tracker: PixelTracker
  /** What it shows: "Mood, 2026". */
  label: string
  pixels: ReadonlyMap<LocalDate, Pixel>
  /** The day with the tab stop; its year or its month is what is shown. */
  day: LocalDate
  today: LocalDate
  /** Nothing is known of it yet. */
  busy: boolean
  onMove: (day: LocalDate) => void
  onOpen: (day: LocalDate) => void
}

/** So many rows are drawn at once, more than a phone shows; the others come before anybody has scrolled to them. */
const firstRows = 16
const yearRowCount = 31

/** A year or a month, a shape for every day: one tab stop, in which the arrow keys move (ARIA's pattern of a grid). */
export function PixelGrid(props: PixelGridProps) {
  const { view, label, day, busy, onMove, onOpen } = props
  const grid = useRef<HTMLTableElement>(null)
  const whole = useDeferredValue(true, false)
  const rows = usePixelRows(props, whole ? yearRowCount : firstRows)
  const missing = view === 'year' ? yearRowCount - rows.length : 0

  function press(event: KeyboardEvent<HTMLTableElement>) {
    const { key, ctrlKey } = event
    if (key === 'Enter' || key === ' ') {
      event.preventDefault()
      return onOpen(day)
    }
    const direction = directionAt(event.currentTarget)
    const next = stepFrom(day, { key, ctrlKey, view, direction, weekDays: weekDays() })
    if (next === undefined) return undefined
    event.preventDefault()
    // The focus goes to a day that may be drawn only now.
    flushSync(() => onMove(next))
    return grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }

  function open(event: MouseEvent) {
    const pressed = event.target instanceof Element ? event.target.closest('[data-day]') : null
    const chosen = pressed?.getAttribute('data-day') as LocalDate | null | undefined
    if (!chosen) return
    onMove(chosen)
    onOpen(chosen)
  }

  return (
    <div className={styles.scroll}>
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table is the tag of ARIA's grid
        role="grid"
        className={styles.grid}
        data-view={view}
        aria-label={label}
        aria-busy={busy}
        // The rows to come have their room.
        style={{ paddingBlockEnd: `calc(${missing} * var(--cell-high))` }}
        onKeyDown={press}
        onClick={open}
      >
        <thead>{view === 'year' ? <MonthNames /> : <WeekdayNames />}</thead>
        <tbody>
          {rows.map((cells, row) => (
            <PixelRow
              key={row}
              cells={cells}
              number={view === 'year' ? formatNumber(row + 1) : undefined}
              stop={cells.find(({ place }) => place === day)?.place}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A place of the grid as it is drawn. */
interface PixelCell {
  /** The number of the day, where the row does not say it. */
  readonly text: string | undefined
  /** The day; none where the calendar has none or where it is to come. */
  readonly place?: LocalDate
  readonly score?: number
  readonly label?: string
  readonly today?: boolean
}

/** What the grid shows, row by row; counted anew only for other days, other answers or another language. */
function usePixelRows(
  { view, tracker, pixels, day, today }: PixelGridProps,
  rowsMax: number,
): PixelCell[][] {
  const speech = useSpeech()
  const period = day.slice(0, view === 'year' ? 4 : 7)
  return useMemo(() => {
    const first = `${period}-01-01`.slice(0, 10) as LocalDate
    const places = view === 'year' ? yearRows(first) : monthRows(first, weekDays())
    return pixelRows(places.slice(0, rowsMax), { view, tracker, pixels, today })
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/memo-dependencies -- the labels are in the words of the speech
  }, [view, tracker, pixels, period, today, rowsMax, speech])
}

type Shown = Pick<PixelGridProps, 'view' | 'tracker' | 'pixels' | 'today'>

function pixelRows(rows: (LocalDate | undefined)[][], shown: Shown): PixelCell[][] {
  const { view, pixels, today } = shown
  const labelOf = pixelLabels(shown.tracker)
  return rows.map((places) =>
    places.map((place) => {
      const text = view === 'month' && place ? formatNumber(Number(place.slice(8))) : undefined
      if (place === undefined || place > today) return { text }
      const pixel = pixels.get(place)
      const score = pixel?.score ?? 0
      return { place, text, score, label: labelOf(place, pixel), today: place === today }
    }),
  )
}

interface PixelRowProps {
  cells: readonly PixelCell[]
  /** Of the row. */
  number: string | undefined
  /** The day with the tab stop, where it is in this row. */
  stop: LocalDate | undefined
}

const PixelRow = memo(function PixelRow({ cells, number, stop }: PixelRowProps) {
  return (
    <tr>
      {number !== undefined && <th scope="row">{number}</th>}
      {cells.map(({ place, text, score, label, today }, column) =>
        place === undefined ? (
          <td key={column}>{text}</td>
        ) : (
          <td
            key={column}
            tabIndex={place === stop ? 0 : -1}
            data-day={place}
            data-score={score}
            aria-label={label}
            aria-current={today ? 'date' : undefined}
          >
            {text}
          </td>
        ),
      )}
    </tr>
  )
}, isSameRow)

/** What is read again is mostly the same, and to compare costs less than to draw. */
function isSameRow(one: PixelRowProps, other: PixelRowProps): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function MonthNames() {
  return (
    <tr>
      <th scope="col">
        <VisuallyHidden>{m.ui_chart_day()}</VisuallyHidden>
      </th>
      {Array.from({ length: 12 }, (_, index) => (
        <th key={index} scope="col">
          <span aria-hidden="true">{monthAs(index + 1, 'narrow')}</span>
          <VisuallyHidden>{monthAs(index + 1, 'long')}</VisuallyHidden>
        </th>
      ))}
    </tr>
  )
}

function WeekdayNames() {
  return (
    <tr>
      {weekDays().map((weekday) => (
        <th key={weekday} scope="col">
          <span aria-hidden="true">{weekdayMark(weekday)}</span>
          <VisuallyHidden>{weekdayName(weekday)}</VisuallyHidden>
        </th>
      ))}
    </tr>
  )
}

/** What says a day and its answers in one line. Few answers differ, so each is put into words once. */
function pixelLabels(tracker: PixelTracker): (day: LocalDate, pixel?: Pixel) => string {
  const lines = new Map<string, string>()
  const lineFor = (entry: DayEntry) => {
    const key = `${entry.trackerType} ${entry.answer}`
    const known = lines.get(key)
    if (known !== undefined) return known
    const answer = answerLine(entry)
    const line =
      tracker === 'All' ? `${trackerLabels[entry.trackerType].name()}: ${answer}` : answer
    lines.set(key, line)
    return line
  }
  return (day, pixel) =>
    joinWords([formatDay(day), ...(pixel?.answers.map(lineFor) ?? [m.ui_chart_no_entry()])])
}

export type AnsweredDay = readonly [LocalDate, Pixel]

export interface PixelTableProps {
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

export interface PixelLegendProps {
  /** The words of the scores 4 to 1, the best first. */
  words: readonly string[]
}

/** Each shape with its words. */
export function PixelLegend({ words }: PixelLegendProps) {
  return (
    <ul className={styles.legend}>
      {[...words, m.ui_chart_no_entry()].map((line, index) => (
        <li key={line}>
          <span className={styles.swatch} data-score={4 - index} aria-hidden="true" />
          {line}
        </li>
      ))}
    </ul>
  )
}
