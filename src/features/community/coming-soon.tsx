import type { ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Card } from '#src/ui/card/card.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { Face } from '#src/ui/companion/face.tsx'
import styles from './coming-soon.module.css'
import type { ComingPage } from './coming-pages.ts'

export interface ComingSoonProps {
  page: ComingPage
  /** In place of the page's own sentence, for another reader. */
  text?: string | undefined
  /** The way back. */
  back: ReactNode
}

/** Spec 2: a page that is still to come, said kindly. */
export function ComingSoon({ page, text, back }: ComingSoonProps) {
  return (
    <>
      <PageHeader title={page.title()} back={back} />
      <Card className={styles.card} tint={page.tint}>
        <span className={styles.emoji} aria-hidden="true">
          <Face emoji="🌱" />
        </span>
        <p className={styles.soon}>{m.community_soon()}</p>
        <p className={styles.text}>{text ?? page.text()}</p>
        <p className={styles.text}>{m.community_soon_text()}</p>
      </Card>
    </>
  )
}
