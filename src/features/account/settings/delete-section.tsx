import { valibotResolver } from '@hookform/resolvers/valibot'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { currentPasswordSchema } from '#contract/account/recovery.ts'
import { settingsApi } from '#contract/account/settings.ts'
import { useLive } from '#src/data/resource.ts'
import { describeOp } from '#src/features/sync/describe-op.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { useOnline } from '#src/lib/online.ts'
import { isApiProblem, isUnreachable } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { OutboxRow } from '#src/offline/engine/outbox-row.ts'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { forgetMember, isSomebodyElseHere } from '#src/session/log-out.ts'
import { currentSession, type Session } from '#src/session/session.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { PasswordInput } from '#src/ui/field/text-input.tsx'
import { Banner, FailureBanner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import styles from './settings.module.css'

/** The way out for good. */
export function DeleteSection({ db, session }: { db: UserDatabase; session: Session }) {
  const [asking, setAsking] = useState(false)
  const unsent = useLive(db, () => unsentOps(db), [], [])
  return (
    <Card>
      <CardHeader title={m.settings_delete_title()} subtitle={m.settings_delete_text()} />
      <CardBody>
        <Button look="danger" className={styles.start} onClick={() => setAsking(true)}>
          {m.settings_delete_open()}
        </Button>
        {asking && (
          <DeleteDialog
            isProvider={session.user.userT === 'ServiceProvider'}
            unsent={unsent.map(opLabel)}
            onDelete={(password) => deleteEverywhere(db, password)}
            onClose={() => setAsking(false)}
          />
        )}
      </CardBody>
    </Card>
  )
}

function opLabel(row: OutboxRow): string {
  const { title, detail } = describeOp(row)
  return `${title} (${detail})`
}

interface DeleteDialogProps extends DeleteWarningProps {
  onDelete: (password: string) => Promise<DeleteAttempt>
  onClose: () => void
}

const formSchema = v.object({
  password: v.pipe(
    v.string(),
    v.minLength(1, m.settings_delete_password_required),
    currentPasswordSchema,
  ),
})

type Fields = v.InferOutput<typeof formSchema>

/** Says what goes for good and asks for the password. */
function DeleteDialog({ onDelete, onClose, ...lost }: DeleteDialogProps) {
  const formId = useId()
  const online = useOnline()
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, setError, formState } = useForm<Fields>({
    resolver: valibotResolver(formSchema),
    defaultValues: { password: '' },
  })
  const { errors, isDirty, isSubmitting } = formState
  useDirtyForm(isDirty)

  async function erase({ password }: Fields) {
    setFailure(undefined)
    const attempt = await onDelete(password)
    if (attempt.status === 'deleted') return onClose()
    if (attempt.field) setError(attempt.field, { message: attempt.text }, { shouldFocus: true })
    else setFailure(attempt.text)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={!isSubmitting}
      title={m.settings_delete_ask_title()}
      description={m.settings_delete_ask_text()}
      actions={
        <>
          <Button type="submit" form={formId} look="danger" busy={isSubmitting} disabled={!online}>
            {m.settings_delete_confirm()}
          </Button>
          <Button look="secondary" disabled={isSubmitting} onClick={onClose}>
            {m.settings_delete_keep()}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        id={formId}
        noValidate
        onSubmit={(event) => void handleSubmit(erase)(event)}
      >
        <DeleteWarning {...lost} />
        {!online && (
          <Banner tone="offline" announced>
            {m.settings_delete_offline()}
          </Banner>
        )}
        <FailureBanner text={failure} />
        <Field label={m.settings_delete_password()} error={errors.password?.message} required>
          <PasswordInput {...register('password')} autoComplete="current-password" />
        </Field>
      </form>
    </Dialog>
  )
}

/** As many unsent items are named one by one; the rest are counted. */
const namedMax = 4

interface DeleteWarningProps {
  /** A care provider, whose clients lose what they have with them. */
  isProvider: boolean
  /** What was never sent, in words. */
  unsent: readonly string[]
}

/** What goes with the account: first what was never sent, then what the server holds. */
function DeleteWarning({ isProvider, unsent }: DeleteWarningProps) {
  const rest = unsent.length - namedMax
  return (
    <>
      {unsent.length > 0 && (
        <Banner tone="warn">
          <p>{m.settings_delete_unsent({ count: unsent.length })}</p>
          <ul className={styles.list}>
            {unsent.slice(0, namedMax).map((words, index) => (
              <li key={index}>{words}</li>
            ))}
            {rest > 0 && <li>{m.settings_delete_unsent_more({ count: rest })}</li>}
          </ul>
        </Banner>
      )}
      <ul className={styles.list}>
        <li>{isProvider ? m.settings_delete_goes_clients() : m.settings_delete_goes_sessions()}</li>
        <li>{m.settings_delete_goes_profile()}</li>
        <li>{m.settings_delete_goes_answers()}</li>
        <li>{m.settings_delete_goes_papers()}</li>
        <li>{m.settings_delete_goes_device()}</li>
      </ul>
      <p className={styles.muted}>{m.settings_delete_stays()}</p>
      <p className={styles.muted}>{m.settings_delete_sealed()}</p>
    </>
  )
}

/** How a try to delete the account went; `field` is what was wrong in the form. */
type DeleteAttempt = { status: 'deleted' } | { status: 'failed'; text: string; field?: 'password' }

/** Deletes the account first and what this device has after it: a refusal must cost nothing here. */
async function deleteEverywhere(db: UserDatabase, password: string): Promise<DeleteAttempt> {
  // The page may have been opened behind the app lock, or before another login of its person.
  const session = currentSession()
  if (session?.user._id !== db.userId)
    return { status: 'failed', text: m.settings_delete_unknown_login() }
  const attempt = await deleteAccount(session.token, password)
  if (attempt.status !== 'deleted') return attempt
  const toast = await forgetMember(db).then(
    () => ({ text: m.settings_delete_done(), tone: 'success' }) as const,
    () => ({ text: m.settings_delete_device_failed(), tone: 'danger' }) as const,
  )
  // Whoever has logged in meanwhile deleted nothing.
  if (!isSomebodyElseHere(db.userId)) showToast(toast)
  return attempt
}

/** Deletes the account on the server; a refusal or a missing answer becomes the text to show. */
export async function deleteAccount(token: string, password: string): Promise<DeleteAttempt> {
  try {
    await callApi(settingsApi.deleteAccount, { body: { password } }, { token })
    return { status: 'deleted' }
  } catch (error) {
    return failed(error)
  }
}

/** A lost reply may hide a deletion that worked: the texts say so rather than guess. */
function failed(error: unknown): DeleteAttempt {
  if (isUnreachable(error)) return { status: 'failed', text: m.settings_delete_unanswered() }
  if (!isApiProblem(error)) return { status: 'failed', text: m.settings_delete_failed() }
  const { code, message, fields } = error.shown
  if (code === 'unauthenticated') {
    return { status: 'failed', text: m.settings_delete_unknown_login() }
  }
  const wrong = code === 'wrong_password' || fields?.['password'] !== undefined
  const text = fields?.['password'] ?? message
  return wrong ? { status: 'failed', text, field: 'password' } : { status: 'failed', text }
}
