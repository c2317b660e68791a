import { useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { CardCollapsible } from '#src/ui/card/card-collapsible.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { questGroups } from './quest-groups.ts'
import styles from './quest-list.module.css'
import type { ShelfQuest } from './shelf.ts'
import type { QuestProgress } from './quests-resource.ts'
import { accountPoints } from '#contract/quests/points.ts'
import { Card, cardLinkClass } from '#src/ui/card/card.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { categoryFaces } from './quest-labels.ts'
import { formatDay } from '#src/lib/dates.ts'
import { QuestLink } from './quest-links.tsx'

export interface QuestListProps {
  quests: readonly ShelfQuest[]
  progress: ReadonlyMap<number, QuestProgress>
  /** What the person's profile says, where this device knows it. */
  gender: string | undefined
  /** The level of each card's heading in this list. */
  level: 2 | 3
}

/** Spec 2: a card for each quest. Sensitive ones are folded, and what cannot concern the person waits behind a button. */
export function QuestList(props: QuestListProps) {
  const { quests, progress, gender, level } = props
  const [all, setAll] = useState(false)
  const { plain, sensitive, leftOut } = questGroups(quests, progress, { gender, all })
  if (quests.length === 0) {
    return <EmptyState emoji="🧭" title={m.quests_list_empty()} text={m.quests_list_empty_text()} />
  }
  return (
    <>
      <Tiles {...props} quests={plain} />
      {sensitive.length > 0 && (
        <CardCollapsible
          title={m.quests_sensitive()}
          summary={m.quests_sensitive_why()}
          level={level}
        >
          <Tiles {...props} quests={sensitive} level={level === 2 ? 3 : 4} />
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

type TilesProps = Pick<QuestListProps, 'quests' | 'progress'> & { level: 2 | 3 | 4 }

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
  const { emoji, tint } = categoryFaces[quest.category]
  const Heading = `h${level}` as const
  return (
    <Card className={styles.tile} interactive>
      <span className={styles.emoji} data-tint={tint} aria-hidden="true">
        {emoji}
      </span>
      <div className={styles.words}>
        <Heading className={styles.name}>
          <QuestLink questId={quest.id} className={cardLinkClass}>
            {quest.title}
          </QuestLink>
        </Heading>
        <p className={styles.title2}>{quest.title2}</p>
      </div>
      <p className={styles.description}>{quest.description}</p>
      <footer className={styles.footer}>
        <ProgressTag quest={quest} progress={progress} />
        <span>{m.quests_created({ date: formatDay(quest.createdAt) })}</span>
      </footer>
    </Card>
  )
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
