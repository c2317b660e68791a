import { Link, useNavigate } from '@tanstack/react-router'
import { ResetForm } from '../recovery/reset-form.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { Card } from '#src/ui/card/card.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import styles from './login-screen.module.css'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { emailSchema } from '#contract/account/credentials.ts'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { saveDraft, readDraft } from '#src/lib/draft.ts'
import { useOnline } from '#src/lib/online.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import recoveryStyles from '../recovery/recovery.module.css'
import { errorPopup, RecoveryPopup, type Popup } from '../recovery/recovery-popup.tsx'

/** Spec 2: /forgot-password. */
export function ForgotScreen() {
  const navigate = useNavigate()
  return (
    <div className={styles.screen}>
      <PageHeader title={m.recovery_forgot_title()} text={m.recovery_forgot_text()} />
      <Card>
        <ForgotForm onSent={() => void navigate({ to: '/reset-password' })} />
      </Card>
      <BackToLogin />
    </div>
  )
}

/** Spec 2: /reset-password. */
export function ResetScreen() {
  const navigate = useNavigate()
  return (
    <div className={styles.screen}>
      <PageHeader title={m.recovery_reset_title()} text={m.recovery_reset_text()} />
      <Card>
        <ResetForm onDone={() => void navigate({ to: '/login', replace: true })} />
      </Card>
      <Link className={buttonClass({ look: 'quiet' })} to="/forgot-password">
        {m.recovery_resend()}
      </Link>
      <BackToLogin />
    </div>
  )
}

function BackToLogin() {
  return (
    <Link className={buttonClass({ look: 'quiet' })} to="/login">
      {m.recovery_back_login()}
    </Link>
  )
}

const forgotSchema = v.object({ email: emailSchema })
/** Kept until the tab closes, because Resend Code leads back here. */
const emailDraft = 'forgot-email'

interface ForgotFormProps {
  /** The code is on its way and the person has read so. */
  onSent: () => void
}

/** Spec 2: the e-mail that a reset code goes to. */
function ForgotForm({ onSent }: ForgotFormProps) {
  const online = useOnline()
  const [popup, setPopup] = useState<Popup>()
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(forgotSchema),
    defaultValues: { email: readDraft(emailDraft) },
  })
  const { errors, isSubmitting, isDirty } = formState
  useDirtyForm(isDirty && !popup)

  async function send({ email }: v.InferOutput<typeof forgotSchema>) {
    const attempt = await import('../recovery/recovery-calls.ts').then(
      ({ requestResetCode }) => requestResetCode(email),
      () => undefined,
    )
    if (attempt?.status === 'done') setPopup(sent(email, onSent))
    else
      setPopup(errorPopup(attempt?.text ?? m.recovery_forgot_failed(), () => setPopup(undefined)))
  }

  const email = register('email', {
    onChange: (event: { target: { value: string } }) => saveDraft(emailDraft, event.target.value),
  })
  return (
    <form
      className={recoveryStyles.form}
      noValidate
      onSubmit={(event) => void handleSubmit(send)(event)}
    >
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
