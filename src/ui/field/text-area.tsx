import type { ComponentProps } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { useFieldControl } from './field.tsx'
import styles from './input.module.css'

/**
 * Several lines of text; grows with them. What is written is ours alone to remember: without `autoComplete` the browser
 * would write it into its own record of open pages, which outlives a logout.
 */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={4}
      dir="auto"
      autoComplete="off"
      {...useFieldControl()}
      {...rest}
      className={classNames(styles.input, styles.area, className)}
    />
  )
}
