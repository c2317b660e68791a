import { accountPoints } from '#contract/quests/points.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Card, cardLinkClass } from '#src/ui/card/card.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { categoryFaces, dateWords } from './quest-words.ts'
import styles from './quest-list.module.css'
import type { ShelfQuest } from './shelf.ts'
import { QuestLink } from './quest-links.tsx'
import type { QuestStand } from './stands.ts'

export interface QuestTileProps {
  quest: ShelfQuest
  stand: QuestStand
  level: 2 | 3 | 4
}

/** Spec 2: title, description and creation date; a tap opens the quest. */
export function QuestTile({ quest, stand, level }: QuestTileProps) {
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
        <StandTag quest={quest} stand={stand} />
        <span>{m.quests_created({ date: dateWords(quest.createdAt) })}</span>
      </footer>
    </Card>
  )
}

function StandTag({ quest, stand }: { quest: ShelfQuest; stand: QuestStand }) {
  if (!quest.open) return <Tag icon="clock">{m.quests_state_closed()}</Tag>
  if (stand.at !== undefined) {
    const words = m.quests_state_begun({ at: stand.at, count: quest.count })
    return <Tag tone="warn">{words}</Tag>
  }
  if (stand.playedOn !== undefined) {
    return (
      <Tag tone="success" icon="check">
        {m.quests_state_played({ date: dateWords(stand.playedOn) })}
      </Tag>
    )
  }
  return <Tag tone="accent">{m.quests_worth({ points: accountPoints(quest) })}</Tag>
}
