import { addDays, daysBetween, type LocalDate } from '#contract/local-date.ts'
import { useLocalClock } from '#src/data/local-clock.ts'
import { defineLocal, preload, useStored } from '#src/data/resource.ts'
import { readPlayedRows, takenDays } from '#src/features/quests/played.ts'
import { openHelp } from '#src/features/safety/help/help.tsx'
import { useSpeech } from '#src/i18n/choose-language.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { weekDays } from '#src/i18n/speech.ts'
import { formatDays, weekdayName } from '#src/lib/dates.ts'
import { lookBackOff, readDismissed, dismiss } from '#src/offline/features/hints.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { isAnswered, isGivenHere, readEntries, type DayEntry } from './entries-resource.ts'
import { answerEmoji, answerLabel } from './tracker-labels.ts'
import styles from './look-back.module.css'

/** What a week had. It counts what was there, never what was missing. */
export interface LookBack {
  /** The first day of the week. */
  readonly from: LocalDate
  /** On how many of its days anything was answered. */
  readonly days: number
  /** The answer about mood that was given most often, the better one of two; undefined below three answers. */
  readonly mood: DayEntry | undefined
  /** The one day that stood above all others, where there was one. */
  readonly brightest: LocalDate | undefined
  /** How many quests were played to their end. */
  readonly quests: number
  /** What may stay: what went well on most of its days, or else that the person came by. */
  readonly keep: 'Sleep' | 'Fitness' | 'visit'
}

/** A look back is offered for so many days of the next week. */
const offeredDays = 3

/** A week with fewer days says too little to look back on. */
const daysMin = 3

/** So many answers make something usual. */
const usualMin = 3

/** Nobody is told to keep up how they eat: for some that is the wrong thing to count. */
const keepable = ['Sleep', 'Fitness'] as const

/** The hint of one week. */
export function lookBackHint({ from }: Pick<LookBack, 'from'>): string {
  return `${lookBackOff}.${from}`
}

/**
 * The look back at the week before that of `today`, where weeks begin with `first`, 0 for Sunday; null later in the week, after
 * too few days, and once it was put away.
 */
export const lookBackResource = defineLocal<LookBack | null, [today: LocalDate, first: number]>({
  key: 'trackers.lookBack',
  async read(db, today, first) {
    const from = weekBefore(today, first)
    if (daysBetween(from, today) >= 7 + offeredDays) return null
    const tables = [db.meta, db.trackerEntries, db.questRecords, db.outbox]
    const [put, entries, played] = await db.transaction('r', tables, () =>
      Promise.all([readDismissed(db), readEntries(db, from), readPlayedRows(db)]),
    )
    if (put.has(lookBackOff) || put.has(lookBackHint({ from }))) return null
    return lookBack(from, entries, takenDays(played))
  },
})

/** The first day of the week before that of `today`; weeks begin with `first`, 0 for Sunday. */
export function weekBefore(today: LocalDate, first: number): LocalDate {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  return addDays(today, -((weekday - first + 7) % 7) - 7)
}

/** What the week that begins with `from` had; null where that is too little. `quests`: the days of quests. */
export function lookBack(
  from: LocalDate,
  entries: readonly DayEntry[],
  quests: readonly string[],
): LookBack | null {
  const end = addDays(from, 7)
  const inWeek = (day: string) => day >= from && day < end
  const answered = entries.filter(
    (entry) => isAnswered(entry) && isGivenHere(entry) && inWeek(entry.day),
  )
  const days = new Set(answered.map(({ day }) => day)).size
  if (days < daysMin) return null
  return {
    from,
    days,
    mood: usual(answered.filter(({ trackerType }) => trackerType === 'Mood')),
    brightest: brightest(answered),
    quests: quests.filter(inWeek).length,
    keep: toKeep(answered),
  }
}

function usual(moods: readonly DayEntry[]): DayEntry | undefined {
  if (moods.length < usualMin) return undefined
  const times = (score: number) => moods.filter((entry) => entry.score === score).length
  return moods.toSorted((a, b) => times(b.score) - times(a.score) || b.score - a.score)[0]
}

/** Of the days with two answers or more. */
function brightest(answered: readonly DayEntry[]): LocalDate | undefined {
  const days = Map.groupBy(answered, ({ day }) => day)
  const means = [...days]
    .filter(([, entries]) => entries.length >= 2)
    .map(([day, entries]) => ({ day, mean: meanOf(entries) }))
    .toSorted((a, b) => b.mean - a.mean)
  const [best, next] = means
  return best && next && best.mean >= 3 && best.mean > next.mean ? best.day : undefined
}

function toKeep(answered: readonly DayEntry[]): LookBack['keep'] {
  const good = keepable
    .map((type) => ({ type, entries: answered.filter((entry) => entry.trackerType === type) }))
    .filter(({ entries }) => entries.length >= usualMin && meanOf(entries) >= 3)
    .toSorted((a, b) => meanOf(b.entries) - meanOf(a.entries))
  return good[0]?.type ?? 'visit'
}

function meanOf(entries: readonly DayEntry[]): number {
  return entries.reduce((sum, { score }) => sum + score, 0) / entries.length
}

/** For a page that shows the card: what it needs, so that it appears with the rest. */
export function preloadLookBack(db: UserDatabase, today: LocalDate): Promise<void> {
  return preload(db, lookBackResource, today, weekBegins())
}

function weekBegins(): number {
  return weekDays()[0] ?? 1
}

/** A kind look back at last week, made on this phone of what is on it; nothing where there is none. */
export function LookBackCard({ db }: { db: UserDatabase }) {
  const { date } = useLocalClock()
  // Where the person lives may become known only while the card is here.
  useSpeech()
  const week = useStored(db, lookBackResource, date, weekBegins())
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
