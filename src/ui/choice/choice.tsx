import { type ReactNode, useId, type CSSProperties } from 'react'
import { Face } from '#src/ui/companion/face.tsx'
import { FieldMessage, requiredClass } from '#src/ui/field/field.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './choice.module.css'

interface ChoiceGroupProps<Value extends string> {
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

interface ChoiceButtonsProps<Value extends string> {
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

/** What a choice shows inside its card; `marked` adds the tick that appears when it is chosen. */
function ChoiceFace({ choice, marked = false }: { choice: Choice; marked?: boolean }) {
  return (
    <>
      {choice.emoji && (
        <span className={styles.emoji} aria-hidden="true">
          <Face emoji={choice.emoji} />
        </span>
      )}
      <span className={styles.words}>
        <span className={styles.label}>{choice.label}</span>
        {choice.hint && <span className={styles.hint}>{choice.hint}</span>}
      </span>
      {marked && (
        <span className={styles.tick}>
          <Icon name="check" size={14} />
        </span>
      )}
    </>
  )
}

/** What lays choices out side by side: how many at most, and how many letters the longest of their words has. */
export function choiceColumns(
  columns: number,
  choices: readonly Pick<Choice, 'label'>[],
): { 'data-columns': number; style: CSSProperties } {
  const lengths = choices.flatMap(({ label }) => label.split(/[\s-]+/).map((word) => word.length))
  const style = { '--columns': columns, '--letters': Math.max(1, ...lengths) }
  return { 'data-columns': columns, style: style as CSSProperties }
}

export interface Choice<Value extends string = string> {
  value: Value
  label: string
  /** Drawn large above or before the label; decoration, the label says it all. */
  emoji?: string
  hint?: string
  disabled?: boolean
}
