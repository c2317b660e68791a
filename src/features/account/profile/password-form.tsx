import { valibotResolver } from '@hookform/resolvers/valibot'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { failureText, isApiProblem } from '#src/offline/api/api-error.ts'
import { Field } from '#src/ui/field/field.tsx'
import { PasswordInput } from '#src/ui/field/password-input.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import { EditPanel } from '#src/ui/card/edit-panel.tsx'
import { passwordFormSchema, type PasswordFields } from './edit-rules.ts'

export interface PasswordFormProps {
  /** For password managers, which store a password by it. */
  email: string | undefined
  onSave: (passwords: { oldPassword: string; newPassword: string }) => Promise<void>
}

const nothing: PasswordFields = { oldPassword: '', newPassword: '', confirmPassword: '' }

/** The change of a password. What was typed survives an error and is stored nowhere. */
export function PasswordForm({ email, onSave }: PasswordFormProps) {
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, reset, setError, formState } = useForm<PasswordFields>({
    resolver: valibotResolver(passwordFormSchema),
    defaultValues: nothing,
  })
  const { errors, isDirty, isSubmitting } = formState
  useDirtyForm(isDirty)

  async function save(fields: PasswordFields) {
    setFailure(undefined)
    try {
      await onSave(fields)
      reset(nothing)
      showToast({ text: m.profile_password_saved(), tone: 'success' })
    } catch (error) {
      const field = fieldOf(error)
      const words = failureText(error, m.profile_password_failed(), field)
      if (field) setError(field, { message: words }, { shouldFocus: true })
      else setFailure(words)
    }
  }

  return (
    <EditPanel
      title={m.profile_tab_password()}
      text={m.profile_password_text()}
      onSubmit={() => void handleSubmit(save)()}
      busy={isSubmitting}
      failure={failure}
    >
      <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
      <Field label={m.profile_password_old()} error={errors.oldPassword?.message} required>
        <PasswordInput {...register('oldPassword')} autoComplete="current-password" />
      </Field>
      <Field
        label={m.profile_password_new()}
        hint={m.profile_password_hint()}
        error={errors.newPassword?.message}
        required
      >
        <PasswordInput
          {...register('newPassword')}
          autoComplete="new-password"
          placeholder={m.profile_password_placeholder()}
        />
      </Field>
      <Field label={m.profile_password_confirm()} error={errors.confirmPassword?.message} required>
        <PasswordInput {...register('confirmPassword')} autoComplete="new-password" />
      </Field>
    </EditPanel>
  )
}

/** The field that the server found wrong; undefined where the refusal is about something else. */
function fieldOf(error: unknown): 'oldPassword' | 'newPassword' | undefined {
  if (!isApiProblem(error)) return undefined
  if (error.problem.code === 'wrong_password') return 'oldPassword'
  return (['oldPassword', 'newPassword'] as const).find((name) => error.problem.fields?.[name])
}
