import * as m from '#src/i18n/paraglide/messages.js'
import { Progress } from '#src/ui/state/progress.tsx'
import { steps, type Step } from './step.ts'
import { stepNames } from './steps.ts'
import styles from './stepper.module.css'

export interface StepperProps {
  step: Step
  /** The form of the step on show: going forward submits it, so that its errors come up. */
  formId: string
  /** Said before the form is submitted. */
  onForward: (wanted: Step) => void
  onBack: (wanted: Step) => void
}

/** Spec 2: the progress bar, and under each third of it the step that it stands for, to be clicked. */
export function Stepper({ step, formId, onForward, onBack }: StepperProps) {
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
