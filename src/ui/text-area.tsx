import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { useFieldControl } from './field-context.ts'
import styles from './input.module.css'

/** Several lines of text; grows with them. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={4}
      dir="auto"
      {...useFieldControl()}
      {...rest}
      className={classNames(styles.input, styles.area, className)}
    />
  )
}
