import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { buttonClass } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { Skeleton } from '#src/ui/state/loading.tsx'
import { Progress } from '#src/ui/state/progress.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { type Step, steps } from '../addresses.ts'
import { AccountStep, TypeStep } from '../register/first-steps.tsx'
import {
  saveRegistration,
  readRegistration,
  reachableStep,
  stepNames,
  emptyAccount,
  emptyPersonal,
  hasPersonalText,
  type RegistrationValues,
  useSubmission,
} from '../register/values.ts'
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

export interface RegisterWizardProps {
  /** The step that is asked for; shown as far as the steps before it are valid. */
  wanted: Step
  onStep: (step: Step) => void
  /** `codeSent`: a code to confirm the email is on its way. */
  onRegistered: (outcome: { codeSent: boolean }) => void
}

/** Spec 4: three steps; forward only when the step is valid, back at any time. */
function RegisterWizard({ wanted, onStep, onRegistered }: RegisterWizardProps) {
  const formId = useId()
  const [restored] = useState(readRegistration)
  const [values, setValues] = useState<RegistrationValues>(restored ?? nothingYet)
  const [edited, setEdited] = useState(false)
  const forwardTo = useRef<Step>(undefined)
  const submission = useSubmission({ onStep, onRegistered })
  const step = reachableStep(wanted, values)
  const heading = useStepHeading(step, submission.refusedStep === step)
  useDirtyForm(edited)

  // An effect because the address may ask for a step that is not open: it is corrected, or the step would change by
  // itself as soon as it opens.
  const correct = useEffectEvent(onStep)
  useEffect(() => {
    if (step !== wanted) correct(step)
  }, [step, wanted])

  // An effect because a judged file arrives on its own time: whatever the values became is what is saved.
  useEffect(() => {
    if (edited) saveRegistration(values)
  }, [edited, values])

  function change(part: Partial<RegistrationValues>) {
    setValues((known) => ({ ...known, ...part }))
    setEdited(true)
  }

  function next(known: RegistrationValues) {
    const target = forwardTo.current ?? nextStep[step]
    forwardTo.current = undefined
    onStep(reachableStep(target, known))
  }

  const failure = submission.refusedStep === step && submission.failure && (
    <>
      {submission.failure}{' '}
      {submission.emailTaken && <Link to="/login">{m.register_login_instead()}</Link>}
    </>
  )
  const shared = {
    formId,
    failure,
    refused: submission.refusedStep === step ? submission.count : 0,
  }
  return (
    <div className={styles.wizard}>
      <Stepper
        step={step}
        formId={formId}
        onForward={(target) => (forwardTo.current = target)}
        onBack={onStep}
      />
      <VisuallyHidden>
        <h2 ref={heading} tabIndex={-1}>
          {stepNames[step]()}
        </h2>
      </VisuallyHidden>
      {step === 1 && (
        <TypeStep
          formId={formId}
          type={values.type}
          onChoose={(type) => {
            change({ type })
            next({ ...values, type })
          }}
          onNext={() => next(values)}
        />
      )}
      {step === 2 && (
        <AccountStep
          {...shared}
          fields={values.account}
          refusals={submission.accountRefusals}
          restored={!!restored?.account.email}
          onChange={(account) => change({ account })}
          onNext={() => next(values)}
          onBack={() => onStep(1)}
        />
      )}
      {step === 3 && values.type && (
        <Suspense fallback={<Skeleton shape="card" count={3} />}>
          <PersonalStep
            {...shared}
            type={values.type}
            name={`${values.account.firstname} ${values.account.lastname}`}
            fields={values.personal}
            refusals={submission.personalRefusals}
            restored={restored !== undefined && hasPersonalText(restored)}
            onChange={(personal) => change({ personal })}
            onSend={(national) => submission.send(values, national)}
            onBack={() => onStep(2)}
          />
        </Suspense>
      )}
    </div>
  )
}

const PersonalStep = lazy(async () => ({
  default: (await import('../register/personal-step.tsx')).PersonalStep,
}))

const nothingYet: RegistrationValues = {
  type: undefined,
  account: emptyAccount,
  personal: emptyPersonal,
}

const nextStep: Record<Step, Step> = { 1: 2, 2: 3, 3: 3 }

/** The heading of a step takes the focus when the step changes, unless the step has something to say about a field. */
function useStepHeading(step: Step, refused: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)

  // An effect because the step may change through the browser's own Back.
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    if (!refused) heading.current?.focus()
  }, [step, refused])

  return heading
}

interface StepperProps {
  step: Step
  /** The form of the step on show: going forward submits it, so that its errors come up. */
  formId: string
  /** Said before the form is submitted. */
  onForward: (wanted: Step) => void
  onBack: (wanted: Step) => void
}

/** Spec 2: the progress bar, and under each third of it its step, to be clicked. */
function Stepper({ step, formId, onForward, onBack }: StepperProps) {
  return (
    <nav className={styles.stepper} aria-label={m.register_steps()}>
      <Progress value={step} max={steps.length} label={m.register_progress({ step })} hideLabel />
      <ol className={styles.steps}>
        {steps.map((each) => (
          <li key={each}>
            <button
              className={styles.step}
              type={each > step ? 'submit' : 'button'}
              form={each > step ? formId : undefined}
              aria-current={each === step ? 'step' : undefined}
              onClick={() => (each > step ? onForward(each) : onBack(each))}
            >
              {stepNames[each]()}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
