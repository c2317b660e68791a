import { type ReactNode, useId } from 'react'
import type { Choice } from './choice.ts'
import { ChoiceFace } from './choice-face.tsx'
import { choiceColumns } from './choice-columns.ts'
import styles from './choice.module.css'
import { FieldMessage } from '#src/ui/field/field-message.tsx'
import { requiredClass } from '#src/ui/field/field.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

export interface ChoiceGroupProps<Value extends string> {
  /** The question, read before its answers. */
  legend: ReactNode
  hideLegend?: boolean
  choices: readonly Choice<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
  /** How many are side by side where their words have room; fewer where they have not. */
  columns?: 1 | 2 | 3 | 4
  disabled?: boolean
  required?: boolean
  error?: string | undefined
}

/** One answer out of few, as big cards: real radio buttons, so arrow keys move and Space chooses. */
export function ChoiceGroup<Value extends string>(props: ChoiceGroupProps<Value>) {
  const id = useId()
  const { legend, choices, value, columns = 2, disabled = false, error } = props
  return (
    <fieldset className={styles.group} disabled={disabled} aria-describedby={`${id}-error`}>
      <legend className={styles.legend}>
        {props.hideLegend ? (
          <VisuallyHidden>{legend}</VisuallyHidden>
        ) : (
          <span className={props.required ? requiredClass : undefined}>{legend}</span>
        )}
      </legend>
      <div className={styles.choices} {...choiceColumns(columns, choices)}>
        {choices.map((choice) => (
          <label className={styles.choice} key={choice.value}>
            <input
              className={styles.radio}
              type="radio"
              name={id}
              value={choice.value}
              checked={choice.value === value}
              disabled={choice.disabled}
              onChange={() => props.onChange(choice.value)}
            />
            <ChoiceFace choice={choice} marked />
          </label>
        ))}
      </div>
      <FieldMessage id={`${id}-error`} text={error} />
    </fieldset>
  )
}
