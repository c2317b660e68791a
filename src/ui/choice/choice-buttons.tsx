import { type ReactNode, useId } from 'react'
import type { Choice } from './choice.ts'
import { ChoiceFace } from './choice-face.tsx'
import { choiceColumns } from './choice-columns.ts'
import styles from './choice.module.css'
import { FieldMessage } from '#src/ui/field/field-message.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

export interface ChoiceButtonsProps<Value extends string> {
  legend: ReactNode
  hideLegend?: boolean
  choices: readonly Choice<Value>[]
  /** What was chosen before, where the choice can be changed. */
  chosen?: Value | undefined
  onChoose: (value: Value) => void
  columns?: 1 | 2 | 3 | 4
  disabled?: boolean
  error?: string | undefined
}

/** The same cards as buttons, where one tap decides: moving with the keyboard alone must not answer. */
export function ChoiceButtons<Value extends string>(props: ChoiceButtonsProps<Value>) {
  const id = useId()
  const { legend, choices, columns = 2, disabled = false, error } = props
  return (
    <fieldset className={styles.group} disabled={disabled} aria-describedby={`${id}-error`}>
      <legend className={styles.legend}>
        {props.hideLegend ? <VisuallyHidden>{legend}</VisuallyHidden> : legend}
      </legend>
      <div className={styles.choices} {...choiceColumns(columns, choices)}>
        {choices.map((choice) => (
          <button
            className={styles.choice}
            type="button"
            key={choice.value}
            disabled={choice.disabled}
            aria-pressed={props.chosen === undefined ? undefined : choice.value === props.chosen}
            onClick={() => props.onChoose(choice.value)}
          >
            <ChoiceFace choice={choice} />
          </button>
        ))}
      </div>
      <FieldMessage id={`${id}-error`} text={error} />
    </fieldset>
  )
}
