import type { BusySlot } from '#contract/calendar/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { longMoment } from '#src/lib/long-date.ts'
import { Button } from '#src/ui/button/button.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './calendar.module.css'

export interface BusyListProps {
  slots: readonly BusySlot[]
  /** By whose clock they are written. */
  timeZone: string
  /** The id of the one that is being removed. */
  removing: string | undefined
  onRemove: (slot: BusySlot) => void
}

/** The busy times ahead, first first. */
export function BusyList({ slots, timeZone, removing, onRemove }: BusyListProps) {
  if (slots.length === 0) return <p className={styles.muted}>{m.calendar_busy_none()}</p>
  return (
    <ul className={styles.list} aria-label={m.calendar_busy_list()}>
      {slots.map((slot) => (
        <li key={slot.id} className={styles.slot}>
          <div className={styles.words}>
            <p>{spanWords(slot, timeZone)}</p>
            {slot.reason && (
              <p className={styles.muted} dir="auto">
                {slot.reason}
              </p>
            )}
          </div>
          <Button
            look="secondary"
            size="small"
            icon="trash"
            busy={removing === slot.id}
            onClick={() => onRemove(slot)}
          >
            {m.calendar_busy_remove()} <VisuallyHidden>{spanWords(slot, timeZone)}</VisuallyHidden>
          </Button>
        </li>
      ))}
    </ul>
  )
}

function spanWords({ start, end }: BusySlot, timeZone: string): string {
  return `${longMoment(Date.parse(start), timeZone)} – ${longMoment(Date.parse(end), timeZone)}`
}
