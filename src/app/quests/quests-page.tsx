import { useLiveQuery } from 'dexie-react-hooks'
import { QuestsLanding } from '#src/features/quests/quests-landing.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/database.ts'
import { BackToDashboard } from '#src/ui/back-to-dashboard.tsx'
import { ListNote } from './list-note.tsx'
import { categoryLink, questLink } from './quest-links.tsx'
import { readQuestLists, type QuestLists } from './read-quest-lists.ts'
import { useFreshQuests } from './use-fresh-quests.ts'

export interface QuestsPageProps {
  db: UserDatabase
  initial: QuestLists
}

/** All quests, as this device knows them and as the server does a moment later. */
export function QuestsPage({ db, initial }: QuestsPageProps) {
  const lists = useLiveQuery(() => readQuestLists(db), [db], initial)
  const fresh = useFreshQuests(db)
  return (
    <QuestsLanding
      {...lists}
      questLink={questLink}
      categoryLink={categoryLink}
      back={<BackToDashboard />}
      note={<ListNote {...fresh} text={m.quests_list_failed()} />}
    />
  )
}
