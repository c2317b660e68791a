import { useState } from 'react'
import { questCategories } from '#contract/quests/model.ts'
import { accountPoints } from '#contract/quests/scoring.ts'
import type { Loaded } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDay } from '#src/lib/dates.ts'
import { useOnline } from '#src/lib/online.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import { Button } from '#src/ui/button/button.tsx'
import { CardCollapsible } from '#src/ui/card/card-collapsible.tsx'
import { Card, cardLinkClass } from '#src/ui/card/card.tsx'
import { ScenePicture } from '#src/ui/companion/scene-picture.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { questScenes, categoryFaces, minutesFor, QuestLink, questGroups } from './quest-labels.tsx'
import { cardIn, useQuestWords } from './quest-words.ts'
import type { QuestLists, QuestProgress, ShelfQuest } from './quests-resource.ts'
import styles from './quest-list.module.css'

export interface QuestListProps extends Pick<QuestLists, 'quests' | 'progress' | 'gender'> {
  /** The level of the first headings in this list. */
  level: 2 | 3
  /** Under a heading for each category. */
  byCategory?: boolean
}

/** Spec 2: a card for each quest. Sensitive ones are folded, and what cannot concern the person waits behind a button. */
export function QuestList(props: QuestListProps) {
  const { quests, progress, gender, level, byCategory = false } = props
  const [all, setAll] = useState(false)
  const { plain, sensitive, leftOut } = questGroups(quests, progress, { gender, all })
  const below = level === 2 ? 3 : 4
  if (quests.length === 0) {
    return <EmptyState emoji="🧭" title={m.quests_list_empty()} text={m.quests_list_empty_text()} />
  }
  return (
    <>
      {byCategory ? (
        <Categories quests={plain} progress={progress} />
      ) : (
        <Tiles quests={plain} progress={progress} level={level} />
      )}
      {sensitive.length > 0 && (
        <CardCollapsible
          title={m.quests_sensitive()}
          summary={m.quests_sensitive_why()}
          level={level}
        >
          <Tiles quests={sensitive} progress={progress} level={below} />
        </CardCollapsible>
      )}
      {leftOut > 0 && (
        <div className={styles.leftOut}>
          <p>{m.quests_left_out()}</p>
          <Button look="secondary" size="small" onClick={() => setAll(true)}>
            {m.quests_show_all()}
          </Button>
        </div>
      )}
    </>
  )
}

interface TilesProps {
  quests: readonly ShelfQuest[]
  progress: ReadonlyMap<number, QuestProgress>
  level: 2 | 3 | 4
}

function Categories({ quests, progress }: Omit<TilesProps, 'level'>) {
  return questCategories.map((category) => {
    const among = quests.filter((quest) => quest.category === category)
    if (among.length === 0) return null
    return (
      <section key={category} className={styles.among}>
        <h3>{categoryFaces[category].name()}</h3>
        <Tiles quests={among} progress={progress} level={4} />
      </section>
    )
  })
}

function Tiles({ quests, progress, level }: TilesProps) {
  return (
    <ul className={styles.grid}>
      {quests.map((quest) => (
        <li key={quest.id}>
          <QuestTile quest={quest} progress={progress.get(quest.id) ?? {}} level={level} />
        </li>
      ))}
    </ul>
  )
}

interface QuestTileProps {
  quest: ShelfQuest
  progress: QuestProgress
  level: 2 | 3 | 4
}

/** Spec 2: title, description and creation date; a tap opens the quest. */
function QuestTile({ quest, progress, level }: QuestTileProps) {
  const { tint } = categoryFaces[quest.category]
  const { title, title2, description, tongue } = cardIn(useQuestWords(), quest)
  const Heading = `h${level}` as const
  return (
    <Card className={styles.tile} interactive>
      <ScenePicture scene={questScenes[quest.type]} tint={tint} done={shareDone(quest, progress)} />
      <div className={styles.words}>
        <Heading className={styles.name} {...tongue}>
          <QuestLink questId={quest.id} className={cardLinkClass}>
            {title}
          </QuestLink>
        </Heading>
        <p className={styles.title2} {...tongue}>
          {title2}
        </p>
      </div>
      <p className={styles.description} {...tongue}>
        {description}
      </p>
      <footer className={styles.footer}>
        <span className={styles.tags}>
          <ProgressTag quest={quest} progress={progress} />
          <Tag icon="clock">{m.quests_minutes({ minutes: minutesFor(quest.count) })}</Tag>
        </span>
        <span>{m.quests_created({ date: formatDay(quest.createdAt) })}</span>
      </footer>
    </Card>
  )
}

/** A quest that is begun anew is as far as it has come this time. */
function shareDone({ count }: ShelfQuest, { at, playedOn }: QuestProgress): number {
  if (at !== undefined) return at / (count + 1)
  return playedOn === undefined ? 0 : 1
}

function ProgressTag({ quest, progress }: { quest: ShelfQuest; progress: QuestProgress }) {
  if (!quest.open) return <Tag icon="clock">{m.quests_state_closed()}</Tag>
  if (progress.at !== undefined) {
    const text = m.quests_state_begun({ at: progress.at, count: quest.count })
    return <Tag tone="warn">{text}</Tag>
  }
  if (progress.playedOn !== undefined) {
    return (
      <Tag tone="success" icon="check">
        {m.quests_state_played({ date: formatDay(progress.playedOn) })}
      </Tag>
    )
  }
  return <Tag tone="accent">{m.quests_worth({ points: accountPoints(quest) })}</Tag>
}

export interface ListNoteProps {
  of: Pick<Loaded<unknown>, 'refresh' | 'retry'>
  /** What to say where the server could not be asked although there is a network. */
  text: string
}

/** Offline there is nothing to say: the quests play all the same. */
export function ListNote({ of: { refresh, retry }, text }: ListNoteProps) {
  const online = useOnline()
  if (refresh.status !== 'failed' || !online) return null
  const again = (
    <Button look="secondary" size="small" onClick={retry}>
      {m.ui_retry()}
    </Button>
  )
  return (
    <Banner tone="warn" action={again}>
      {failureText(refresh.error, text)}
    </Banner>
  )
}
