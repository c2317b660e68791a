import { valibotResolver } from '@hookform/resolvers/valibot'
import { useState, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import {
  loginRequestSchema,
  type LoginReply,
  type LoginRequest,
} from '#contract/account/credentials.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { dropDraft, keepDraft, readDraft } from '#src/lib/draft.ts'
import { useOnline } from '#src/lib/online.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { PasswordInput } from '#src/ui/password-input.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import styles from './login-form.module.css'

export interface LoginFormProps {
  /** Opens the session that the server answered with; the form stays busy until it has. */
  onLoggedIn: (reply: LoginReply) => Promise<void>
  /** The way to a new password. */
  forgotLink: ReactNode
}

const emailDraft = 'login-email'

/** E-mail and password. What was typed survives an error, a lost connection and, but for the password, a reload. */
export function LoginForm({ onLoggedIn, forgotLink }: LoginFormProps) {
  const online = useOnline()
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, formState } = useForm<LoginRequest>({
    resolver: valibotResolver(loginRequestSchema),
    defaultValues: { email: readDraft(emailDraft), password: '' },
  })
  const { errors, isSubmitting, isDirty } = formState
  useDirtyForm(isDirty)

  async function logIn(body: LoginRequest) {
    setFailure(undefined)
    try {
      const { askForLogin } = await loadCall()
      const attempt = await askForLogin(body)
      if (attempt.status === 'failed') return setFailure(attempt.text)
      dropDraft(emailDraft)
      await onLoggedIn(attempt.reply)
    } catch {
      // The login itself answers with a text; what throws is a part that did not load or a device that keeps nothing.
      setFailure(m.account_login_failed({ message: m.account_login_unreachable() }))
    }
  }

  const email = register('email', { onChange: (event) => keepDraft(emailDraft, valueOf(event)) })
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void handleSubmit(logIn)(event)}>
      {failure && (
        <div role="alert">
          <Banner tone="danger">{failure}</Banner>
        </div>
      )}
      {!online && !failure && <Banner tone="offline">{m.account_login_offline()}</Banner>}
      <Field label={m.account_login_email()} error={errors.email?.message} required>
        <TextInput
          {...email}
          onFocus={warmCall}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label={m.account_login_password()} error={errors.password?.message} required>
        <PasswordInput {...register('password')} autoComplete="current-password" />
      </Field>
      <div className={styles.forgot}>{forgotLink}</div>
      <Button type="submit" size="large" wide busy={isSubmitting}>
        {m.account_login_submit()}
      </Button>
    </form>
  )
}

/** The code that talks to the server is needed only once somebody types: the first paint does without it. */
function loadCall() {
  return import('./log-in-call.ts')
}

function warmCall() {
  void loadCall().catch(() => undefined)
}

function valueOf(event: { target: { value: string } }): string {
  return event.target.value
}
