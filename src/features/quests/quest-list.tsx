import * as m from '#src/i18n/paraglide/messages.js'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { QuestTile } from './quest-tile.tsx'
import styles from './quest-list.module.css'
import type { ShelfQuest } from './shelf.ts'
import type { QuestSlot } from './slots.ts'
import type { QuestStand } from './stands.ts'

export interface QuestListProps {
  quests: readonly ShelfQuest[]
  stands: ReadonlyMap<number, QuestStand>
  questLink: QuestSlot
  /** The level of each card's heading where the list stands. */
  level: 2 | 3
}

/** Spec 2: a card for each quest; those that can be played come first. */
export function QuestList({ quests, stands, questLink, level }: QuestListProps) {
  if (quests.length === 0) {
    return <EmptyState emoji="🧭" title={m.quests_list_empty()} text={m.quests_list_empty_text()} />
  }
  const open = quests.filter((quest) => quest.open)
  const closed = quests.filter((quest) => !quest.open)
  return (
    <ul className={styles.grid}>
      {[...open, ...closed].map((quest) => (
        <li key={quest.id}>
          <QuestTile
            quest={quest}
            stand={stands.get(quest.id) ?? {}}
            questLink={questLink}
            level={level}
          />
        </li>
      ))}
    </ul>
  )
}
