import styles from './button.module.css'
import { classNames } from '#src/ui/class-names.ts'

export interface ButtonLook {
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
