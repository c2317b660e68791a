import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import type { IconName } from '#src/ui/image/icon-paths.ts'
import { Icon } from '#src/ui/image/icon.tsx'
import { Spinner } from '#src/ui/state/loading.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './button.module.css'
import iconStyles from './icon-button.module.css'

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  icon?: IconName
  /** Work is under way: the button keeps its position and its focus, shows a spinner and does nothing when pressed. */
  busy?: boolean
}

/** A button that does something here; what leads elsewhere is a link with `buttonClass()`. */
export function Button(props: ButtonProps) {
  const { look, size, wide, icon, busy = false, className, children, onClick, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ look, size, wide }, className)}
      aria-disabled={busy || rest['aria-disabled']}
      data-busy={busy || undefined}
      onClick={busy ? refuse : onClick}
    >
      {busy ? <Spinner size={18} /> : icon && <Icon name={icon} size={20} />}
      <span className={styles.words}>{children}</span>
    </button>
  )
}

/** A busy submit button must not submit again. */
function refuse(event: { preventDefault(): void }) {
  event.preventDefault()
}

interface ButtonLook {
  /** `primary` once per screen; `quiet` has no box; `danger` for what cannot be undone. */
  look?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  size?: 'small' | 'medium' | 'large' | undefined
  /** Fills the width it is given. */
  wide?: boolean | undefined
}

/** The look of a button for anything else, such as a router's link: `<Link className={buttonClass()} …>`. */
export function buttonClass(look: ButtonLook = {}, extra?: string): string | undefined {
  const { look: kind = 'primary', size = 'medium', wide = false } = look
  return classNames(styles.button, styles[kind], styles[size], wide && styles.wide, extra)
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
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
      className={classNames(iconStyles.button, iconStyles[look], className)}
    >
      <Icon name={icon} size={22} />
      <VisuallyHidden>{label}</VisuallyHidden>
      {children && <span className={iconStyles.mark}>{children}</span>}
    </button>
  )
}
