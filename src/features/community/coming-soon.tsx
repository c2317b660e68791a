import type { ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Card } from '#src/ui/card/card.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import styles from './coming-soon.module.css'
import type { ComingPlace } from './places.ts'

export interface ComingSoonProps {
  place: ComingPlace
  /** In place of the place's own sentence, for another reader. */
  text?: string | undefined
  /** The way back. */
  back: ReactNode
}

/** Spec 2: a page that is still to come, told kindly. */
export function ComingSoon({ place, text, back }: ComingSoonProps) {
  return (
    <>
      <PageHeader title={place.title()} back={back} />
      <Card className={styles.card} tint={place.tint}>
        <span className={styles.emoji} aria-hidden="true">
          {place.emoji}
        </span>
        <p className={styles.soon}>{m.community_soon()}</p>
        <p className={styles.text}>{text ?? place.text()}</p>
        <p className={styles.text}>{m.community_soon_text()}</p>
      </Card>
    </>
  )
}
