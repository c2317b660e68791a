import type { ReactElement } from 'react'
import { trackerDay, trackerTypes } from '#contract/trackers/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button-class.ts'
import { Card, CardHeader } from '#src/ui/card.tsx'
import { entryOn, isAnswered, type DayEntry } from './day-entry.ts'
import type { LocalClock } from './local-clock.ts'
import styles from './check-in-card.module.css'

export interface CheckInCardProps {
  entries: readonly DayEntry[]
  clock: LocalClock
  /** Draws the link to the trackers. */
  link: (props: { className: string | undefined; children: string }) => ReactElement
}

/** How much of today is answered, and the way to the rest. */
export function CheckInCard({ entries, clock, link }: CheckInCardProps) {
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
      {link({
        className: buttonClass({ look: all ? 'secondary' : 'primary' }),
        children: all ? m.trackers_check_in_view() : m.trackers_check_in_action(),
      })}
    </Card>
  )
}
