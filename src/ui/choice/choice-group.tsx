import { type ReactNode, useId } from 'react'
import { FieldMessage, requiredClass } from '#src/ui/field/field.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { type Choice, ChoiceFace, choiceColumns } from './choice.tsx'
import styles from './choice.module.css'

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
