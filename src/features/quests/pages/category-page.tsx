import { useLiveQuery } from 'dexie-react-hooks'
import type { QuestCategory } from '#contract/quests/model.ts'
import { QuestList } from '../quest-list.tsx'
import { categoryFaces } from '../quest-words.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { ListNote } from '../list-note.tsx'
import { BackToQuests } from '../quest-links.tsx'
import { readQuestLists, type QuestLists } from '../read-quest-lists.ts'
import { useFreshQuests } from '../use-fresh-quests.ts'

export interface CategoryPageProps {
  db: UserDatabase
  category: QuestCategory
  initial: QuestLists
}

/** The quests of one category. */
export function CategoryPage({ db, category, initial }: CategoryPageProps) {
  const { known, gender } = useLiveQuery(() => readQuestLists(db), [db], initial)
  const fresh = useFreshQuests(db)
  const { name, text } = categoryFaces[category]
  return (
    <>
      <PageHeader
        title={m.quests_category_title({ category: name() })}
        text={text()}
        back={<BackToQuests />}
      />
      <ListNote {...fresh} text={m.quests_category_failed({ category: name() })} />
      <QuestList
        quests={known.quests.filter((quest) => quest.category === category)}
        stands={known.stands}
        gender={gender}
        level={2}
      />
    </>
  )
}
