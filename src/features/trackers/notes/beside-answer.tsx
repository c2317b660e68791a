import { useContext, useEffect, useEffectEvent, useState } from 'react'
import type { LocalDate } from '#contract/local-date.ts'
import { trackerTypes, type TrackerType } from '#contract/trackers/catalog.ts'
import { trackerDay } from '#contract/trackers/model.ts'
import { saysNothing, type NoteWords, type ReplacedWords } from '#contract/trackers/note.ts'
import type { LocalClock } from '#src/data/local-clock.ts'
import { defineLocal, refreshResource, useStored } from '#src/data/resource.ts'
import { useRefresh } from '#src/data/use-refresh.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDay } from '#src/lib/dates.ts'
import { useDirtyForm } from '#src/lib/dirty.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { CardCollapsible } from '#src/ui/card/card-collapsible.tsx'
import { Face } from '#src/ui/companion/face.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { RefusedBanner } from '../check-in-rows.tsx'
import { isAnswered, isGivenHere, type DayEntry } from '../entries-resource.ts'
import { answerEmoji, answerLine, trackerLabels } from '../tracker-labels.ts'
import { DayPicture } from './day-picture.tsx'
import { OpenNote } from './lazy-parts.tsx'
import { keyOf, readNoteDraft, useIsUnstored } from './note-draft.ts'
import { feelingLabel, tagLabel } from './note-labels.ts'
import {
  decideAbout,
  notesResource,
  openDaysResource,
  readDayNote,
  type DayNote,
  type OpenDay,
} from './notes-resource.ts'
import styles from './notes.module.css'

export interface BesideAnswerProps {
  db: UserDatabase
  type: TrackerType
  day: LocalDate
  /** The link to what was refused leads to another page: a sheet that holds this closes. */
  onLeave?: (() => void) | undefined
}

interface KnownOfDay {
  readonly note: DayNote | undefined
  /** Words of the day were not accepted: the not-sent screen has them. */
  readonly isRefused: boolean
  readonly isDraft: boolean
}

/** What this device knows of one day of one tracker. */
const dayResource = defineLocal<KnownOfDay, [type: TrackerType, day: LocalDate]>({
  key: 'trackers.day-note',
  read: async (db, type, day) => ({
    ...(await readDayNote(db, { trackerType: type, day })),
    isDraft: (await readNoteDraft(db, type, day)) !== undefined,
  }),
})

/** What a person wrote beside an answer, and the way to write it: below the answer, never before it. */
export function BesideAnswer({ db, type, day, onLeave }: BesideAnswerProps) {
  const known = useStored(db, dayResource, type, day)
  const openNote = useContext(OpenNote)
  const isUnstored = useIsUnstored(db, { trackerType: type, day })
  useDirtyForm(isUnstored)
  const behind = known?.note?.behind ?? false
  const catchUp = useEffectEvent(() => {
    // Without a network the next look at the page asks.
    void refreshResource(db, notesResource, 0).catch(() => undefined)
  })
  // An effect because it is the server's receipt that says that there is something to fetch.
  useEffect(() => {
    if (behind) catchUp()
  }, [behind])
  if (!known) return <div className={styles.beside} />

  const { note, isRefused, isDraft } = known
  const action =
    isDraft || isUnstored
      ? m.trackers_note_go_on()
      : note && !saysNothing(note)
        ? m.trackers_note_change()
        : m.trackers_note_add()
  const about = { action, tracker: trackerLabels[type].name(), day: formatDay(day) }
  return (
    <div className={styles.beside}>
      {note && !saysNothing(note) && <Words words={note} />}
      <DayPicture db={db} type={type} day={day} />
      {note?.state === 'waiting' && (
        <Tag tone="warn" icon="clock">
          {m.trackers_state_waiting()}
        </Tag>
      )}
      {note?.replaced.map((other) => (
        <OtherWords key={other.rev} db={db} note={note} other={other} />
      ))}
      {isRefused && <RefusedBanner onLeave={onLeave} />}
      {isUnstored && <Banner tone="danger">{m.trackers_note_failed()}</Banner>}
      <Button
        look="quiet"
        size="small"
        icon="edit"
        aria-label={m.trackers_note_of(about)}
        onClick={() => openNote({ type, day })}
      >
        {action}
      </Button>
    </div>
  )
}

export interface DaysBeforeProps {
  db: UserDatabase
  entries: readonly DayEntry[]
  /** An answer of its day stands on a card of its own. */
  clock: LocalClock
}

