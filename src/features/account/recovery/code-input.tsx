import type { ChangeEvent, ClipboardEvent, SyntheticEvent } from 'react'
import { resetCodeDigits } from '#contract/account/recovery.ts'
import { westernDigits } from '#contract/language.ts'
import { useFieldControl } from '#src/ui/field/field.tsx'
import styles from './code-input.module.css'

export interface CodeInputProps {
  name: string
  value: string
  onChange: (digits: string) => void
  onBlur?: () => void
  /** A paste that is no code; what was typed stays. */
  onBadPaste: () => void
  /** Receives the input, so that the form can focus it. */
  ref?: (element: HTMLInputElement | null) => void
}

const places = Array.from({ length: resetCodeDigits }, (_, index) => index)

/**
 * Six boxes drawn over one real input: so the phone's own one-time-code offer, a paste, Backspace and a screen
 * reader all meet an ordinary field.
 */
export function CodeInput({ value, onChange, onBadPaste, ...rest }: CodeInputProps) {
  function type(event: ChangeEvent<HTMLInputElement>) {
    onChange(typedDigits(event.target.value))
  }

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    event.preventDefault()
    const code = pastedCode(event.clipboardData.getData('text'))
    if (code) onChange(code)
    else onBadPaste()
  }

  return (
    <div className={styles.code}>
      <input
        {...useFieldControl()}
        {...rest}
        className={styles.input}
        type="text"
        inputMode="numeric"
        pattern="\d*"
        autoComplete="one-time-code"
        dir="ltr"
        value={value}
        onChange={type}
        onPaste={paste}
        onSelect={keepCaretAtEnd}
      />
      <div className={styles.boxes} aria-hidden="true">
        {places.map((index) => (
          <span
            key={index}
            className={styles.box}
            data-next={index === Math.min(value.length, resetCodeDigits - 1) || undefined}
          >
            {value[index]}
          </span>
        ))}
      </div>
    </div>
  )
}

/** The boxes show one position to type at, after the last digit; selecting everything stays possible. */
function keepCaretAtEnd(event: SyntheticEvent<HTMLInputElement>) {
  const input = event.currentTarget
  const { selectionStart, selectionEnd, value } = input
  if (selectionStart === selectionEnd && selectionStart !== value.length)
    input.setSelectionRange(value.length, value.length)
}

/** What typing leaves of a text: its digits, as many as the code has. */
export function typedDigits(text: string): string {
  return westernDigits(text).replace(/\D/g, '').slice(0, resetCodeDigits)
}

/** Spec 5: a pasted code is exactly six digits, spaces and dashes aside; undefined for anything else. */
export function pastedCode(text: string): string | undefined {
  const compact = westernDigits(text).replace(/[\s-]/g, '')
  return compact.length === resetCodeDigits && /^\d+$/.test(compact) ? compact : undefined
}
