import { type ReactNode, useId, createContext, use } from 'react'
import { term } from '#src/i18n/chosen.ts'
import { ui_optional } from '#src/i18n/paraglide/messages.js'
import { Icon } from '#src/ui/image/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './field.module.css'

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

/** The sentence under a control that says what is wrong; read aloud when it appears. */
export function FieldMessage({ id, text }: { id: string; text: string | undefined }) {
  return (
    <p className={styles.error} id={id} aria-live="polite">
      {text && (
        <>
          <Icon name="alert" size={18} />
          <span>{term(text)}</span>
        </>
      )}
    </p>
  )
}

/** What a Field hands to the control inside it. */
export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

const FieldContext = createContext<FieldControl | null>(null)

/** The id and aria attributes of the Field around a control; empty outside of one. */
export function useFieldControl(): Partial<FieldControl> {
  return use(FieldContext) ?? {}
}
