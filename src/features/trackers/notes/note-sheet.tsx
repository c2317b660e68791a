import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LocalDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import {
  lettersIn,
  noteLettersMax,
  sameWords,
  type NoteWords,
  type TrackerNote,
} from '#contract/trackers/note.ts'
import { refreshResource } from '#src/data/resource.ts'
import { openHelp } from '#src/features/safety/help/help.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDay } from '#src/lib/dates.ts'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { within } from '#src/lib/within.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { StorageFullError } from '#src/offline/storage/quota.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Sheet } from '#src/ui/dialog/dialog.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { TextArea } from '#src/ui/field/inputs.tsx'
import { focusFirstError } from '#src/ui/focus.ts'
import { Banner, FailureBanner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { trackerLabels } from '../tracker-labels.ts'
import { DayPictureField } from './day-picture.tsx'
import { FeelingWheel, TagPart, withTag } from './note-choices.tsx'
import {
  deleteNoteDraft,
  isUnstored,
  readNoteDraft,
  saveNoteDraft,
  useDrafts,
} from './note-draft.ts'
import { notesResource, readDayNote, readOwnTags, saveNote } from './notes-resource.ts'
import styles from './notes.module.css'

export interface NoteSheetProps {
  db: UserDatabase
  type: TrackerType
  day: LocalDate
  /** The words of this day that were refused and are to be corrected. */
  refused?: RefusedNote | undefined
  onClose: () => void
}

/** An operation that was refused, with what it said. */
export interface RefusedNote {
  readonly opId: string
  readonly payload: TrackerNote
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
  /** The operation that was refused and that this is to replace. */
  readonly replaces: string | undefined
  readonly knownTags: readonly string[]
  /** Why the draft is in memory alone. */
  readonly failure: string | undefined
}

const nothing: NoteWords = { feelings: [], tags: [], ownTags: [], text: '' }

/** So long the newest from another device may take before the sheet opens with what is here. */
const newestMsMax = 600

/** Feelings, tags and a note beside an answer. What is written is saved as a draft with each letter. */
export function NoteSheet(props: NoteSheetProps) {
  const { db, type, day, onClose } = props
  const [begun, setBegun] = useState<Begun>()
  // What was refused changes no more while it is open.
  const [refused] = useState(props.refused)
  const leave = useEffectEvent((text: string) => {
    showToast({ text, tone: 'danger' })
    onClose()
  })

  // An effect because the database and the server answer on their own time.
  useEffect(() => {
    let over = false
    begin(db, { type, day, refused }).then(
      (found) => {
        if (over) return
        if (found === 'draft_in_the_way') leave(m.trackers_note_in_the_way())
        else setBegun(found)
      },
      () => !over && leave(m.trackers_note_open_failed()),
    )
    return () => {
      over = true
    }
  }, [db, type, day, refused])

  if (!begun) return null
  return <NoteForm {...props} begun={begun} />
}

async function begin(
  db: UserDatabase,
  { type, day, refused }: Pick<NoteSheetProps, 'type' | 'day' | 'refused'>,
): Promise<Begun | 'draft_in_the_way'> {
  const draft = await readNoteDraft(db, type, day)
  // Something else is being written for the day: neither may take the place of the other.
  if (refused && draft && draft.replaces !== refused.opId) return 'draft_in_the_way'
  // What another device wrote meanwhile is what the person wants to see before they write.
  const isNewestAwaited = !draft && !refused && navigator.onLine
  // The tags of years are read meanwhile.
  const [knownTags] = await Promise.all([
    readOwnTags(db),
    isNewestAwaited && within(newestMsMax, refreshResource(db, notesResource, 0)),
  ])
  const { note } = await readDayNote(db, { trackerType: type, day })
  const saved = note ? wordsOf(note) : nothing
  const start = draft ?? refused?.payload
  return {
    words: start ? wordsOf(start) : saved,
    basedOn: start ? start.basedOn : (note?.rev ?? null),
    saved,
    isDraft: draft !== undefined,
    pendingTag: draft?.pendingTag ?? '',
    replaces: draft?.replaces ?? refused?.opId,
    knownTags,
    // There may be room by now.
    failure:
      draft && isUnstored(db, draft)
        ? await saveNoteDraft(db, draft).then(() => undefined, failureText)
        : undefined,
  }
}

function wordsOf({ feelings, tags, ownTags, text }: NoteWords): NoteWords {
  return { feelings: [...feelings], tags: [...tags], ownTags: [...ownTags], text }
}

interface NoteFormProps extends NoteSheetProps {
  begun: Begun
}

function NoteForm(props: NoteFormProps) {
  const { db, type, day, begun, onClose } = props
  const { words, tooLong, ...note } = useNote(props)
  const form = useRef<HTMLDivElement>(null)
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
          <Button
            busy={note.busy}
            onClick={() => void note.save(() => focusFirstError(form.current))}
          >
            {m.trackers_note_save()}
          </Button>
          {note.isDraft && (
            <Button look="quiet" onClick={() => void note.discard()}>
              {m.trackers_note_discard()}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.form} ref={form}>
        {begun.isDraft && <Banner tone="info">{m.trackers_note_draft()}</Banner>}
        <FeelingWheel
          chosen={words.feelings}
          onChange={(felt) => note.change({ feelings: felt })}
        />
        <TagPart
          words={words}
          knownTags={begun.knownTags}
          pending={note.pendingTag}
          error={note.tagError}
          onChange={note.changeTags}
          onType={(typed) => note.changeTags({}, typed)}
          onAdd={note.addTag}
          onRefuse={note.setTagError}
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
            onChange={(event) => note.change({ text: event.currentTarget.value })}
          />
        </Field>
        <div className={styles.private}>
          <p>{m.trackers_note_private()}</p>
          <Button look="secondary" size="small" icon="heart" onClick={openHelp}>
            {m.safety_open()}
          </Button>
        </div>
        <DayPictureField db={db} type={type} day={day} />
        <FailureBanner text={note.failure} />
      </div>
    </Sheet>
  )
}

/** What is being written, and what can be done with it. */
function useNote({ db, type, day, refused, begun, onClose }: NoteFormProps) {
  const { basedOn, saved, replaces } = begun
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
    drafts.save({ trackerType: type, day, ...all, basedOn, pendingTag: pending, replaces })
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

  async function save(onWrong: () => void) {
    const all = addTag()
    if (!all || tooLong) return onWrong()
    setBusy(true)
    try {
      await drafts.settled()
      const settles = refused?.payload.settles ?? []
      if (!replaces && sameWords(all, saved)) await deleteNoteDraft(db, type, day)
      else await saveNote(db, { trackerType: type, day, ...all, basedOn, settles }, replaces)
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

  return {
    words,
    pendingTag,
    tagError,
    isDraft,
    failure,
    busy,
    tooLong,
    change,
    changeTags,
    addTag,
    setTagError,
    save,
    discard,
  }
}

function failureText(error: unknown): string {
  return error instanceof StorageFullError ? m.trackers_note_full() : m.trackers_note_failed()
}
