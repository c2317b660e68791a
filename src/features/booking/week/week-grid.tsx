import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useId, useRef, type KeyboardEvent } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatNumber } from '#src/i18n/speech.ts'
import {
  formatClock,
  formatClockSpan,
  formatDayOfWeek,
  formatHour,
  formatWeekday,
} from '#src/lib/dates.ts'
import { isFocusFree } from '#src/ui/focus.ts'
import { directionAt } from '#src/ui/menu/roving.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { otherName } from '../bookings-resource.ts'
import { gridMove, type CellPlace } from './grid-keys.ts'
import { type FilledDay, hoursShown, minuteOn } from './week-resource.ts'
import styles from './week.module.css'

export interface WeekGridProps {
  days: readonly FilledDay[]
  timeZone: string
  nowMs: number
  /** What the grid is of: its days and its zone. */
  label: string
  /** The cell that the Tab key reaches; that of today in the first row without one. */
  at: CellPlace | undefined
  onAt: (place: CellPlace) => void
  /** Whether a key has led to this week: the cell takes the focus then, which went with the week before. */
  takesFocus: () => boolean
  /** A week earlier or later. */
  onWeek: (step: -1 | 1) => void
}

/** A week as a grid of hours and days; one stop for the Tab key, the arrow keys move within. */
export function WeekGrid(props: WeekGridProps) {
  const { days, timeZone, nowMs, label, at, onAt, takesFocus, onWeek } = props
  const grid = useRef<HTMLTableElement>(null)
  const helpId = useId()
  const hours = hoursShown(days.flatMap(({ working, sessions }) => [...working, ...sessions]))
  const today = days.findIndex(({ day }) => day.fromMs <= nowMs && nowMs < day.toMs)
  const size = { rows: hours.length, columns: days.length }
  const current = {
    row: Math.min(at?.row ?? 0, size.rows - 1),
    column: at?.column ?? Math.max(today, 0),
  }

  const onArrival = useEffectEvent(() => {
    if (!takesFocus()) return
    if (isFocusFree() || grid.current?.contains(document.activeElement)) {
      focusCell(grid.current, current)
    }
  })
  // An effect because a cell can have the focus only once it is in the page.
  useEffect(() => onArrival())

  function onKeyDown(event: KeyboardEvent) {
    const cell = cellOf(event.target)
    if (!cell) return
    const move = gridMove(event, cell, { ...size, direction: directionAt(cell.element) })
    if (move === undefined) return openOrLeave(event, cell.element)
    event.preventDefault()
    if ('week' in move) return onWeek(move.week)
    onAt(move)
    focusCell(grid.current, move)
  }

  return (
    <>
      <span id={helpId} hidden>
        {m.booking_week_help()}
      </span>
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the grid pattern of ARIA is a table whose cells take the focus
        role="grid"
        tabIndex={-1}
        className={styles.grid}
        aria-label={label}
        aria-describedby={helpId}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          const cell = cellOf(target)
          if (cell) onAt({ row: cell.row, column: cell.column })
        }}
      >
        <HeadRow days={days} today={today} />
        <tbody>
          {hours.map((hour, row) => (
            <tr key={hour}>
              <th scope="row" className={styles.hour}>
                {formatHour(`${String(hour).padStart(2, '0')}:00`)}
              </th>
              {days.map((day, column) => (
                <HourCell
                  key={day.day.date}
                  at={{ row, column }}
                  {...{ day, hour, timeZone }}
                  last={row === size.rows - 1}
                  nowMinute={column === today ? minuteOn(day.day, nowMs, timeZone) : undefined}
                  focusable={row === current.row && column === current.column}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function HeadRow({ days, today }: { days: readonly FilledDay[]; today: number }) {
  return (
    <thead className={styles.head}>
      <tr>
        <th scope="col" className={styles.corner}>
          <VisuallyHidden>{m.booking_week_time()}</VisuallyHidden>
        </th>
        {days.map(({ day: { date } }, column) => (
          <th
            key={date}
            scope="col"
            className={styles.dayHead}
            aria-current={column === today ? 'date' : undefined}
          >
            <span aria-hidden>{formatWeekday(date)}</span>{' '}
            <strong aria-hidden>{formatNumber(Number(date.slice(8)))}</strong>
            {column === today && (
              <span className={styles.today} aria-hidden>
                {m.booking_week_today()}
              </span>
            )}
            <VisuallyHidden>{formatDayOfWeek(date)}</VisuallyHidden>
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface HourCellProps {
  at: { row: number; column: number }
  day: FilledDay
  hour: number
  timeZone: string
  /** Nothing reaches over the lower edge of the grid. */
  last: boolean
  /** The minute of today; undefined on every other day. */
  nowMinute: number | undefined
  /** The one cell that the Tab key reaches. */
  focusable: boolean
}

/** One hour of one day. A cell with one session hands the focus on to it. */
function HourCell({ at, day, hour, timeZone, last, nowMinute, focusable }: HourCellProps) {
  const [from, until] = [hour * 60, hour * 60 + 60]
  const inHour = <P extends { from: number; until: number }>(pieces: readonly P[]) =>
    pieces.filter((piece) => piece.from < until && piece.until > from)
  const starting = day.sessions.filter((piece) => piece.from >= from && piece.from < until)
  const working = inHour(day.working)
  const busy = inHour(day.busy)
  const alone = starting.length === 1
  const tabIndex = focusable ? 0 : -1
  return (
    <td
      className={styles.cell}
      data-cell={`${at.row}:${at.column}`}
      tabIndex={alone ? undefined : tabIndex}
    >
      {working.map((piece) => (
        <span
          key={piece.from}
          className={styles.working}
          style={placeOf(piece, { from, until })}
          aria-hidden
        />
      ))}
      {busy.map((piece) => (
        <span
          key={`${piece.from} ${piece.of.fromMs}`}
          className={styles.busy}
          style={placeOf(piece, { from, until })}
          aria-hidden
        >
          {(piece.from >= from || at.row === 0) && piece.of.label}
        </span>
      ))}
      {nowMinute !== undefined && nowMinute >= from && nowMinute < until && (
        <span
          className={styles.now}
          style={{ insetBlockStart: `${((nowMinute - from) / 60) * 100}%` }}
          aria-hidden
        />
      )}
      <VisuallyHidden>
        {cellText({ working: working.length > 0, busy: busy.map(({ of }) => of.label) })}
        {starting.length > 1 && m.booking_week_sessions_here({ count: starting.length })}
      </VisuallyHidden>
      {starting.map((piece) => (
        <Link
          key={piece.of._id}
          to="/sessions/$id"
          params={{ id: piece.of._id }}
          className={styles.session}
          style={placeOf(piece, { from, until: last ? until : 24 * 60 })}
          tabIndex={alone ? tabIndex : -1}
        >
          <strong className={styles.sessionName} dir="auto">
            {otherName(piece.of)}
          </strong>{' '}
          <span aria-hidden>{formatClock(piece.of.start, timeZone)}</span>
          <VisuallyHidden>{formatClockSpan(piece.of, timeZone)}</VisuallyHidden>
        </Link>
      ))}
    </td>
  )
}

/** Where in its hour something begins and how far it reaches, also into the hours below. */
function placeOf(
  piece: { from: number; until: number },
  hour: { from: number; until: number },
): { insetBlockStart: string; blockSize: string } {
  const start = Math.max(piece.from, hour.from)
  const end = Math.min(piece.until, hour.until)
  return {
    insetBlockStart: `${((start - hour.from) / 60) * 100}%`,
    blockSize: `${((end - start) / 60) * 100}%`,
  }
}

function cellText({ working, busy }: { working: boolean; busy: readonly string[] }): string {
  const hours = working ? m.booking_week_works() : m.booking_week_off()
  return [hours, ...busy, ''].join('. ')
}

interface FoundCell {
  row: number
  column: number
  element: HTMLElement
}

function cellOf(target: EventTarget): FoundCell | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null
  const [row, column] = element?.dataset['cell']?.split(':').map(Number) ?? []
  return element && row !== undefined && column !== undefined ? { row, column, element } : undefined
}

function focusCell(grid: HTMLElement | null, { row, column }: { row: number; column: number }) {
  const cell = grid?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)
  const links = cell?.querySelectorAll('a')
  const [only] = links?.length === 1 ? links : []
  ;(only ?? cell)?.focus()
}

/** Enter goes into a cell with several sessions and from one to the next, Escape back to the cell. */
function openOrLeave(event: KeyboardEvent, cell: HTMLElement): void {
  const links = [...cell.querySelectorAll('a')]
  if (event.key === 'Enter' && event.target === cell && links[0]) {
    event.preventDefault()
    links[0].focus()
  }
  if (event.key === 'Escape' && links.length > 1) cell.focus()
}
