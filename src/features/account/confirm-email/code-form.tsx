import { valibotResolver } from '@hookform/resolvers/valibot'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import * as v from 'valibot'
import { emailCodeSchema } from '#contract/account/api.ts'
import { resetCodeText } from '#contract/account/recovery.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { useOnline } from '#src/lib/online.ts'
import { failureText, isApiProblem } from '#src/offline/api/api-error.ts'
import { Banner, FailureBanner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { CodeInput } from '../recovery/code-input.tsx'
import styles from './confirm-email-card.module.css'

export interface CodeFormProps {
  /** Sends the code. Rejects where it was refused or got no answer. */
  onConfirm: (code: string) => Promise<void>
  /** Asks for a new code, and gives what the server says of it. Rejects like the other. */
  onSendAgain: () => Promise<string>
}

const formSchema = v.object({ code: emailCodeSchema })

/** What was typed stays through an error and a lost connection, until a newer code makes it worthless. */
export function CodeForm({ onConfirm, onSendAgain }: CodeFormProps) {
  const online = useOnline()
  const [failure, setFailure] = useState<string>()
  const [sent, setSent] = useState<string>()
  const [sending, setSending] = useState(false)
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

  return (
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
      </div>
    </form>
  )
}

function wordsFor(error: unknown): string {
  const noAnswer = navigator.onLine ? m.recovery_unreachable() : m.recovery_offline()
  return failureText(error, noAnswer, 'code')
}
