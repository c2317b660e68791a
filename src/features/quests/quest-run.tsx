import { useEffect } from 'react'
import type { Quest } from '#contract/quests/model.ts'
import { resultWords } from '#contract/quests/result-words.ts'
import type { Played } from './played.ts'
import { QuestScreen } from './quest-screen.tsx'
import { QuestHistory } from './result/quest-history.tsx'
import { QuestResultScreen } from './result/quest-result.tsx'
import { usePlayed } from './use-played.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { QuestDraft } from '#src/offline/features/quest-rows.ts'
import { loadHelp, openHelp } from '#src/features/safety/help/help-state.ts'
import { ListNote } from './list-note.tsx'
import { ResultShare } from './share/result-share.tsx'
import { useFreshQuests } from './use-fresh-quests.ts'

export interface QuestRunProps {
  db: UserDatabase
  quest: Quest
  draft: QuestDraft | undefined
  played: readonly Played[]
  insteadOpen: boolean
}

/** A quest with everything around it that the app knows: help, providers, what was played before. */
export function QuestRun({ db, quest, draft, played: known, insteadOpen }: QuestRunProps) {
  const played = usePlayed(db, quest.id, known)
  const fresh = useFreshQuests(db)

  // An effect because help must be at hand before it is needed: a grave answer opens it without a wait.
  useEffect(() => void loadHelp().catch(() => undefined), [])

  function share(one: Played) {
    if (one.state !== 'sent') return null
    return <ResultShare db={db} played={one} label={resultWords(quest, one.result).label} />
  }

  const history = (
    <QuestHistory
      quest={quest}
      played={played}
      share={share}
      note={<ListNote {...fresh} text={m.quests_history_failed()} />}
    />
  )
  function ending(done: Played, again: () => void) {
    const now = played.find(({ id }) => id === done.id) ?? done
    return (
      <>
        <QuestResultScreen
          quest={quest}
          played={now}
          onAgain={again}
          onHelp={openHelp}
          share={share(now)}
        />
        {played.length > 1 && history}
      </>
    )
  }

  return (
    <QuestScreen
      db={db}
      quest={quest}
      begun={draft}
      insteadOpen={insteadOpen}
      onHelp={openHelp}
      history={history}
      ending={ending}
    />
  )
}
