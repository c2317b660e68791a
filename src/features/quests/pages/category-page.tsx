import type { QuestCategory } from '#contract/quests/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { useResource } from '#src/data/resource.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { ErrorState } from '#src/ui/state/state-message.tsx'
import { QuestList, ListNote } from '../quest-list.tsx'
import { categoryFaces, BackToQuests, QuestsLink } from '../quest-labels.tsx'
import { questListsResource } from '../quests-resource.ts'

export interface CategoryPageProps {
  db: UserDatabase
  category: QuestCategory
}

/** The quests of one category. */
export function CategoryPage({ db, category }: CategoryPageProps) {
  const lists = useResource(db, questListsResource)
  const { name, text } = categoryFaces[category]
  return (
    <>
      <PageHeader
        title={m.quests_category_title({ category: name() })}
        text={text()}
        back={<BackToQuests />}
      />
      <ListNote of={lists} text={m.quests_category_failed({ category: name() })} />
      {lists.data && (
        <QuestList
          {...lists.data}
          quests={lists.data.quests.filter((quest) => quest.category === category)}
          level={2}
        />
      )}
    </>
  )
}

/** Spec 5: an address that names no category. */
export function NoCategory({ category }: { category: string }) {
  return (
    <>
      <PageHeader title={m.quests_title()} back={<BackToQuests />} />
      <ErrorState
        title={m.quests_category_invalid({ category })}
        action={<QuestsLink className={buttonClass()}>{m.quests_back()}</QuestsLink>}
      />
    </>
  )
}
