import { preload, useStored } from '#src/data/resource.ts'
import { openHelp } from '#src/features/safety/help/help.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDays, weekdayName } from '#src/lib/dates.ts'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import { dismiss, lookBackOff } from '#src/offline/features/dismissed.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { useLocalClock } from '#src/data/local-clock.ts'
import { lookBackHint, lookBackResource, type LookBack } from './look-back.ts'
import styles from './look-back.module.css'
import { answerEmoji, answerLabel } from './tracker-labels.ts'

/** For a page that shows the card: what it needs, so that it appears with the rest. */
export function preloadLookBack(db: UserDatabase, today: LocalDate): Promise<void> {
  return preload(db, lookBackResource, today)
}

/** A kind look back at last week, made on this phone of what is on it; nothing where there is none. */
export function LookBackCard({ db }: { db: UserDatabase }) {
  const { date } = useLocalClock()
  const week = useStored(db, lookBackResource, date)
  if (!week) return null
  return (
    <Card tint="sun" aria-labelledby="look-back">
      <CardHeader
        title={<span id="look-back">{m.trackers_lookback_title()}</span>}
        subtitle={formatDays(week.from, addDays(week.from, 6))}
      />
      <CardBody>
        <ul className={styles.lines}>
          {linesOf(week).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className={styles.keep}>{m.trackers_lookback_keep({ what: keepWords[week.keep]() })}</p>
        <div className={styles.actions}>
          {isHeavy(week) && (
            <Button look="secondary" size="small" icon="heart" onClick={openHelp}>
              {m.safety_open()}
            </Button>
          )}
          <Button
            look="secondary"
            size="small"
            onClick={() => void dismiss(db, lookBackHint(week))}
          >
            {m.ui_close()}
          </Button>
          <Button look="quiet" size="small" onClick={() => void dismiss(db, lookBackOff)}>
            {m.trackers_lookback_off()}
          </Button>
        </div>
      </CardBody>
    </Card>
  )
}

const keepWords = {
  Sleep: m.trackers_lookback_keep_sleep,
  Fitness: m.trackers_lookback_keep_fitness,
  visit: m.trackers_lookback_keep_visit,
} as const satisfies Record<LookBack['keep'], () => string>

/** Whether most of its moods were low: such a week is told of with care. */
function isHeavy({ mood }: LookBack): boolean {
  return mood !== undefined && mood.score <= 2
}

/** Four lines at most; the one about what to keep comes last. */
function linesOf(week: LookBack): string[] {
  const { days, mood, brightest, quests } = week
  return [
    m.trackers_lookback_days({ count: days }),
    isHeavy(week) && m.trackers_lookback_heavy(),
    !isHeavy(week) &&
      mood &&
      m.trackers_lookback_mood({
        answer: `${answerEmoji('Mood', mood.score)} ${answerLabel(mood.answer)}`,
      }),
    brightest && m.trackers_lookback_brightest({ day: weekdayOf(brightest) }),
    quests > 0 && m.trackers_lookback_quests({ count: quests }),
  ].filter((line) => typeof line === 'string')
}

function weekdayOf(day: LocalDate): string {
  return weekdayName(new Date(`${day}T00:00:00Z`).getUTCDay())
}
