import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Proof } from '#contract/account/second-factor.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { isApiProblem, serverWords } from '#src/offline/api/api-error.ts'
import { useOnline } from '#src/lib/online.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { PasswordInput } from '#src/ui/field/password-input.tsx'
import { CodeField } from './code-field.tsx'
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
      const problem = isApiProblem(error) ? error.problem : undefined
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
        {failure && (
          <div role="alert">
            <Banner tone="danger">{failure}</Banner>
          </div>
        )}
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
