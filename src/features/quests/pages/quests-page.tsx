import { useLiveQuery } from 'dexie-react-hooks'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { BackToDashboard } from '#src/ui/nav/back-to-dashboard.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { CategoryCards } from '../category-cards.tsx'
import { ListNote } from '../list-note.tsx'
import { QuestList } from '../quest-list.tsx'
import styles from '../quest-list.module.css'
import { readQuestLists, type QuestLists } from '../read-quest-lists.ts'
import { useFreshQuests } from '../use-fresh-quests.ts'

export interface QuestsPageProps {
  db: UserDatabase
  initial: QuestLists
}

/** All quests, as this device knows them and as the server does a moment later. */
export function QuestsPage({ db, initial }: QuestsPageProps) {
  const { known, gender } = useLiveQuery(() => readQuestLists(db), [db], initial)
  const fresh = useFreshQuests(db)
  return (
    <div className={styles.landing}>
      <PageHeader title={m.quests_title()} text={m.quests_text()} back={<BackToDashboard />} />
      <ListNote {...fresh} text={m.quests_list_failed()} />
      <CategoryCards />
      <section className={styles.section}>
        <h2>{m.quests_all()}</h2>
        <QuestList {...known} gender={gender} level={3} />
      </section>
    </div>
  )
}
