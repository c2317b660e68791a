import type { ComponentProps } from 'react'
import { type ButtonLook, buttonClass } from './button-class.ts'
import styles from './button.module.css'
import { Icon } from '#src/ui/image/icon.tsx'
import type { IconName } from '#src/ui/image/icon-paths.ts'
import { Spinner } from '#src/ui/state/spinner.tsx'

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
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
