import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LocalDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { lettersIn, noteLettersMax, sameWords, type NoteWords } from '#contract/trackers/note.ts'
import { refreshResource } from '#src/data/resource.ts'
import { openHelp } from '#src/features/safety/help/help.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDay } from '#src/lib/dates.ts'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { within } from '#src/lib/within.ts'
import { StorageFullError } from '#src/offline/storage/quota.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { NoteDraft } from '#src/offline/features/tracker-notes.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Sheet } from '#src/ui/dialog/dialog.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { TextArea } from '#src/ui/field/text-area.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { trackerLabels } from '../tracker-labels.ts'
import { DayPictureField } from './day-picture.tsx'
import { FeelingWheel } from './feeling-wheel.tsx'
import {
  deleteNoteDraft,
  isUnstored,
  notesResource,
  readNoteDraft,
  readNotes,
  readOwnTags,
  saveNote,
  saveNoteDraft,
} from './notes-resource.ts'
import styles from './notes.module.css'
import { TagPart, withTag } from './tag-part.tsx'

export interface NoteSheetProps {
  db: UserDatabase
  type: TrackerType
  day: LocalDate
  onClose: () => void
}

/** What the sheet opens with. */
interface Begun {
  readonly words: NoteWords
  /** The write that the person sees; null where there is none. */
  readonly basedOn: string | null
  /** What was saved of the day. */
  readonly saved: NoteWords
  readonly isDraft: boolean
  /** What stood in the field for one more tag. */
  readonly pendingTag: string
  readonly knownTags: readonly string[]
  /** Why the draft is in memory alone. */
  readonly failure: string | undefined
}

const nothing: NoteWords = { feelings: [], tags: [], ownTags: [], text: '' }

/** So long the newest from another device may take before the sheet opens with what is here. */
const newestMsMax = 600

/** Feelings, tags and a note beside an answer. What is written is saved as a draft with each letter. */
export function NoteSheet({ db, type, day, onClose }: NoteSheetProps) {
  const [begun, setBegun] = useState<Begun>()
  const onFailure = useEffectEvent(() => {
    showToast({ text: m.trackers_note_open_failed(), tone: 'danger' })
    onClose()
  })

  // An effect because the database and the server answer on their own time.
  useEffect(() => {
    let over = false
    begin(db, type, day).then(
      (found) => !over && setBegun(found),
      () => onFailure(),
    )
    return () => {
      over = true
    }
  }, [db, type, day])

  if (!begun) return null
  return <NoteForm db={db} type={type} day={day} begun={begun} onClose={onClose} />
}

async function begin(db: UserDatabase, type: TrackerType, day: LocalDate): Promise<Begun> {
  const draft = await readNoteDraft(db, type, day)
  // What another device wrote meanwhile is what the person wants to see before they write.
  if (!draft && navigator.onLine) {
    await within(newestMsMax, refreshResource(db, notesResource, 0))
  }
  const notes = await readNotes(db, day)
  const note = notes.find((each) => each.trackerType === type && each.day === day)
  const saved = note ? wordsOf(note) : nothing
  return {
    words: draft ? wordsOf(draft) : saved,
    basedOn: draft ? draft.basedOn : (note?.rev ?? null),
    saved,
    isDraft: draft !== undefined,
    pendingTag: draft?.pendingTag ?? '',
    knownTags: await readOwnTags(db),
    failure: draft && isUnstored(db, draft) ? await storeAgain(db, draft) : undefined,
  }
}

/** There may be room by now; why there is none. */
async function storeAgain(db: UserDatabase, draft: NoteDraft): Promise<string | undefined> {
  try {
    await saveNoteDraft(db, draft)
    return undefined
  } catch (error) {
    return failureText(error)
  }
}

function wordsOf({ feelings, tags, ownTags, text }: NoteWords): NoteWords {
  return { feelings: [...feelings], tags: [...tags], ownTags: [...ownTags], text }
}

interface NoteFormProps extends NoteSheetProps {
  begun: Begun
}

