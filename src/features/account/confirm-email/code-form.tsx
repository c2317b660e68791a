import { valibotResolver } from '@hookform/resolvers/valibot'
import { useId, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import * as v from 'valibot'
import { emailCodeSchema } from '#contract/account/api.ts'
import { emailSchema } from '#contract/account/credentials.ts'
import { currentPasswordSchema, resetCodeText } from '#contract/account/recovery.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { useOnline } from '#src/lib/online.ts'
import { failureText, isApiProblem } from '#src/offline/api/api-error.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { EmailInput, PasswordInput } from '#src/ui/field/text-input.tsx'
import { Banner, FailureBanner } from '#src/ui/message/banner.tsx'
import { CodeInput } from '../recovery/code-input.tsx'
import styles from './confirm-email-card.module.css'

export interface CodeFormProps {
  /** Where the codes go. */
  email: string
  /** Sends the code. Rejects where it was refused or got no answer. */
  onConfirm: (code: string) => Promise<void>
  /** Asks for a new code, and gives what the server says of it. Rejects like the other. */
  onSendAgain: () => Promise<string>
  /** Takes another address in the place of this one. Rejects like the others. */
  onChangeEmail: (given: AddressFields) => Promise<void>
}

const formSchema = v.object({ code: emailCodeSchema })

/** What was typed stays through an error and a lost connection, until a newer code makes it worthless. */
export function CodeForm({ email, onConfirm, onSendAgain, onChangeEmail }: CodeFormProps) {
  const online = useOnline()
  const [failure, setFailure] = useState<string>()
  const [sent, setSent] = useState<string>()
  const [sending, setSending] = useState(false)
  const [correcting, setCorrecting] = useState(false)
  const { control, handleSubmit, formState, setError, clearErrors, reset } = useForm({
    resolver: valibotResolver(formSchema),
    defaultValues: { code: '' },
  })
  const { errors, isSubmitting, isDirty } = formState
  useDirtyForm(isDirty)

  async function confirm({ code }: { code: string }) {
    setFailure(undefined)
    try {
      await onConfirm(code)
    } catch (error) {
      const text = wordsFor(error)
      if (isApiProblem(error) && error.problem.code === 'invalid_code') {
        setError('code', { message: text })
      } else setFailure(text)
    }
  }

  async function sendAgain() {
    setFailure(undefined)
    setSent(undefined)
    setSending(true)
    try {
      setSent(await onSendAgain())
      reset()
    } catch (error) {
      setFailure(wordsFor(error))
    }
    setSending(false)
  }

  async function changeEmail(given: AddressFields) {
    await onChangeEmail(given)
    setCorrecting(false)
    setFailure(undefined)
    setSent(m.account_email_sent())
    reset()
  }

  return (
    <>
      <form
        className={styles.body}
        noValidate
        onSubmit={(event) => void handleSubmit(confirm)(event)}
      >
        {!online && !failure && <Banner tone="offline">{m.recovery_offline()}</Banner>}
        {sent && (
          <Banner tone="success" announced>
            {sent}
          </Banner>
        )}
        <Field label={m.recovery_code()} error={errors.code?.message} required>
          <Controller
            control={control}
            name="code"
            render={({ field }) => (
              <CodeInput
                {...field}
                onChange={(digits) => {
                  clearErrors('code')
                  field.onChange(digits)
                }}
                onBadPaste={() => setError('code', { message: resetCodeText })}
              />
            )}
          />
        </Field>
        <FailureBanner text={failure} />
        <div className={styles.actions}>
          <Button type="submit" busy={isSubmitting}>
            {m.account_confirm_submit()}
          </Button>
          <Button look="secondary" busy={sending} onClick={() => void sendAgain()}>
            {m.account_confirm_again()}
          </Button>
          <Button look="quiet" onClick={() => setCorrecting(true)}>
            {m.account_email_wrong()}
          </Button>
        </div>
      </form>
      {correcting && (
        <AddressDialog email={email} onChange={changeEmail} onClose={() => setCorrecting(false)} />
      )}
    </>
  )
}

const addressSchema = v.object({
  email: emailSchema,
  password: v.pipe(v.string(), v.minLength(1, m.twostep_password_missing), currentPasswordSchema),
})

type AddressFields = v.InferOutput<typeof addressSchema>

interface AddressDialogProps {
  email: string
  onChange: (given: AddressFields) => Promise<void>
  onClose: () => void
}

/** Asks for the right address, and for the password: whoever found the phone does not take the account along. */
function AddressDialog({ email, onChange, onClose }: AddressDialogProps) {
  const formId = useId()
  const online = useOnline()
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, setError, formState } = useForm<AddressFields>({
    resolver: valibotResolver(addressSchema),
    defaultValues: { email, password: '' },
  })
  const { errors, isDirty, isSubmitting } = formState
  useDirtyForm(isDirty)

  async function change(given: AddressFields) {
    setFailure(undefined)
    try {
      await onChange(given)
    } catch (error) {
      const fields = isApiProblem(error) ? error.shown.fields : undefined
      const field = addressNames.find((name) => fields?.[name])
      if (field) setError(field, { message: wordsFor(error, field) }, { shouldFocus: true })
      else setFailure(wordsFor(error))
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={!isSubmitting}
      title={m.account_email_title()}
      description={m.account_email_text()}
      actions={
        <>
          <Button type="submit" form={formId} busy={isSubmitting} disabled={!online}>
            {m.account_email_submit()}
          </Button>
          <Button look="secondary" disabled={isSubmitting} onClick={onClose}>
            {m.twostep_cancel()}
          </Button>
        </>
      }
    >
      <form
        className={styles.body}
        id={formId}
        noValidate
        onSubmit={(event) => void handleSubmit(change)(event)}
      >
        {!online && (
          <Banner tone="offline" announced>
            {m.recovery_offline()}
          </Banner>
        )}
        <FailureBanner text={failure} />
        <Field label={m.account_login_email()} error={errors.email?.message} required>
          <EmailInput {...register('email')} data-autofocus />
        </Field>
        <Field label={m.twostep_password()} error={errors.password?.message} required>
          <PasswordInput {...register('password')} autoComplete="current-password" />
        </Field>
      </form>
    </Dialog>
  )
}

const addressNames = ['email', 'password'] as const

function wordsFor(error: unknown, field = 'code'): string {
  const noAnswer = navigator.onLine ? m.recovery_unreachable() : m.recovery_offline()
  return failureText(error, noAnswer, field)
}
