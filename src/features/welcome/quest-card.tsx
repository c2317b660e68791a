import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { minutesFor } from '#src/features/quests/quest-labels.ts'
import { readPlayedRows, lastPlayedDays } from '#src/features/quests/played.ts'
import { readShelf, type ShelfQuest } from '#src/features/quests/shelf.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import styles from './welcome.module.css'

/** One short quest about nothing that hurts; where none is open or all were played, the way to them is shown later. */
export function QuestCard({ db, onPlay }: { db: UserDatabase; onPlay: () => void }) {
  const quest = useLiveQuery(() => firstQuest(db), [db])
  if (!quest) return <p>{m.welcome_quest_later()}</p>
  return (
    <>
      <h3>{quest.title}</h3>
      <p>{quest.description}</p>
      <p className={styles.quiet}>
        {m.quests_challenges({ count: quest.count })} ·{' '}
        {m.quests_minutes({ minutes: minutesFor(quest.count) })}
      </p>
      <Link
        className={buttonClass({ wide: true })}
        to="/surveys/$questId"
        params={{ questId: String(quest.id) }}
        onClick={onPlay}
      >
        {m.quests_start()}
      </Link>
    </>
  )
}

/** The shortest that is open, not sensitive and not played yet. */
async function firstQuest(db: UserDatabase): Promise<ShelfQuest | undefined> {
  const [shelf, played] = await Promise.all([readShelf(db), readPlayedRows(db)])
  const done = lastPlayedDays(played)
  return shelf
    .filter(({ id, open, problem, sensitive }) => {
      return open && problem === undefined && !sensitive && !done.has(id)
    })
    .toSorted((a, b) => a.count - b.count)[0]
}
