import type { ComponentProps } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { Icon } from '#src/ui/image/icon.tsx'
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

/** The platform's own choice from a list; its options are plain `<option>` elements. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <div className={styles.wrap}>
      <select
        {...useFieldControl()}
        {...rest}
        className={classNames(styles.input, styles.select, className)}
      >
        {children}
      </select>
      <span className={styles.arrow}>
        <Icon name="chevron" size={18} />
      </span>
    </div>
  )
}
