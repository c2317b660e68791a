import { useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { CardCollapsible } from '#src/ui/card/card-collapsible.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { questGroups } from './quest-groups.ts'
import { QuestTile } from './quest-tile.tsx'
import styles from './quest-list.module.css'
import type { ShelfQuest } from './shelf.ts'
import type { QuestStand } from './stands.ts'

export interface QuestListProps {
  quests: readonly ShelfQuest[]
  stands: ReadonlyMap<number, QuestStand>
  /** What the person's profile says, where this device knows it. */
  gender: string | undefined
  /** The level of each card's heading where the list stands. */
  level: 2 | 3
}

/** Spec 2: a card for each quest. Sensitive ones are folded, and what cannot concern the person waits behind a button. */
export function QuestList(props: QuestListProps) {
  const { quests, stands, gender, level } = props
  const [all, setAll] = useState(false)
  const { plain, sensitive, leftOut } = questGroups(quests, stands, { gender, all })
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

type TilesProps = Pick<QuestListProps, 'quests' | 'stands'> & { level: 2 | 3 | 4 }

function Tiles({ quests, stands, level }: TilesProps) {
  return (
    <ul className={styles.grid}>
      {quests.map((quest) => (
        <li key={quest.id}>
          <QuestTile quest={quest} stand={stands.get(quest.id) ?? {}} level={level} />
        </li>
      ))}
    </ul>
  )
}
