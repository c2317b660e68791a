import { useEffect, useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { memberDatabase } from '#src/session/member-database.ts'
import { Sheet } from '#src/ui/dialog/dialog.tsx'
import { CheckInRows } from './check-in-rows.tsx'

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
      {db && <CheckInRows db={db} onLeave={onClose} />}
    </Sheet>
  )
}
