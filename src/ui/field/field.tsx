import { type ReactNode, useId } from 'react'
import { ui_optional } from '#src/i18n/paraglide/messages.js'
import { FieldContext } from './field-context.ts'
import { FieldMessage } from './field-message.tsx'
import styles from './field.module.css'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

export interface FieldProps {
  label: string
  /** Help that is there before anything is wrong. */
  hint?: ReactNode
  /** What is wrong, as a sentence; also marks the control as invalid. */
  error?: string | undefined
  /** Tells assistive technology that an answer is needed. */
  required?: boolean
  /** Says in words that the answer may be left out. */
  optional?: boolean
  /** Keeps the label for screen readers alone, for a search box whose look says enough. */
  hideLabel?: boolean
  /** One control of the kit: TextInput, PasswordInput, TextArea or Select. */
  children: ReactNode
}

/** For the words of a question that needs an answer: drawn with a mark in a form that explains it (`--required-mark`). */
export const requiredClass = styles.required

/** Label, control, hint and error, tied together by ids for assistive technology. */
export function Field(props: FieldProps) {
  const { label, hint, error, required = false, optional = false, hideLabel = false } = props
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined
  const control = {
    id,
    'aria-describedby': describedBy,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-required': required ? (true as const) : undefined,
  }
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {hideLabel ? (
          <VisuallyHidden>{label}</VisuallyHidden>
        ) : (
          <span className={required ? requiredClass : undefined}>{label}</span>
        )}
        {optional && <span className={styles.optional}>{ui_optional()}</span>}
      </label>
      <FieldContext value={control}>{props.children}</FieldContext>
      {hint && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
      <FieldMessage id={errorId} text={error} />
    </div>
  )
}
