import type { Slot, SlotsReply } from '#contract/booking/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import styles from './booking.module.css'
import { slotDays, timeThere } from './slot-times.ts'
import { formatClock, formatWeekdayDate, zoneLabel } from '#src/lib/dates.ts'

export interface SlotListProps {
  reply: SlotsReply
  viewerZone: string
  chosen: Slot | undefined
  onChoose: (slot: Slot) => void
}

/** Spec 2: the slots of a week by day, in the viewer's time and, where it differs, the provider's. */
export function SlotList({ reply, viewerZone, chosen, onChoose }: SlotListProps) {
  const days = slotDays(reply.slots, viewerZone)
  if (days.length === 0) {
    return (
      <EmptyState emoji="📅" title={m.booking_slots_none()} text={m.booking_slots_none_text()} />
    )
  }
  const zones = { viewer: viewerZone, provider: reply.timeZone }
  const differs = reply.slots.some(({ start }) => timeThere(start, zones) !== undefined)
  return (
    <>
      <p className={styles.muted}>
        {m.booking_your_zone({ zone: zoneLabel(viewerZone) })}{' '}
        {differs && m.booking_other_zone({ zone: zoneLabel(reply.timeZone) })}
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
  zones: { viewer: string; provider: string }
  chosen: boolean
  onChoose: (slot: Slot) => void
}

function SlotButton({ slot, zones, chosen, onChoose }: SlotButtonProps) {
  const there = timeThere(slot.start, zones)
  return (
    <button
      type="button"
      className={styles.slot}
      aria-pressed={chosen}
      onClick={() => onChoose(slot)}
    >
      {formatClock(slot.start, zones.viewer)}
      {there !== undefined && (
        <span className={styles.there}> {m.booking_there({ time: there })}</span>
      )}
    </button>
  )
}
