import type { ReactNode } from 'react'
import type { Choice } from './choice.ts'
import { ChoiceFace } from './choice-face.tsx'
import styles from './choice.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface ChoiceButtonsProps<Value extends string> {
  legend: ReactNode
  hideLegend?: boolean
  choices: readonly Choice<Value>[]
  onChoose: (value: Value) => void
  columns?: 1 | 2 | 3 | 4
  disabled?: boolean
}

/** The same cards as buttons, where one tap decides: moving with the keyboard alone must not answer. */
export function ChoiceButtons<Value extends string>(props: ChoiceButtonsProps<Value>) {
  const { legend, choices, columns = 2, disabled = false } = props
  return (
    <fieldset className={styles.group} disabled={disabled}>
      <legend className={styles.legend}>
        {props.hideLegend ? <VisuallyHidden>{legend}</VisuallyHidden> : legend}
      </legend>
      <div className={styles.choices} data-columns={columns}>
        {choices.map((choice) => (
          <button
            className={styles.choice}
            type="button"
            key={choice.value}
            disabled={choice.disabled}
            onClick={() => props.onChoose(choice.value)}
          >
            <ChoiceFace choice={choice} />
          </button>
        ))}
      </div>
    </fieldset>
  )
}
