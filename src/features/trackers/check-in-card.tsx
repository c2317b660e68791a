import { Link } from '@tanstack/react-router'
import { trackerTypes } from '#contract/trackers/catalog.ts'
import { trackerDay } from '#contract/trackers/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { Card, CardHeader } from '#src/ui/card/card.tsx'
import { entryOn, isAnswered, type DayEntry } from './day-entry.ts'
import type { LocalClock } from './local-clock.ts'
import styles from './check-in-card.module.css'

export interface CheckInCardProps {
  entries: readonly DayEntry[]
  clock: LocalClock
}

/** How much of today is answered, and the way to the rest. */
export function CheckInCard({ entries, clock }: CheckInCardProps) {
  const done = trackerTypes.filter((type) =>
    isAnswered(entryOn(entries, type, trackerDay(type, clock))),
  ).length
  const all = done === trackerTypes.length
  return (
    <Card tint={all ? 'mint' : 'sun'} className={styles.card}>
      <CardHeader
        start={
          <span className={styles.emoji} aria-hidden="true">
            {all ? '🌟' : '☀️'}
          </span>
        }
        title={m.trackers_check_in_title()}
        subtitle={all ? m.trackers_check_in_done() : m.trackers_check_in_progress({ done })}
      />
      <Link className={buttonClass({ look: all ? 'secondary' : 'primary' })} to="/trackers">
        {all ? m.trackers_check_in_view() : m.trackers_check_in_action()}
      </Link>
    </Card>
  )
}
