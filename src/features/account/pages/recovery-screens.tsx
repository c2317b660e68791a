import { Link, useNavigate } from '@tanstack/react-router'
import { ForgotForm } from '../recovery/forgot-form.tsx'
import { ResetForm } from '../recovery/reset-form.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { Card } from '#src/ui/card/card.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import styles from './login-screen.module.css'

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
