import type { ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { PageHeader } from '#src/ui/page-header.tsx'
import { CategoryCards } from './category-cards.tsx'
import { QuestList } from './quest-list.tsx'
import styles from './quest-list.module.css'
import type { CategorySlot, QuestSlot } from './slots.ts'
import type { KnownQuests } from './stands.ts'

export interface QuestsLandingProps {
  known: KnownQuests
  /** What the person's profile says, where this device knows it. */
  gender: string | undefined
  questLink: QuestSlot
  categoryLink: CategorySlot
  /** The way back. */
  back: ReactNode
  /** A line about how new the list is, where there is something to say. */
  note: ReactNode
}

/** Spec 2: 'Wellness Surveys', with a card for each category and one for each quest. */
export function QuestsLanding(props: QuestsLandingProps) {
  const { known, gender, questLink, categoryLink, back, note } = props
  return (
    <div className={styles.landing}>
      <PageHeader title={m.quests_title()} text={m.quests_text()} back={back} />
      {note}
      <CategoryCards categoryLink={categoryLink} />
      <section className={styles.section}>
        <h2>{m.quests_all()}</h2>
        <QuestList {...known} gender={gender} questLink={questLink} level={3} />
      </section>
    </div>
  )
}
