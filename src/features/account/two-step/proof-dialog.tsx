import { useId, useState, type ComponentProps } from 'react'
import { useForm } from 'react-hook-form'
import {
  type Proof,
  secondFactorApi,
  type Enrolment,
  type SecondFactorStatus,
} from '#contract/account/second-factor.ts'
import { defineRemote } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { isApiProblem, serverWords } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { type ReauthenticationRequest, enrolmentDue, asMember } from '#src/session/as-member.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { PasswordInput, TextInput } from '#src/ui/field/text-input.tsx'
import { Banner, FailureBanner } from '#src/ui/message/banner.tsx'
import styles from './two-step.module.css'

export interface ProofDialogProps {
  words: { title: string; text: string; confirm: string }
  look?: 'primary' | 'danger'
  /** Whether a code is asked for from the start; otherwise once the server asks for it. */
  withCode: boolean
  /** Rejects where the server refused or did not answer: what was typed stays. */
  onProve: (proof: Proof) => Promise<void>
  onClose: () => void
}

interface Fields {
  password: string
  code: string
}

/** Asks for the password, and for the code of whoever has a second factor. */
export function ProofDialog({ words, look = 'primary', withCode, ...on }: ProofDialogProps) {
  const formId = useId()
  const online = useOnline()
  const [asksCode, setAsksCode] = useState(withCode)
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Fields>({
    defaultValues: { password: '', code: '' },
  })
  const { errors, isSubmitting } = formState

  async function send({ password, code }: Fields) {
    setFailure(undefined)
    try {
      await on.onProve({ password, ...(asksCode ? { code } : {}) })
    } catch (error) {
      const problem = isApiProblem(error) ? error.shown : undefined
      if (problem?.code === 'second_factor_required') return setAsksCode(true)
      const field = (['password', 'code'] as const).find((name) => problem?.fields?.[name])
      const text = serverWords(error) ?? m.twostep_unreachable()
      if (!field) return setFailure(text)
      setError(field, { message: problem?.fields?.[field] ?? text })
      setFocus(field)
    }
  }

  return (
    <Dialog
      open
      onClose={on.onClose}
      dismissible={!isSubmitting}
      title={words.title}
      description={words.text}
      actions={
        <>
          <Button type="submit" form={formId} look={look} busy={isSubmitting} disabled={!online}>
            {words.confirm}
          </Button>
          <Button look="secondary" disabled={isSubmitting} onClick={on.onClose}>
            {m.twostep_cancel()}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        id={formId}
        noValidate
        onSubmit={(event) => void handleSubmit(send)(event)}
      >
        {!online && (
          <Banner tone="offline" announced>
            {m.twostep_offline()}
          </Banner>
        )}
        <FailureBanner text={failure} />
        <Field label={m.twostep_password()} error={errors.password?.message} required>
          <PasswordInput
            {...register('password', { required: m.twostep_password_missing() })}
            autoComplete="current-password"
            data-autofocus
          />
        </Field>
        {asksCode && (
          <CodeField
            {...register('code', { required: m.twostep_code_missing() })}
            error={errors.code?.message}
            takesRecoveryCodes
          />
        )}
      </form>
    </Dialog>
  )
}

export interface ReauthenticateDialogProps {
  db: UserDatabase
  request: ReauthenticationRequest
}

/** Asks again who it is; the press that asked for it goes on behind it. */
export function ReauthenticateDialog({ db, request }: ReauthenticateDialogProps) {
  return (
    <ProofDialog
      words={{
        title: m.twostep_prove_title(),
        text: m.twostep_prove_text(),
        confirm: m.twostep_prove_confirm(),
      }}
      withCode={false}
      onProve={async (proof) => {
        await reauthenticate(db, proof)
        request.answer('reauthenticated')
      }}
      onClose={() => request.answer('cancelled')}
    />
  )
}

export interface CodeFieldProps extends ComponentProps<'input'> {
  error: string | undefined
  /** False where the app has to show that it works: a recovery code says nothing about it. */
  takesRecoveryCodes: boolean
}

/** Where a code of an authenticator app is typed. */
export function CodeField({ error, takesRecoveryCodes, ...input }: CodeFieldProps) {
  return (
    <Field
      label={m.twostep_code()}
      hint={takesRecoveryCodes && m.twostep_code_hint()}
      error={error}
      required
    >
      <TextInput
        {...input}
        inputMode={takesRecoveryCodes ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Field>
  )
}

/** Whether this person signs in with a code. */
export const twoStepRemote = defineRemote<SecondFactorStatus>({
  fetch: async (token) => {
    const now = await callApi(secondFactorApi.getSecondFactor, {}, { token })
    // Turned on in another tab, or by a call whose answer never came.
    if (now.status === 'on' || !now.required) enrolmentDue.set(undefined)
    return now
  },
})

/** Starts an enrolment; nothing is on before a code has confirmed it. Each of these rejects as its call does. */
export function beginTwoStep(db: UserDatabase, password: string): Promise<Enrolment> {
  const body = { password }
  return asMember(db, (token) => callApi(secondFactorApi.beginSecondFactor, { body }, { token }))
}

/** Turns it on, and gives the recovery codes. */
export async function confirmTwoStep(db: UserDatabase, code: string): Promise<readonly string[]> {
  const body = { code }
  const { recoveryCodes } = await asMember(db, (token) =>
    callApi(secondFactorApi.confirmSecondFactor, { body }, { token }),
  )
  enrolmentDue.set(undefined)
  return recoveryCodes
}

/** Gives new recovery codes; the old ones are worth nothing from then on. */
export async function renewCodes(db: UserDatabase, body: Proof): Promise<readonly string[]> {
  const { recoveryCodes } = await asMember(db, (token) =>
    callApi(secondFactorApi.renewRecoveryCodes, { body }, { token }),
  )
  return recoveryCodes
}

/** Turns it off. */
export async function endTwoStep(db: UserDatabase, body: Proof): Promise<void> {
  await asMember(db, (token) => callApi(secondFactorApi.endSecondFactor, { body }, { token }))
}

/** Shows the server again who it is. */
async function reauthenticate(db: UserDatabase, body: Proof): Promise<void> {
  await asMember(db, (token) => callApi(secondFactorApi.proveSelf, { body }, { token }))
}
