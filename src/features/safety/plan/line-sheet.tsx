import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import {
  planLettersMax,
  planPutSchema,
  stepsWithPhone,
  type PlanStep,
} from '#contract/plan/model.ts'
import { lettersIn } from '#contract/trackers/note.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import {
  deletePlanDraft,
  savePlanDraft,
  unstoredDrafts,
  type PlanDraft,
} from '#src/offline/features/plan-drafts.ts'
import type { ShownItem } from '#src/offline/features/plan.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { StorageFullError } from '#src/offline/storage/quota.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Sheet } from '#src/ui/dialog/dialog.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { focusFirstError } from '#src/ui/focus.ts'
import { Banner, FailureBanner } from '#src/ui/message/banner.tsx'
import { moveUp, removeLine, saveLine, type Moved } from './plan-resource.ts'
import { plainPhone, stepWords } from './plan-words.ts'
import type { SharedLine } from './shared-plan.tsx'
import styles from './plan.module.css'

export interface LineSheetProps {
  db: UserDatabase
  step: PlanStep
  /** The line that is changed; undefined for a new one. */
  item: ShownItem | undefined
  /** What was being written of it when the sheet, or the phone, was closed. */
  draft: PlanDraft | undefined
  /** Whether there is a line before it. */
  canMoveUp: boolean
  onClose: () => void
}

/** One line of the plan. What is written is saved as a draft with each letter. */
export function LineSheet(props: LineSheetProps) {
  const { step, item, draft, canMoveUp, onClose } = props
  const line = useLine(props)
  const form = useRef<HTMLDivElement>(null)
  const hasPhone = stepsWithPhone.includes(step)
  const actions = (
    <>
      <Button busy={line.busy} onClick={() => void line.save(() => focusFirstError(form.current))}>
        {m.plan_save()}
      </Button>
      {line.isDraft && (
        <Button look="quiet" onClick={() => void line.discard()}>
          {m.plan_discard()}
        </Button>
      )}
    </>
  )
  return (
    <Sheet
      open
      onClose={onClose}
      title={stepWords[step].title()}
      description={stepWords[step].hint()}
      actions={actions}
    >
      <div className={styles.part} ref={form}>
        {draft && <Banner tone="info">{m.plan_draft()}</Banner>}
        {line.moved && (
          <Banner tone="info" announced>
            {m.plan_moved()}
          </Banner>
        )}
        <Field
          label={m.plan_field()}
          hint={m.plan_field_left({ count: lettersIn(line.text), max: planLettersMax })}
          error={line.textError}
        >
          <TextInput
            value={line.text}
            maxLength={2_000}
            onChange={(event) => line.change({ text: event.currentTarget.value })}
          />
        </Field>
        {hasPhone && (
          <Field label={m.plan_phone()} error={line.phoneError}>
            <TextInput
              type="tel"
              inputMode="tel"
              dir="ltr"
              value={line.phone}
              maxLength={80}
              onChange={(event) => line.change({ phone: event.currentTarget.value })}
            />
          </Field>
        )}
        {item && (
          <div className={styles.tools}>
            {canMoveUp && (
              <Button look="secondary" onClick={() => void line.up()}>
                {m.plan_up()}
              </Button>
            )}
            <Button look="secondary" onClick={() => void line.remove()}>
              {m.plan_remove()}
            </Button>
          </div>
        )}
        <FailureBanner text={line.failure} />
      </div>
    </Sheet>
  )
}

