import type { ComponentProps } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { useFieldControl } from './field.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import styles from './input.module.css'

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
