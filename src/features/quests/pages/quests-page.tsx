import { useMemo } from 'react'
import { questCategories, type QuestCategory } from '#contract/quests/model.ts'
import { useLocalClock } from '#src/data/local-clock.ts'
import { useResource } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button.tsx'
import { Card, cardLinkClass } from '#src/ui/card/card.tsx'
import { ScenePicture } from '#src/ui/companion/scene-picture.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { BackToDashboard } from '#src/ui/nav/back-links.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { ErrorState } from '#src/ui/state/state-message.tsx'
import {
  categoryScenes,
  questScenes,
  categoryFaces,
  minutesFor,
  pickTexts,
  CategoryLink,
  QuestLink,
  BackToQuests,
  QuestsLink,
  questPicks,
  isGoodStart,
  type Pick,
} from '../quest-labels.tsx'
import { ListNote, QuestList } from '../quest-list.tsx'
import { cardIn, useQuestWords } from '../quest-words.ts'
import {
  listsOn,
  questListsResource,
  type QuestLists,
  type ShelfQuest,
} from '../quests-resource.ts'
import styles from '../quest-list.module.css'

/** All quests, as this device knows them and as the server does a moment later. */
export function QuestsPage({ db }: { db: UserDatabase }) {
  const lists = useResource(db, questListsResource)
  const { data } = lists
  return (
    <div className={styles.landing}>
      <PageHeader title={m.quests_title()} text={m.quests_text()} back={<BackToDashboard />} />
      <ListNote of={lists} text={m.quests_list_failed()} />
      {data && <Picks lists={data} />}
      <CategoryCards lists={data} />
      <section className={styles.section}>
        <h2>{m.quests_all()}</h2>
        {data && <QuestList {...data} level={3} byCategory />}
      </section>
    </div>
  )
}

/** Three short quests to start with, or those that are left, and one for today; one that answers a low answer comes first. */
function Picks({ lists }: { lists: QuestLists }) {
  const { date } = useLocalClock()
  const { pick, start } = useMemo(() => questPicks(listsOn(lists, date)), [lists, date])
  const startsHere = isGoodStart(start)
  return (
    <>
      {pick?.why === 'answer' && <PickCard pick={pick} />}
      {start.length > 0 && (
        <section className={styles.section} aria-labelledby="start-here">
          <div>
            <h2 id="start-here">{startsHere ? m.quests_start_here() : m.quests_start_rest()}</h2>
            {startsHere && <p className={styles.muted}>{m.quests_start_here_text()}</p>}
          </div>
          <ul className={styles.start}>
            {start.map((quest) => (
              <li key={quest.id}>
                <StartCard quest={quest} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {pick && pick.why !== 'answer' && <PickCard pick={pick} />}
    </>
  )
}

function PickCard({ pick }: { pick: Pick }) {
  const { quest, why } = pick
  const { title, tongue } = cardIn(useQuestWords(), quest)
  const text = {
    answer: () => (pick.why === 'answer' ? pickTexts[pick.tracker]() : ''),
    next: m.quests_pick_next,
    again: m.quests_pick_again,
  }[why]
  const { tint } = categoryFaces[quest.category]
  return (
    <Card className={styles.pick} tint={tint} interactive>
      <ScenePicture scene={questScenes[quest.type]} tint="plain" size="large" />
      <div className={styles.words}>
        <h2 className={styles.kicker}>{m.quests_pick()}</h2>
        <h3 className={styles.pickName} {...tongue}>
          <QuestLink questId={quest.id} className={cardLinkClass}>
            {title}
          </QuestLink>
        </h3>
        <p>{text()}</p>
        <p className={styles.tags}>
          {pick.why === 'answer' && <Tag tone="accent">{strengthLabel(pick.strength)}</Tag>}
          <Minutes quest={quest} />
        </p>
      </div>
    </Card>
  )
}

/** Spec 4: the words that come with a suggestion after a low answer. */
function strengthLabel(strength: Extract<Pick, { why: 'answer' }>['strength']): string {
  return strength === 'Consider' ? m.trackers_suggest_consider() : m.trackers_suggest_highly()
}

function StartCard({ quest }: { quest: ShelfQuest }) {
  const { title, title2, tongue } = cardIn(useQuestWords(), quest)
  const { tint } = categoryFaces[quest.category]
  return (
    <Card className={styles.startCard} interactive>
      <ScenePicture scene={questScenes[quest.type]} tint={tint} />
      <div className={styles.words}>
        <h3 className={styles.name} {...tongue}>
          <QuestLink questId={quest.id} className={cardLinkClass}>
            {title}
          </QuestLink>
        </h3>
        <p className={styles.title2} {...tongue}>
          {title2}
        </p>
        <Minutes quest={quest} />
      </div>
    </Card>
  )
}

function Minutes({ quest }: { quest: ShelfQuest }) {
  return <Tag icon="clock">{m.quests_minutes({ minutes: minutesFor(quest.count) })}</Tag>
}

/** Spec 2: the landing's card for each category. */
function CategoryCards({ lists }: { lists: QuestLists | undefined }) {
  return (
    <section className={styles.section}>
      <h2>{m.quests_categories()}</h2>
      <ul className={styles.categories}>
        {questCategories.map((category) => (
          <li key={category}>
            <CategoryCard category={category} lists={lists} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function CategoryCard({
  category,
  lists,
}: {
  category: QuestCategory
  lists: QuestLists | undefined
}) {
  const { tint, name, text } = categoryFaces[category]
  const among = lists?.quests.filter((quest) => quest.category === category) ?? []
  const done = among.filter(({ id }) => lists?.progress.get(id)?.playedOn !== undefined).length
  return (
    <Card className={styles.category} tint={tint} interactive>
      <ScenePicture
        scene={categoryScenes[category]}
        tint="plain"
        done={among.length === 0 ? 0 : done / among.length}
      />
      <h3>
        <CategoryLink category={category} className={cardLinkClass}>
          {name()}
        </CategoryLink>
      </h3>
      <p>{text()}</p>
      {done > 0 && (
        <p className={styles.count}>{m.quests_category_done({ done, count: among.length })}</p>
      )}
    </Card>
  )
}

interface CategoryPageProps {
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
