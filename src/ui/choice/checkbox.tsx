import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldMessage } from '#src/ui/field/field.tsx'
import styles from './checkbox.module.css'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

/** A checkbox with its words; the whole line is the target. */
export function Checkbox({ label, hint, error, ...rest }: CheckboxProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.checkbox}>
      <label className={styles.line}>
        <input
          {...rest}
          type="checkbox"
          className={styles.box}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldMessage id={`${id}-error`} text={error} />
    </div>
  )
}
