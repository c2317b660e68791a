import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import styles from './icon-button.module.css'
import { Icon } from '#src/ui/image/icon.tsx'
import type { IconName } from '#src/ui/image/icon-paths.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: IconName
  /** What the button does, for those who do not see the icon; also its tooltip. */
  label: string
  /** `plain` has no ground of its own. */
  look?: 'soft' | 'plain'
  /** A mark at its corner, such as a Badge. */
  children?: ReactNode
}

/** A round button of 44 px with an icon alone. */
export function IconButton({
  icon,
  label,
  look = 'plain',
  className,
  children,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      className={classNames(styles.button, styles[look], className)}
    >
      <Icon name={icon} size={22} />
      <VisuallyHidden>{label}</VisuallyHidden>
      {children && <span className={styles.mark}>{children}</span>}
    </button>
  )
}
