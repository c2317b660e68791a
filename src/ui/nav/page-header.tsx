import type { ReactNode } from 'react'
import styles from './page-header.module.css'

export interface PageHeaderProps {
  title: ReactNode
  /** A sentence under the title. */
  text?: ReactNode
  /** The way back, a link that says where it leads; see `backLinkClass`. */
  back?: ReactNode
  /** The screen's one main action and what goes with it. */
  actions?: ReactNode
}

/** The heading of a screen: way back, title, sentence, action. */
export function PageHeader({ title, text, back, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      {back}
      <div className={styles.line}>
        <h1>{title}</h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {text && <p className={styles.text}>{text}</p>}
    </header>
  )
}

/** For the link given as `back`: `<Link to="/library" className={backLinkClass}>…`; the arrow is drawn by the class. */
export const backLinkClass = styles.back
