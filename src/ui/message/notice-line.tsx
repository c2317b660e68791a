import type { ReactNode } from 'react'
import type { IconName } from '#src/ui/image/icon-paths.ts'
import { Icon } from '#src/ui/image/icon.tsx'
import styles from './notice-line.module.css'

export interface NoticeLineProps {
  icon: IconName
  /** `danger` for what needs the person. */
  tone?: 'plain' | 'danger'
  /** The words, as a link with `noticeLinkClass` where there is somewhere to go. */
  children: ReactNode
  /** When it happened. */
  when?: string
}

/** One thing that the person should know of, in a list of them. */
export function NoticeLine({ icon, tone = 'plain', children, when }: NoticeLineProps) {
  return (
    <li className={styles.line} data-tone={tone}>
      <Icon name={icon} size={20} />
      <span className={styles.words}>
        {children}
        {when && <span className={styles.when}>{when}</span>}
      </span>
    </li>
  )
}

export const noticeLinkClass = styles.link
