import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { useFieldControl } from './field-context.ts'
import styles from './input.module.css'

/** One line of text; takes its id and aria attributes from the Field around it. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      type="text"
      dir="auto"
      {...useFieldControl()}
      {...rest}
      className={classNames(styles.input, className)}
    />
  )
}
