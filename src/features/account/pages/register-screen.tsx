import { Link, useNavigate } from '@tanstack/react-router'
import { RegisterWizard } from '../register/register-wizard.tsx'
import type { Step } from '../register/step.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { Card } from '#src/ui/card/card.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import styles from './register-screen.module.css'

/** Spec 2: /register. The step is in the address, so that a phone's Back goes one step back. */
export function RegisterScreen({ step }: { step: Step }) {
  const navigate = useNavigate()

  /** A step back replaces this one in the history, so that Back never leads forward. */
  function go(next: Step) {
    if (next !== step)
      void navigate({ to: '/register', search: { step: next }, replace: next < step })
  }

  return (
    <div className={styles.screen} data-barless>
      <PageHeader title={m.register_title()} text={m.register_text()} />
      <Card>
        <RegisterWizard
          wanted={step}
          onStep={go}
          onRegistered={({ codeSent }) =>
            void navigate({
              to: '/welcome',
              search: codeSent ? { code: 'sent' } : {},
              replace: true,
            })
          }
        />
      </Card>
      <Link className={buttonClass({ look: 'quiet' })} to="/login">
        {m.register_have_account()}
      </Link>
    </div>
  )
}
