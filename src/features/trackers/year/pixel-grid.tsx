import { useMemo, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import type { LocalDate } from '#contract/local-date.ts'
import { trackerTypes } from '#contract/trackers/catalog.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatNumber, joinWords, weekDays } from '#src/i18n/speech.ts'
import { formatDay, monthAs, weekdayMark, weekdayName } from '#src/lib/dates.ts'
import tableStyles from '#src/ui/chart/chart-table.module.css'
import { directionAt } from '#src/ui/menu/roving.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
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

/** A year or a month, a shape for every day: one tab stop, in which the arrow keys move (ARIA's pattern of a grid). */
export function PixelGrid(props: PixelGridProps) {
  const { view, tracker, label, pixels, day, today, busy, onMove, onOpen } = props
  const grid = useRef<HTMLTableElement>(null)
  const week = weekDays()
  const rows = view === 'year' ? yearRows(day) : monthRows(day, week)
  const numbers = useMemo(
    () => Array.from({ length: 31 }, (_, index) => formatNumber(index + 1)),
    [],
  )

  function press(event: KeyboardEvent<HTMLTableElement>) {
    const { key, ctrlKey } = event
    if (key === 'Enter' || key === ' ') {
      event.preventDefault()
      return onOpen(day)
    }
    const direction = directionAt(event.currentTarget)
    const next = stepFrom(day, { key, ctrlKey, view, direction, weekDays: week })
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
        onKeyDown={press}
        onClick={open}
      >
        <thead>{view === 'year' ? <MonthNames /> : <WeekdayNames week={week} />}</thead>
        <tbody>
          {rows.map((places, row) => (
            <tr key={places.find(Boolean)}>
              {view === 'year' && <th scope="row">{numbers[row]}</th>}
              {places.map((place, column) => {
                const number = view === 'month' && place && numbers[Number(place.slice(8)) - 1]
                if (place === undefined || place > today) return <td key={column}>{number}</td>
                const pixel = pixels.get(place)
                return (
                  <td
                    key={column}
                    tabIndex={place === day ? 0 : -1}
                    data-day={place}
                    data-score={pixel?.score ?? 0}
                    aria-label={pixelLabel(place, pixel, tracker)}
                    aria-current={place === today ? 'date' : undefined}
                  >
                    {number}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
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

function WeekdayNames({ week }: { week: readonly number[] }) {
  return (
    <tr>
      {week.map((weekday) => (
        <th key={weekday} scope="col">
          <span aria-hidden="true">{weekdayMark(weekday)}</span>
          <VisuallyHidden>{weekdayName(weekday)}</VisuallyHidden>
        </th>
      ))}
    </tr>
  )
}

/** The day and what was answered, in one line. */
function pixelLabel(day: LocalDate, pixel: Pixel | undefined, tracker: PixelTracker): string {
  const answers = pixel?.answers.map((entry) =>
    tracker === 'All'
      ? `${trackerLabels[entry.trackerType].name()}: ${answerLine(entry)}`
      : answerLine(entry),
  )
  return joinWords([formatDay(day), ...(answers ?? [m.ui_chart_no_entry()])])
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
                return <td key={type}>{entry ? answerLine(entry) : m.ui_chart_no_entry()}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
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