function NoteForm({ db, type, day, begun, onClose }: NoteFormProps) {
  const { basedOn, saved } = begun
  const [words, setWords] = useState(begun.words)
  const [pendingTag, setPendingTag] = useState(begun.pendingTag)
  const [tagError, setTagError] = useState<string>()
  const [isDraft, setIsDraft] = useState(begun.isDraft)
  const [failure, setFailure] = useState(begun.failure)
  const [busy, setBusy] = useState(false)
  const drafts = useDrafts(db, (error) => setFailure(failureText(error)))
  const tooLong = lettersIn(words.text) > noteLettersMax
  useDirtyForm(!sameWords(words, begun.words) || pendingTag !== begun.pendingTag)

  function change(next: Partial<NoteWords>, pending = pendingTag) {
    const all = { ...words, ...next }
    setWords(all)
    setPendingTag(pending)
    setFailure(undefined)
    setIsDraft(true)
    drafts.save({ trackerType: type, day, ...all, basedOn, pendingTag: pending })
  }

  function changeTags(next: Partial<NoteWords>, pending = pendingTag) {
    setTagError(undefined)
    change(next, pending)
  }

  /** What stands in the field becomes a tag; undefined where it cannot be one, and then the field says why. */
  function addTag(): NoteWords | undefined {
    if (pendingTag === '') return words
    const added = withTag(words, pendingTag, begun.knownTags)
    if ('problem' in added) {
      setTagError(added.problem)
      return undefined
    }
    changeTags(added.words, '')
    return added.words
  }

  async function save() {
    const all = addTag()
    if (!all || tooLong) return
    setBusy(true)
    try {
      await drafts.settled()
      if (sameWords(all, saved)) await deleteNoteDraft(db, type, day)
      else await saveNote(db, { trackerType: type, day, ...all, basedOn, settles: [] })
      onClose()
    } catch (error) {
      setFailure(failureText(error))
      setBusy(false)
    }
  }

  async function discard() {
    await drafts.settled()
    await deleteNoteDraft(db, type, day).catch(() => undefined)
    onClose()
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={m.trackers_note_title()}
      description={m.trackers_note_text({
        tracker: trackerLabels[type].name(),
        day: formatDay(day),
      })}
      actions={
        <>
          <Button busy={busy} onClick={() => void save()}>
            {m.trackers_note_save()}
          </Button>
          {isDraft && (
            <Button look="quiet" onClick={() => void discard()}>
              {m.trackers_note_discard()}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.form}>
        {begun.isDraft && <Banner tone="info">{m.trackers_note_draft()}</Banner>}
        {failure && (
          <Banner tone="danger" announced>
            {failure}
          </Banner>
        )}
        <FeelingWheel chosen={words.feelings} onChange={(felt) => change({ feelings: felt })} />
        <TagPart
          words={words}
          knownTags={begun.knownTags}
          pending={pendingTag}
          error={tagError}
          onChange={changeTags}
          onType={(typed) => changeTags({}, typed)}
          onAdd={addTag}
          onRefuse={setTagError}
        />
        <Field
          label={m.trackers_note_field()}
          hint={m.trackers_note_left({ count: lettersIn(words.text), max: noteLettersMax })}
          error={tooLong ? m.trackers_note_too_long({ max: noteLettersMax }) : undefined}
        >
          <TextArea
            value={words.text}
            // Far above what may be saved: a text that was pasted is shortened by its person, never by the field.
            maxLength={20_000}
            onChange={(event) => change({ text: event.currentTarget.value })}
          />
        </Field>
        <div className={styles.private}>
          <p>{m.trackers_note_private()}</p>
          <Button look="secondary" size="small" icon="heart" onClick={openHelp}>
            {m.safety_open()}
          </Button>
        </div>
        <DayPictureField db={db} type={type} day={day} />
      </div>
    </Sheet>
  )
}

/** Saves drafts one after the other, the newest of those that wait alone: typing is faster than a cheap phone's disk. */
function useDrafts(db: UserDatabase, onFailure: (error: unknown) => void) {
  const work = useRef<Promise<void>>(Promise.resolve())
  const next = useRef<NoteDraft>(undefined)

  async function saveNext() {
    const draft = next.current
    next.current = undefined
    if (draft) await saveNoteDraft(db, draft).catch(onFailure)
  }

  return {
    save(draft: NoteDraft) {
      const waits = next.current !== undefined
      next.current = draft
      if (!waits) work.current = work.current.then(saveNext)
    },
    settled: () => work.current,
  }
}

function failureText(error: unknown): string {
  return error instanceof StorageFullError ? m.trackers_note_full() : m.trackers_note_failed()
}
