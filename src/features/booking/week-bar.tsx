import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import styles from './booking.module.css'
import { formatDateSpan } from '#src/lib/dates.ts'
import { weeksMax, type Week } from './week.ts'

export interface WeekBarProps {
  week: Week
  onWeek: (index: number) => void
}

/** Spec 2: week navigation; there is nothing before today and nothing beyond what can be booked. */
export function WeekBar({ week, onWeek }: WeekBarProps) {
  const { index } = week
  return (
    <nav className={styles.weekBar} aria-label={m.booking_week()}>
      <Button
        look="secondary"
        size="small"
        disabled={index === 0}
        onClick={() => onWeek(index - 1)}
      >
        {m.booking_week_previous()}
      </Button>
      <h2 className={styles.week} aria-live="polite">
        {formatDateSpan({ start: week.startMs, end: week.endMs - 1 })}
      </h2>
      <Button
        look="secondary"
        size="small"
        disabled={index + 1 >= weeksMax}
        onClick={() => onWeek(index + 1)}
      >
        {m.booking_week_next()}
      </Button>
    </nav>
  )
}
