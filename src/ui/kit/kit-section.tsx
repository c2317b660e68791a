import type { ReactNode } from 'react'
import styles from './kit.module.css'

/** One group of parts on the kit page. */
export function KitSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Parts side by side that wrap. */
export function KitRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

/** Parts in as many equal columns as fit. */
export function KitGrid({ children }: { children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>
}
