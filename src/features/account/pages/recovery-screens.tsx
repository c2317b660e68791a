import { valibotResolver } from '@hookform/resolvers/valibot'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm, Controller } from 'react-hook-form'
import * as v from 'valibot'
import { emailSchema, passwordMax } from '#contract/account/credentials.ts'
import {
  resetCodeText,
  resetPasswordMin,
  resetPasswordShortText,
} from '#contract/account/recovery.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm, saveDraft, readDraft } from '#src/lib/dirty.ts'
import { useOnline } from '#src/lib/online.ts'
import { currentSession } from '#src/session/session.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { EmailInput, PasswordInput } from '#src/ui/field/text-input.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { confirms } from '../confirm-rule.ts'
import { CodeInput } from '../recovery/code-input.tsx'
import loginScreenStyles from './login-screen.module.css'
import styles from './recovery-screens.module.css'

/** Spec 2: /forgot-password. */
export function ForgotScreen() {
  const navigate = useNavigate()
  return (
    <div className={loginScreenStyles.screen}>
      <PageHeader title={m.recovery_forgot_title()} text={m.recovery_forgot_text()} />
      <Card>
        <ForgotForm onSent={() => void navigate({ to: '/reset-password', search: true })} />
      </Card>
      <BackToLogin />
    </div>
  )
}

/** Spec 2: /reset-password. */
export function ResetScreen() {
  const navigate = useNavigate()
  // A new password ends every session of its person, also the one that this device has stored; whose it was, nobody says.
  const toLogin = () =>
    navigate({
      to: '/login',
      search: (asked) => ({ ...(currentSession() && { reason: 'expired' as const }), ...asked }),
      replace: true,
    })
  return (
    <div className={loginScreenStyles.screen}>
      <PageHeader title={m.recovery_reset_title()} text={m.recovery_reset_text()} />
      <Card>
        <ResetForm onDone={() => void toLogin()} />
      </Card>
      <Link className={buttonClass({ look: 'quiet' })} to="/forgot-password" search>
        {m.recovery_resend()}
      </Link>
      <BackToLogin />
    </div>
  )
}

/** Takes along why the login was shown, and what for. */
function BackToLogin() {
  return (
    <Link className={buttonClass({ look: 'quiet' })} to="/login" search>
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
    const attempt = await import('../login/front-door-calls.ts').then(
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
    <form className={styles.form} noValidate onSubmit={(event) => void handleSubmit(send)(event)}>
      {!online && <Banner tone="offline">{m.recovery_offline()}</Banner>}
      <Field label={m.recovery_email()} error={errors.email?.message} required>
        <EmailInput {...email} autoComplete="username" />
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

export interface ResetFormProps {
  /** The password is changed and the person has read so. */
  onDone: () => void
}

/** Spec 2: the code and the new password. Nothing of it outlives the page. */
function ResetForm({ onDone }: ResetFormProps) {
  const online = useOnline()
  const [popup, setPopup] = useState<Popup>()
  const { register, control, handleSubmit, formState, setError, clearErrors } =
    useForm<ResetFields>({
      resolver: valibotResolver(resetSchema),
      // Also runs the rule between the passwords where one of them is wrong by itself.
      criteriaMode: 'all',
      defaultValues: { otp: '', newPassword: '', confirmPassword: '' },
    })
  const { errors, isSubmitting, isDirty } = formState
  useDirtyForm(isDirty && !popup)

  async function reset({ otp, newPassword }: ResetFields) {
    const attempt = await import('../login/front-door-calls.ts').then(
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
            <CodeInput
              {...field}
              onChange={(digits) => {
                clearErrors('otp')
                field.onChange(digits)
              }}
              onBadPaste={() => setError('otp', { message: resetCodeText })}
            />
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

interface ResetFields {
  otp: string
  newPassword: string
  confirmPassword: string
}

/** Spec 5: what the reset screen itself asks for; the server then applies the register rule. */
export const resetSchema = v.pipe(
  v.object({
    otp: v.pipe(v.string(), v.regex(/^\d{6}$/, resetCodeText)),
    newPassword: v.pipe(
      v.string(),
      v.minLength(resetPasswordMin, resetPasswordShortText),
      v.maxLength(passwordMax, `Password must be at most ${passwordMax} characters`),
    ),
    confirmPassword: v.string(),
  }),
  confirms<ResetFields>('newPassword', m.recovery_mismatch),
)

/** Spec 2 and 8: what came of it, in a popup with one way on. */
interface Popup {
  readonly emoji: string
  readonly title: string
  readonly text: string
  readonly action: string
  readonly onClose: () => void
}

function RecoveryPopup({ popup }: { popup: Popup }) {
  const { emoji, title, text, action, onClose } = popup
  return (
    <Dialog
      open
      emoji={emoji}
      title={title}
      description={text}
      onClose={onClose}
      actions={
        <Button data-autofocus onClick={onClose}>
          {action}
        </Button>
      }
    />
  )
}

/** Spec 8: a popup titled Error. */
function errorPopup(text: string, onClose: () => void): Popup {
  return {
    emoji: '🌧️',
    title: m.recovery_error_title(),
    text,
    action: m.recovery_error_close(),
    onClose,
  }
}
