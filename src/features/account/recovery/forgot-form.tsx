import { valibotResolver } from '@hookform/resolvers/valibot'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { emailSchema } from '#contract/account/credentials.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { keepDraft, readDraft } from '#src/lib/draft.ts'
import { useOnline } from '#src/lib/online.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import styles from './recovery.module.css'
import { errorPopup, RecoveryPopup, type Popup } from './recovery-popup.tsx'

const forgotSchema = v.object({ email: emailSchema })
/** Kept until the tab closes, because Resend Code leads back here. */
const emailDraft = 'forgot-email'

export interface ForgotFormProps {
  /** The code is on its way and the person has read so. */
  onSent: () => void
}

/** Spec 2: the e-mail that a reset code goes to. */
export function ForgotForm({ onSent }: ForgotFormProps) {
  const online = useOnline()
  const [popup, setPopup] = useState<Popup>()
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(forgotSchema),
    defaultValues: { email: readDraft(emailDraft) },
  })
  const { errors, isSubmitting, isDirty } = formState
  useDirtyForm(isDirty && !popup)

  async function send({ email }: v.InferOutput<typeof forgotSchema>) {
    const attempt = await import('./recovery-calls.ts').then(
      ({ askForCode }) => askForCode(email),
      () => undefined,
    )
    if (attempt?.status === 'done') setPopup(sent(email, onSent))
    else
      setPopup(errorPopup(attempt?.text ?? m.recovery_forgot_failed(), () => setPopup(undefined)))
  }

  const email = register('email', {
    onChange: (event: { target: { value: string } }) => keepDraft(emailDraft, event.target.value),
  })
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void handleSubmit(send)(event)}>
      {!online && <Banner tone="offline">{m.recovery_offline()}</Banner>}
      <Field label={m.recovery_email()} error={errors.email?.message} required>
        <TextInput
          {...email}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Button type="submit" size="large" wide busy={isSubmitting}>
        {m.recovery_forgot_submit()}
      </Button>
      {popup && <RecoveryPopup popup={popup} />}
    </form>
  )
}

function sent(email: string, onClose: () => void): Popup {
  return {
    emoji: '💌',
    title: m.recovery_sent_title(),
    text: m.recovery_sent_text({ email }),
    action: m.recovery_sent_action(),
    onClose,
  }
}
