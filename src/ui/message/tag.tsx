import type { ReactNode } from 'react'
import type { IconName } from '#src/ui/image/icon-paths.ts'
import { Icon } from '#src/ui/image/icon.tsx'
import styles from './badge.module.css'

export interface TagProps {
  tone?: 'plain' | 'accent' | 'info' | 'warn' | 'success' | 'danger'
  icon?: IconName
  children: ReactNode
}

/** A word or two about a thing: its state, its category, "waiting to be sent". */
export function Tag({ tone = 'plain', icon, children }: TagProps) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {icon && <Icon name={icon} size={15} />}
      {children}
    </span>
  )
}