/**
 * The answers of the last two weeks with their words, the newest first; each can be added to and changed. Older days are
 * among them as long as something of them waits for the person, or is on this phone alone.
 */
export function DaysBefore({ db, entries, clock }: DaysBeforeProps) {
  const [open, setOpen] = useState(false)
  // What other devices wrote comes with this, also while it is folded.
  useRefresh(() => refreshResource(db, notesResource, 0))
  return (
    <CardCollapsible
      title={m.trackers_note_before_title()}
      summary={m.trackers_note_before_text()}
      onToggle={setOpen}
    >
      {open && <EarlierDays db={db} entries={entries} clock={clock} />}
    </CardCollapsible>
  )
}

function EarlierDays({ db, entries, clock }: DaysBeforeProps) {
  const openDays = useStored(db, openDaysResource)
  if (!openDays) return null
  const answered = entries.filter(isAnswered).map((entry): OpenDay => ({ ...entry, entry }))
  const known = new Map([...openDays, ...answered].map((each) => [keyOf(each), each]))
  const earlier = [...known.values()].filter(
    ({ trackerType, day }) => day < trackerDay(trackerType, clock),
  )
  const days = [...new Set(earlier.map(({ day }) => day))].toSorted().toReversed()
  if (days.length === 0) return <p>{m.trackers_note_before_none()}</p>
  return days.map((day) => (
    <section key={day} className={styles.day}>
      <h3 className={styles.legend}>{formatDay(day)}</h3>
      {trackerTypes
        .flatMap((type) => earlier.filter((each) => each.day === day && each.trackerType === type))
        .map(({ trackerType, entry }) => (
          <div key={trackerType} className={styles.entry}>
            <AnswerLine type={trackerType} entry={entry} />
            {entry && !isGivenHere(entry) && entry.state !== 'sent' ? (
              <p className={styles.line}>{m.trackers_import_words_later()}</p>
            ) : (
              <BesideAnswer db={db} type={trackerType} day={day} />
            )}
          </div>
        ))}
    </section>
  ))
}

/** A tracker with its answer, where that is known. */
function AnswerLine({ type, entry }: { type: TrackerType; entry: DayEntry | undefined }) {
  const name = trackerLabels[type].name()
  if (!isAnswered(entry)) return <p className={styles.line}>{name}</p>
  return (
    <p className={styles.line}>
      <span aria-hidden="true">
        <Face emoji={answerEmoji(type, entry.score)} />
      </span>
      <span>
        {name}: <strong>{answerLine(entry)}</strong>
      </span>
    </p>
  )
}

/** Feelings and tags as small words, the note below them. */
function Words({ words }: { words: NoteWords }) {
  const felt = words.feelings.map(feelingLabel).filter((label) => label !== undefined)
  const tags = [...words.tags.map(tagLabel), ...words.ownTags].filter((each) => each !== undefined)
  return (
    <div className={styles.words}>
      {felt.length + tags.length > 0 && (
        <ul className={styles.tags}>
          {felt.map((label) => (
            <li key={label}>
              <Tag tone="accent">{label}</Tag>
            </li>
          ))}
          {tags.map((label) => (
            <li key={label}>
              <Tag>
                <bdi>{label}</bdi>
              </Tag>
            </li>
          ))}
        </ul>
      )}
      {words.text && (
        <p className={styles.text} dir="auto">
          {words.text}
        </p>
      )}
    </div>
  )
}

interface OtherWordsProps {
  db: UserDatabase
  note: DayNote
  other: ReplacedWords
}

/** What another device had written before this came over it: shown until the person decides, and one tap away. */
function OtherWords({ db, note, other }: OtherWordsProps) {
  const [busy, setBusy] = useState(false)

  async function decide(decision: 'take' | 'leave') {
    setBusy(true)
    try {
      await decideAbout(db, { note, other }, decision)
    } catch {
      showToast({ text: m.trackers_note_failed(), tone: 'danger' })
    }
    setBusy(false)
  }

  return (
    <section className={styles.other}>
      <p className={styles.otherTitle}>{m.trackers_note_conflict()}</p>
      <Words words={other} />
      <div className={styles.choices}>
        <Button look="secondary" size="small" busy={busy} onClick={() => void decide('take')}>
          {m.trackers_note_conflict_take()}
        </Button>
        <Button look="quiet" size="small" busy={busy} onClick={() => void decide('leave')}>
          {m.trackers_note_conflict_leave()}
        </Button>
      </div>
    </section>
  )
}
