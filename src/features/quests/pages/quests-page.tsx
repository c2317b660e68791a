import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { BackToDashboard } from '#src/ui/nav/back-to-dashboard.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { ListNote } from '../list-note.tsx'
import { QuestList } from '../quest-list.tsx'
import styles from '../quest-list.module.css'
import { useResource } from '#src/data/resource.ts'
import { questListsResource } from '../quests-resource.ts'
import { questCategories } from '#contract/quests/model.ts'
import { Card, cardLinkClass } from '#src/ui/card/card.tsx'
import { categoryFaces } from '../quest-labels.ts'
import { CategoryLink } from '../quest-links.tsx'

/** All quests, as this device knows them and as the server does a moment later. */
export function QuestsPage({ db }: { db: UserDatabase }) {
  const lists = useResource(db, questListsResource)
  return (
    <div className={styles.landing}>
      <PageHeader title={m.quests_title()} text={m.quests_text()} back={<BackToDashboard />} />
      <ListNote of={lists} text={m.quests_list_failed()} />
      <CategoryCards />
      <section className={styles.section}>
        <h2>{m.quests_all()}</h2>
        {lists.data && <QuestList {...lists.data} level={3} />}
      </section>
    </div>
  )
}

/** Spec 2: the landing's card for each category. */
function CategoryCards() {
  return (
    <section className={styles.section}>
      <h2>{m.quests_categories()}</h2>
      <ul className={styles.categories}>
        {questCategories.map((category) => {
          const { emoji, tint, name, text } = categoryFaces[category]
          return (
            <li key={category}>
              <Card className={styles.category} tint={tint} interactive>
                <span className={styles.categoryEmoji} aria-hidden="true">
                  {emoji}
                </span>
                <h3>
                  <CategoryLink category={category} className={cardLinkClass}>
                    {name()}
                  </CategoryLink>
                </h3>
                <p>{text()}</p>
              </Card>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
