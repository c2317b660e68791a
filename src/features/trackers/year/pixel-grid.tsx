import {
  memo,
  startTransition,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import type { LocalDate } from '#contract/local-date.ts'
import { useSpeech } from '#src/i18n/choose-language.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatNumber, joinWords, weekDays } from '#src/i18n/speech.ts'
import { formatDay, monthAs, weekdayMark, weekdayName } from '#src/lib/dates.ts'
import { directionAt } from '#src/ui/menu/roving.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import type { DayEntry } from '../entries-resource.ts'
import { answerLine, trackerLabels } from '../tracker-labels.ts'
import {
  daysInMonthMax,
  monthRows,
  stepFrom,
  yearRows,
  type Pixel,
  type PixelTracker,
  type PixelView,
} from './pixel-days.ts'
import { YearPicture } from './year-picture.tsx'
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
  /** Shows a day, or the nearest one that there is, and says which. */
  onMove: (day: LocalDate) => LocalDate
  onOpen: (day: LocalDate) => void
}

/**
 * A year or a month, a shape for every day: one tab stop, in which the arrow keys move (ARIA's pattern of a grid). A year is
 * painted as a picture, and its 365 places come after it: what is seen waits for none of them.
 */
export function PixelGrid(props: PixelGridProps) {
  const { view, tracker, pixels, today, label, day, busy, onMove, onOpen } = props
  const grid = useRef<HTMLTableElement>(null)
  const focusDay = useRef<LocalDate>(undefined)
  const period = day.slice(0, view === 'year' ? 4 : 7)
  const shown = useMemo(
    () => ({ view, tracker, pixels, period, today }),
    [view, tracker, pixels, period, today],
  )
  const painted = usePainted(shown)
  // Below the picture of a year no places of another one may lie; those of another tracker are the same days.
  const ofYear = painted?.view === 'year' && painted.period === period ? painted : undefined
  const rows = usePixelRows(view === 'year' ? ofYear : shown)
  const missing = view === 'year' ? daysInMonthMax - rows.length : 0

  // An effect because the day that a key leads to has its place only once that is drawn.
  useEffect(() => {
    if (focusDay.current !== day) return
    const place = grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)
    // Until then the grid itself takes the keys: the place that had them has gone.
    if (!place) return grid.current?.focus({ preventScroll: true })
    focusDay.current = undefined
    place.focus()
  })

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
    const place = onMove(next)
    // A key that leads nowhere draws nothing, and so leaves nothing to do behind.
    if (place !== day) focusDay.current = place
    return undefined
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
      <div className={styles.sheet} data-view={view} data-busy={busy}>
        {view === 'year' && <YearPicture {...{ pixels, today }} year={period} />}
        <table
          ref={grid}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table is the tag of ARIA's grid
          role="grid"
          className={styles.grid}
          aria-label={label}
          aria-busy={busy}
          tabIndex={-1}
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
    </div>
  )
}

/** The value whose frame was painted last; undefined before the first one. */
function usePainted<Value>(value: Value): Value | undefined {
  const [painted, setPainted] = useState<Value>()
  // An effect because only the browser says when it paints; a task after its frame comes after the paint.
  useEffect(() => {
    let task: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      task = setTimeout(() => startTransition(() => setPainted(value)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(task)
    }
  }, [value])
  return painted
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

interface Shown extends Pick<PixelGridProps, 'view' | 'tracker' | 'pixels' | 'today'> {
  /** The year or the month: "2026", "2026-11". */
  readonly period: string
}

const noRows: PixelCell[][] = []

/** What the grid shows, row by row; counted anew only for other days, other answers or another language. */
function usePixelRows(shown: Shown | undefined): PixelCell[][] {
  const speech = useSpeech()
  return useMemo(() => {
    if (!shown) return noRows
    const first = `${shown.period}-01-01`.slice(0, 10) as LocalDate
    const places = shown.view === 'year' ? yearRows(first) : monthRows(first, weekDays())
    return pixelRows(places, shown)
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/memo-dependencies -- the labels are in the words of the speech
  }, [shown, speech])
}

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
