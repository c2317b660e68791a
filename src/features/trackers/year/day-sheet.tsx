import { useState } from 'react'
import { daysBetween, type LocalDate, utcDate } from '#contract/local-date.ts'
import { trackerTypes, type TrackerType } from '#contract/trackers/catalog.ts'
import { answerableDay, daysBackMax, trackerDay } from '#contract/trackers/model.ts'
import { saysNothing } from '#contract/trackers/note.ts'
import { useLocalClock, type LocalClock } from '#src/data/local-clock.ts'
import { defineLocal, useStored } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDay } from '#src/lib/dates.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Face } from '#src/ui/companion/face.tsx'
import { Sheet } from '#src/ui/dialog/dialog.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { CheckInRow } from '../check-in-rows.tsx'
import { entryOn, isAnswered, isGivenHere, type DayEntry } from '../entries-resource.ts'
import { BesideAnswer } from '../notes/lazy-parts.tsx'
import { readNoteDraft } from '../notes/note-draft.ts'
import { readDayNote } from '../notes/notes-resource.ts'
import { answerEmoji, answerLine, trackerLabels } from '../tracker-labels.ts'
import { isLater } from './pixel-days.ts'
import styles from './pixels.module.css'

export interface DaySheetProps {
  db: UserDatabase
  day: LocalDate
  entries: readonly DayEntry[]
  onClose: () => void
}

/** A day with its four answers and the words beside them; what was missed can be filled in while the server takes it. */
export function DaySheet({ db, day, entries, onClose }: DaySheetProps) {
  const clock = useLocalClock()
  const missed = trackerTypes.some((type) => !isAnswered(entryOn(entries, type, day)))
  return (
    <Sheet open onClose={onClose} title={formatDay(day)}>
      <div className={styles.day}>
        {trackerTypes.map((type) => (
          <DayPart
            key={type}
            db={db}
            type={type}
            day={day}
            clock={clock}
            entries={entries}
            onLeave={onClose}
          />
        ))}
        {missed && isTooOld(day, clock) && (
          <p className={styles.note}>{m.trackers_pixels_closed({ days: daysBackMax })}</p>
        )}
      </div>
    </Sheet>
  )
}

interface DayPartProps extends Pick<DaySheetProps, 'db' | 'day' | 'entries'> {
  type: TrackerType
  clock: LocalClock
  onLeave: () => void
}

/** One tracker: its answer, or its question where the day can still be answered. */
function DayPart(props: DayPartProps) {
  const { db, type, day, clock, entries } = props
  const entry = entryOn(entries, type, day)
  // What is answered here stays on the card of its question, which can take it back.
  const [asks] = useState(() => !isAnswered(entry) && isOpen(type, day, clock))
  if (asks) {
    return (
      <div className={styles.part}>
        <CheckInRow {...props} entry={entry} lead={false} />
      </div>
    )
  }
  const name = trackerLabels[type].name()
  return (
    <section className={styles.part} aria-label={name}>
      {isAnswered(entry) ? (
        <>
          <p className={styles.answer}>
            <span aria-hidden="true">
              <Face emoji={answerEmoji(type, entry.score)} />
            </span>
            <span>
              {name}: <strong>{answerLine(entry)}</strong>
            </span>
            {!isGivenHere(entry) && <Tag icon="install">{m.trackers_import_mark()}</Tag>}
            {isLater(entry) && <Tag icon="clock">{m.trackers_pixels_later()}</Tag>}
            {entry.state === 'waiting' && <Tag tone="warn">{m.trackers_state_waiting()}</Tag>}
          </p>
          {isGivenHere(entry) || entry.state === 'sent' ? (
            <BesideAnswer db={db} type={type} day={day} />
          ) : (
            <p className={styles.note}>{m.trackers_import_words_later()}</p>
          )}
        </>
      ) : (
        <>
          <p className={styles.note}>
            {name}: {m.ui_chart_no_entry()}
          </p>
          <LeftWords db={db} type={type} day={day} />
        </>
      )}
    </section>
  )
}

/** What stood beside an answer that has gone with an import: it is its person's own and stays. */
function LeftWords({ db, type, day }: Pick<DayPartProps, 'db' | 'type' | 'day'>) {
  const isLeft = useStored(db, isLeftResource, type, day)
  return isLeft ? <BesideAnswer db={db} type={type} day={day} /> : null
}

const isLeftResource = defineLocal({
  key: 'trackers.left-words',
  async read(db, trackerType: TrackerType, day: LocalDate) {
    const { note, isRefused } = await readDayNote(db, { trackerType, day })
    if (isRefused || (note && (!saysNothing(note) || note.replaced.length > 0))) return true
    if ((await readNoteDraft(db, trackerType, day)) !== undefined) return true
    return (await db.trackerPictures.get([trackerType, day])) !== undefined
  },
})

/** Whether an answer for the day would be taken; before four in the morning Fitness has no today yet. */
function isOpen(type: TrackerType, day: LocalDate, clock: LocalClock): boolean {
  return daysBetween(day, trackerDay(type, clock)) >= 0 && !isTooOld(day, clock)
}

/** West of Greenwich the server's day is ahead in the evening, and it is the server that refuses. */
function isTooOld(day: LocalDate, { date }: LocalClock): boolean {
  const utc = utcDate(Date.now())
  return answerableDay(day, date > utc ? date : utc) === 'too_old'
}
