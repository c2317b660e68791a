import { useEffect, useState } from 'react'
import { trackerTypes } from '#contract/trackers/catalog.ts'
import { trackerDay } from '#contract/trackers/model.ts'
import { useStored } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { memberDatabase } from '#src/session/member-database.ts'
import { Sheet } from '#src/ui/dialog/sheet.tsx'
import { entryOn } from './day-entry.ts'
import { entriesResource } from './entries-resource.ts'
import { useLocalClock } from './local-clock.ts'
import { suggestQuest } from './prompts/suggestion-queue.ts'
import { TrackerCard } from './tracker-card.tsx'

export interface CheckInSheetProps {
  userId: string
  onClose: () => void
}

/** The four trackers over whatever page is open, with or without a network. */
export function CheckInSheet({ userId, onClose }: CheckInSheetProps) {
  const [db, setDb] = useState<UserDatabase>()

  // An effect because the database opens on its own time. One that will not open ends the asking, as in the prompts.
  useEffect(() => {
    void memberDatabase(userId).then(setDb, onClose)
  }, [userId, onClose])

  return (
    <Sheet open onClose={onClose} title={m.trackers_prompt_title()}>
      {db && <CheckIns db={db} />}
    </Sheet>
  )
}

/** An answer that counts for today may have been given yesterday evening, in another zone. */
const daysShown = 2

function CheckIns({ db }: { db: UserDatabase }) {
  const clock = useLocalClock()
  const entries = useStored(db, entriesResource, daysShown)
  if (!entries) return null
  return trackerTypes.map((type) => {
    const day = trackerDay(type, clock)
    return (
      <TrackerCard
        key={`${type} ${day}`}
        db={db}
        type={type}
        clock={clock}
        entry={entryOn(entries, type, day)}
        onAnswered={(answered, score) =>
          void suggestQuest(db, answered, score).catch(() => undefined)
        }
      />
    )
  })
}
