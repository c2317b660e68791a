import type { ComponentProps } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { useFieldControl } from './field.tsx'
import styles from './input.module.css'

/**
 * One line of text; takes its id and aria attributes from the Field around it. Only fields that say what they are for are
 * remembered by the browser.
 */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      type="text"
      dir="auto"
      autoComplete="off"
      {...useFieldControl()}
      {...rest}
      className={classNames(styles.input, className)}
    />
  )
}
