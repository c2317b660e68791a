import { valibotResolver } from '@hookform/resolvers/valibot'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { resetCodeText } from '#contract/account/recovery.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { useOnline } from '#src/lib/online.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { PasswordInput } from '#src/ui/field/password-input.tsx'
import { CodeInput } from './code-input.tsx'
import { errorPopup, RecoveryPopup, type Popup } from './recovery-popup.tsx'
import styles from './recovery.module.css'
import { resetSchema, type ResetFields } from './reset-rules.ts'

export interface ResetFormProps {
  /** The password is changed and the person has read so. */
  onDone: () => void
}

/** Spec 2: the code and the new password. Nothing of it outlives the page. */
export function ResetForm({ onDone }: ResetFormProps) {
  const online = useOnline()
  const [popup, setPopup] = useState<Popup>()
  const { register, control, handleSubmit, formState, setError } = useForm<ResetFields>({
    resolver: valibotResolver(resetSchema),
    // Also runs the rule between the passwords where one of them is wrong by itself.
    criteriaMode: 'all',
    defaultValues: { otp: '', newPassword: '', confirmPassword: '' },
  })
  const { errors, isSubmitting, isDirty } = formState
  useDirtyForm(isDirty && !popup)

  async function reset({ otp, newPassword }: ResetFields) {
    const attempt = await import('./recovery-calls.ts').then(
      ({ setNewPassword }) => setNewPassword(otp, newPassword),
      () => undefined,
    )
    if (attempt?.status === 'done') return setPopup(done(attempt.message, onDone))
    if (attempt?.fields['newPassword'])
      setError('newPassword', { message: attempt.fields['newPassword'] })
    const text = attempt?.text ?? m.recovery_reset_failed()
    setPopup(errorPopup(text, () => setPopup(undefined)))
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void handleSubmit(reset)(event)}>
      {!online && <Banner tone="offline">{m.recovery_offline()}</Banner>}
      <Field
        label={m.recovery_code()}
        hint={m.recovery_code_expires()}
        error={errors.otp?.message}
        required
      >
        <Controller
          control={control}
          name="otp"
          render={({ field }) => (
            <CodeInput {...field} onBadPaste={() => setError('otp', { message: resetCodeText })} />
          )}
        />
      </Field>
      <Field
        label={m.recovery_new_password()}
        hint={m.recovery_new_password_hint()}
        error={errors.newPassword?.message}
        required
      >
        <PasswordInput {...register('newPassword')} autoComplete="new-password" />
      </Field>
      <Field label={m.recovery_confirm_password()} error={errors.confirmPassword?.message} required>
        <PasswordInput {...register('confirmPassword')} autoComplete="new-password" />
      </Field>
      <Button type="submit" size="large" wide busy={isSubmitting}>
        {m.recovery_reset_submit()}
      </Button>
      {popup && <RecoveryPopup popup={popup} />}
    </form>
  )
}

function done(text: string, onClose: () => void): Popup {
  return {
    emoji: '🎉',
    title: m.recovery_done_title(),
    text,
    action: m.recovery_done_action(),
    onClose,
  }
}
