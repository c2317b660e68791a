import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as m from '#src/i18n/paraglide/messages.js'
import { isApiProblem, serverWords } from '#src/offline/api/api-error.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { CodeField } from './code-field.tsx'
import styles from './two-step.module.css'

export interface CodeFormProps {
  id: string
  /** Rejects where the server refused or did not answer: what was typed stays. */
  onCode: (code: string) => Promise<void>
  onBusy: (busy: boolean) => void
}

/** The first code of an app that has just learned its secret; sent with the button of the dialog around it. */
export function CodeForm({ id, onCode, onBusy }: CodeFormProps) {
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { code: '' } })

  async function send({ code }: { code: string }) {
    setFailure(undefined)
    onBusy(true)
    try {
      await onCode(code)
    } catch (error) {
      const text = serverWords(error) ?? m.twostep_unreachable()
      const wrong = isApiProblem(error) && error.problem.fields?.['code']
      if (wrong) setError('code', { message: wrong }, { shouldFocus: true })
      else setFailure(text)
      onBusy(false)
    }
  }

  return (
    <form
      className={styles.form}
      id={id}
      noValidate
      onSubmit={(event) => void handleSubmit(send)(event)}
    >
      {failure && (
        <div role="alert">
          <Banner tone="danger">{failure}</Banner>
        </div>
      )}
      <CodeField
        {...register('code', { required: m.twostep_code_missing() })}
        error={formState.errors.code?.message}
        takesRecoveryCodes={false}
      />
    </form>
  )
}