function useLine({ db, step, item, draft, onClose }: LineSheetProps) {
  const [id] = useState(draft?.id ?? item?.id ?? crypto.randomUUID())
  // What of the line its person saw: in the list, and when they began to write.
  const [listed, setListed] = useState(item?.rev ?? null)
  const [basedOn, setBasedOn] = useState(draft ? draft.basedOn : listed)
  const begun = { text: draft?.text ?? item?.text ?? '', phone: draft?.phone ?? item?.phone ?? '' }
  const [words, setWords] = useState(begun)
  const [isDraft, setIsDraft] = useState(draft !== undefined)
  const [checked, setChecked] = useState(false)
  const [failure, setFailure] = useState<string>()
  const fail = (error: unknown) => setFailure(textOf(error))
  const [moved, setMoved] = useState(false)
  const [busy, setBusy] = useState(false)
  const phone = plainPhone(words.phone)
  const { textError, phoneError } = problemsOf(words.text, phone)
  useDirtyForm(isDraft)

  function change(next: Partial<typeof words>) {
    const all = { ...words, ...next }
    setWords(all)
    setIsDraft(true)
    setFailure(undefined)
    setMoved(false)
    savePlanDraft(db, { id, step, ...all, basedOn }).catch(fail)
  }

  // An effect because there may be room by now for words that found none when the sheet was open before.
  useEffect(() => {
    if (!draft || !unstoredDrafts(db).includes(draft)) return
    savePlanDraft(db, draft).catch((error: unknown) => setFailure(textOf(error)))
  }, [db, draft])

  /** Says why where it could not be done. */
  async function act(work: () => Promise<void>) {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      fail(error)
    }
    setBusy(false)
  }

  /** What was being written is over with it. */
  async function end(work: () => Promise<void>) {
    await act(async () => {
      await work()
      await deletePlanDraft(db, id)
      onClose()
    })
  }

  /** What is being written stays open. */
  async function up() {
    await act(async () => {
      const over = await moveUp(db, id)
      if (!isDraft) return onClose()
      setListed((rev) => followed(rev, over))
      setBasedOn((rev) => followed(rev, over))
      setMoved(true)
    })
  }

  async function remove() {
    if (listed !== null) await end(() => removeLine(db, { id, basedOn: listed }))
  }

  async function save(onWrong: () => void) {
    setChecked(true)
    if (textError || phoneError) return onWrong()
    await end(() => saveLine(db, id, { step, text: words.text, phone: phone || null, basedOn }))
  }

  return {
    ...words,
    textError: checked ? textError : undefined,
    phoneError: checked ? phoneError : undefined,
    isDraft,
    failure,
    moved,
    busy,
    change,
    up,
    remove,
    save,
    discard: () => end(async () => undefined),
  }
}

function followed(rev: string | null, over: Moved | undefined): string | null {
  return over && rev === over.from ? over.to : rev
}

/** Why the words, or the number, cannot be sent. */
function problemsOf(text: string, phone: string) {
  const empty = text.trim() === '' && m.plan_field_empty()
  const long = lettersIn(text) > planLettersMax && m.plan_field_long({ max: planLettersMax })
  const number = planPutSchema.entries.phone
  const wrong = phone !== '' && !v.is(number, phone) && m.plan_phone_wrong()
  return { textError: empty || long || undefined, phoneError: wrong || undefined }
}

function textOf(error: unknown): string {
  return error instanceof StorageFullError ? m.plan_full() : m.plan_save_failed()
}

export interface Asked {
  readonly step: PlanStep
  /** The line that other words are proposed for; undefined for a new one. */
  readonly line: SharedLine | undefined
}

interface IdeaSheetProps {
  asked: Asked
  /** Stores it on this device. */
  onSend: (text: string) => Promise<'stored' | 'failed'>
  onClose: () => void
}

/** Other words for a line of a client's plan, or a new line. */
export function IdeaSheet({ asked: { step, line }, onSend, onClose }: IdeaSheetProps) {
  const [text, setText] = useState(line?.text ?? '')
  const [checked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const { textError } = problemsOf(text, '')

  async function send() {
    setChecked(true)
    if (textError) return
    setBusy(true)
    setFailed(false)
    if ((await onSend(text)) === 'stored') return onClose()
    setFailed(true)
    setBusy(false)
  }

  return (
    <Sheet
      open
      onClose={onClose}
      // A stray tap beside it must not lose what was written.
      dismissible={!busy && text === (line?.text ?? '')}
      title={stepWords[step].title()}
      description={m.plan_client_text()}
      actions={
        <>
          <Button busy={busy} onClick={() => void send()}>
            {m.plan_propose_send()}
          </Button>
          <Button look="secondary" disabled={busy} onClick={onClose}>
            {m.reports_keep()}
          </Button>
        </>
      }
    >
      {failed && <FailureBanner text={m.plan_save_failed()} />}
      <Field label={m.plan_field()} error={checked ? textError : undefined}>
        <TextInput
          value={text}
          maxLength={2_000}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Field>
    </Sheet>
  )
}
