import { type IconName, iconPaths } from './icon-paths.ts'
import styles from './icon.module.css'

export interface IconProps {
  name: IconName
  /** Edge in pixels; 24 by default. */
  size?: number
  /** Words for an icon without a text beside it; without them it is decoration and hidden from assistive technology. */
  label?: string
}

/** A line icon in the colour of the words around it. */
export function Icon({ name, size = 24, label }: IconProps) {
  return (
    <svg
      className={styles.icon}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      data-turns={turningIcons.has(name) || undefined}
    >
      <path d={iconPaths[name]} />
    </svg>
  )
}

/** Icons that point along the line of reading and turn with it in right-to-left languages. */
const turningIcons = new Set<IconName>(['chevron', 'back', 'logout', 'login', 'send'])
