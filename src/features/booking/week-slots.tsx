import {
  type Slot,
  type SlotsReply,
  bookingAheadDaysMax,
  windowDaysMax,
} from '#contract/booking/model.ts'
import { localTimeAt } from '#contract/local-date.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useRemote } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import {
  formatClock,
  formatDateSpan,
  formatWeekdayDate,
  zoneLabel,
  formatWeekdayClock,
} from '#src/lib/dates.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { slotsRemote, type SlotSource } from './booking-data.ts'
import styles from './booking.module.css'

/** After these the slots on screen are not those of the server. */
const slotGone = new Set(['slot_taken', 'slot_unavailable'])

export function isSlotGone(error: unknown): boolean {
  return isApiProblem(error) && slotGone.has(error.problem.code)
}

export interface WeekSlotsProps {
  of: { db: UserDatabase; source: SlotSource; week: Week; duration: number }
  viewerZone: string
  chosen: Slot | undefined
  onChoose: (slot: Slot) => void
}

/** The slots of one week as the server says them now; another week is another one of these. */
export function WeekSlots({ of: { db, source, week, duration }, ...list }: WeekSlotsProps) {
  const { kind, id } = source
  const slots = useRemote(db, slotsRemote, kind, id, week.startMs, week.endMs, duration)
  if (slots.data) return <SlotList reply={slots.data} own={kind === 'session'} {...list} />
  return (
    <ResourceMissing
      of={slots}
      skeleton={{ shape: 'block', count: 3 }}
      failed={m.booking_slots_failed()}
      offline={m.booking_offline()}
    />
  )
}

interface SlotListProps {
  reply: SlotsReply
  /** The viewer is the provider. */
  own: boolean
  viewerZone: string
  chosen: Slot | undefined
  onChoose: (slot: Slot) => void
}

/**
 * Spec 2: the slots of a week by day, in the viewer's time and, where it differs, the provider's; a provider's own is that of
 * their working hours.
 */
function SlotList({ reply, own, viewerZone, chosen, onChoose }: SlotListProps) {
  const days = slotDays(reply.slots, viewerZone)
  if (days.length === 0) {
    return (
      <EmptyState emoji="📅" title={m.booking_slots_none()} text={m.booking_slots_none_text()} />
    )
  }
  const zones = { viewer: viewerZone, provider: reply.timeZone }
  const differs = reply.slots.some(({ start }) => timeThere(start, zones) !== undefined)
  const otherZone = own ? m.booking_own_zone : m.booking_other_zone
  return (
    <>
      <p className={styles.muted}>
        {m.booking_your_zone({ zone: zoneLabel(viewerZone) })}{' '}
        {differs && otherZone({ zone: zoneLabel(reply.timeZone) })}
      </p>
      {days.map(({ day, slots }) => (
        <section key={day} className={styles.day}>
          <h3 className={styles.dayName}>
            {formatWeekdayDate(slots[0]?.start ?? day, viewerZone)}
          </h3>
          <ul className={styles.slots}>
            {slots.map((slot) => (
              <li key={slot.start}>
                <SlotButton
                  slot={slot}
                  own={own}
                  zones={zones}
                  chosen={slot.start === chosen?.start}
                  onChoose={onChoose}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

interface SlotButtonProps {
  slot: Slot
  own: boolean
  zones: { viewer: string; provider: string }
  chosen: boolean
  onChoose: (slot: Slot) => void
}

function SlotButton({ slot, own, zones, chosen, onChoose }: SlotButtonProps) {
  const there = timeThere(slot.start, zones)
  const whose = own ? m.booking_there_own : m.booking_there
  return (
    <button
      type="button"
      className={styles.slot}
      aria-pressed={chosen}
      onClick={() => onChoose(slot)}
    >
      {formatClock(slot.start, zones.viewer)}
      {there !== undefined && <span className={styles.there}> {whose({ time: there })}</span>}
    </button>
  )
}

interface WeekBarProps {
  week: Week
  onWeek: (index: number) => void
}

/** Spec 2: week navigation; nothing is before today or beyond what can be booked, and its button keeps the focus there. */
export function WeekBar({ week, onWeek }: WeekBarProps) {
  const { index } = week
  const last = weeksMax - 1
  return (
    <nav className={styles.weekBar} aria-label={m.booking_week()}>
      <Button
        look="secondary"
        size="small"
        aria-disabled={index === 0}
        onClick={() => onWeek(Math.max(0, index - 1))}
      >
        {m.booking_week_previous()}
      </Button>
      <h2 className={styles.week} aria-live="polite">
        {formatDateSpan({ start: week.startMs, end: week.endMs - 1 })}
      </h2>
      <Button
        look="secondary"
        size="small"
        aria-disabled={index === last}
        onClick={() => onWeek(Math.min(last, index + 1))}
      >
        {m.booking_week_next()}
      </Button>
    </nav>
  )
}

/** The slots of one day that can be booked. */
export interface SlotDay {
  /** The day by the viewer's clock, `2026-11-21`. */
  readonly day: string
  readonly slots: readonly Slot[]
}

/** The slots that can be booked, by the day that the viewer's clock shows, in order. */
export function slotDays(slots: readonly Slot[], viewerZone: string): SlotDay[] {
  const days = new Map<string, Slot[]>()
  for (const slot of slots) {
    if (!slot.available) continue
    const day = localTimeAt(Date.parse(slot.start), viewerZone).date
    days.set(day, [...(days.get(day) ?? []), slot])
  }
  return [...days].map(([day, found]) => ({ day, slots: found }))
}

/** What the provider's clock shows where it is not what the viewer's shows; with its day where that differs too. */
export function timeThere(
  instant: string,
  { viewer, provider }: { viewer: string; provider: string },
): string | undefined {
  const there = formatClock(instant, provider)
  const sameDay = formatWeekdayDate(instant, provider) === formatWeekdayDate(instant, viewer)
  if (sameDay) return there === formatClock(instant, viewer) ? undefined : there
  return formatWeekdayClock(instant, provider)
}

/** Spec 9: a page of the calendar, 7 days by this device's clock; the first begins today. */
interface Week {
  readonly index: number
  readonly startMs: number
  readonly endMs: number
}

/** The number of weeks to choose from: nothing can be booked further ahead. */
const weeksMax = Math.ceil(bookingAheadDaysMax / windowDaysMax)

/** The week so many pages after the one that begins on the day of `nowMs`. */
export function weekAt(nowMs: number, index: number): Week {
  const now = new Date(nowMs)
  const midnightMs = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).getTime()
  return {
    index,
    startMs: midnightMs(index * windowDaysMax),
    endMs: midnightMs((index + 1) * windowDaysMax),
  }
}
