import { useId } from 'react'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './segmented-control.module.css'

export interface SegmentedControlProps<Value extends string> {
  /** What is chosen, for screen readers. */
  legend: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** One of two to four short options in a row; radio buttons underneath. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.control}>
      <legend>
        <VisuallyHidden>{props.legend}</VisuallyHidden>
      </legend>
      {props.options.map((option) => (
        <label className={styles.option} key={option.value}>
          <input
            className={styles.radio}
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === props.value}
            onChange={() => props.onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
