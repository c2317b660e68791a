import { type FormEvent, useId, useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import {
  addDevice,
  changeWords,
  type Unlocking,
  flawOf,
  plainWords,
} from '#src/offline/session/lock.ts'
import { lockNow, turnOffLock, turnOnLock, makeKey } from '#src/session/app-lock.ts'
import type { Session } from '#src/session/session.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { PasswordInput } from '#src/ui/field/text-input.tsx'
import { FailureBanner } from '#src/ui/message/banner.tsx'
import styles from './lock.module.css'

interface DialogProps {
  onDone: () => void
  onClose: () => void
}

/** Minutes that suit a phone which is put away and taken up again. */
const usualAfter = 1

/** The first PIN, twice: nobody can look it up. */
export function SetDialog({ session, onDone, onClose }: DialogProps & { session: Session }) {
  const pair = useNewWords()
  const saving = useSaving(onDone)
  async function save() {
    if (pair.check()) await saving.run(() => turnOnLock(session, pair.words, usualAfter))
  }
  return (
    <FormDialog
      title={m.lock_set_title()}
      description={`${m.lock_set_text()} ${m.lock_set_forget()}`}
      confirm={m.lock_save()}
      saving={saving}
      onSave={save}
      onClose={onClose}
    >
      {pair.fields}
    </FormDialog>
  )
}

export function ChangeDialog({ onDone, onClose }: DialogProps) {
  const [current, setCurrent] = useState('')
  const pair = useNewWords()
  const saving = useSaving(onDone)
  async function save() {
    const fits = pair.check()
    if (saving.has(current) && fits) await saving.run(() => changeWords(current, pair.words))
  }
  return (
    <FormDialog
      title={m.lock_change_title()}
      description={m.lock_set_text()}
      confirm={m.lock_save()}
      saving={saving}
      onSave={save}
      onClose={onClose}
    >
      <WordsField
        label={m.lock_current()}
        value={current}
        error={saving.wrong}
        onChange={setCurrent}
      />
      {pair.fields}
    </FormDialog>
  )
}

export function TurnOffDialog(props: DialogProps) {
  return (
    <CurrentDialog
      {...props}
      title={m.lock_off_title()}
      description={m.lock_off_text()}
      confirm={m.lock_turn_off()}
      danger
      change={turnOffLock}
    />
  )
}

/** Asks for the PIN, and then the authenticator of this device. */
export function DeviceDialog(props: DialogProps) {
  return (
    <CurrentDialog
      {...props}
      title={m.lock_device_on()}
      description={m.lock_device_text()}
      confirm={m.lock_save()}
      change={(words) => addDevice(words, makeKey)}
    />
  )
}

interface CurrentDialogProps extends DialogProps {
  title: string
  description: string
  confirm: string
  danger?: boolean
  /** Does it, once these words were found to be right. */
  change: (words: string) => Promise<Unlocking>
}

function CurrentDialog({ change, onDone, ...rest }: CurrentDialogProps) {
  const [current, setCurrent] = useState('')
  const saving = useSaving(onDone)
  async function save() {
    if (saving.has(current)) await saving.run(() => change(current))
  }
  return (
    <FormDialog {...rest} saving={saving} onSave={save}>
      <WordsField
        label={m.lock_current()}
        value={current}
        error={saving.wrong}
        onChange={setCurrent}
      />
    </FormDialog>
  )
}

/** A change that asks for the PIN of now, and what came of it. */
function useSaving(onDone: () => void) {
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const [failed, setFailed] = useState(false)

  function follow(outcome: Unlocking) {
    if (outcome.status === 'open') onDone()
    if (outcome.status === 'wrong') setWrong(m.lock_wrong({ count: outcome.left }))
    if (outcome.status === 'none' || outcome.status === 'changed') setFailed(true)
    // The lock's own screen counts down the wait, and says what is left to do.
    const waits = outcome.status === 'waits' || (outcome.status === 'wrong' && outcome.waits)
    if (outcome.status === 'over' || waits) lockNow()
  }

  async function run(work: () => Promise<Unlocking>) {
    setBusy(true)
    setWrong(undefined)
    setFailed(false)
    try {
      follow(await work())
    } catch (error) {
      setFailed(true)
      reportError(error)
    } finally {
      setBusy(false)
    }
  }

  /** Whether the PIN of now was entered; says so where it was not. */
  function has(current: string): boolean {
    setWrong(current === '' ? m.lock_current_missing() : undefined)
    return current !== ''
  }

  return { busy, wrong, failed, has, run }
}

/** New words and the same again, with what is wrong with them. */
function useNewWords() {
  const [words, setWords] = useState('')
  const [again, setAgain] = useState('')
  const [checked, setChecked] = useState(false)
  const flaw = flawOf(words)
  const differ = plainWords(words) !== plainWords(again)
  const flaws = { short: m.lock_short, easy: m.lock_easy }
  return {
    words,
    check() {
      setChecked(true)
      return !flaw && !differ
    },
    fields: (
      <>
        <WordsField
          label={m.lock_new()}
          value={words}
          error={checked && flaw ? flaws[flaw]() : undefined}
          onChange={setWords}
        />
        <WordsField
          label={m.lock_again()}
          value={again}
          error={checked && !flaw && differ ? m.lock_differ() : undefined}
          onChange={setAgain}
        />
      </>
    ),
  }
}

interface WordsFieldProps {
  label: string
  value: string
  error: string | undefined
  onChange: (words: string) => void
}

function WordsField({ label, value, error, onChange }: WordsFieldProps) {
  return (
    <Field label={label} error={error}>
      <PasswordInput
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}

interface FormDialogProps {
  title: string
  description: string
  confirm: string
  danger?: boolean
  saving: ReturnType<typeof useSaving>
  onSave: () => Promise<void>
  onClose: () => void
  children: React.ReactNode
}

function FormDialog(props: FormDialogProps) {
  const id = useId()
  const { busy, failed } = props.saving
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!busy) void props.onSave()
  }
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={props.title}
      description={props.description}
      actions={
        <Button type="submit" form={id} look={props.danger ? 'danger' : 'primary'} busy={busy}>
          {props.confirm}
        </Button>
      }
    >
      <form id={id} className={styles.form} onSubmit={submit}>
        {props.children}
        {failed && <FailureBanner text={m.lock_not_saved()} />}
      </form>
    </Dialog>
  )
}
