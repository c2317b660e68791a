import type { ReactNode } from 'react'
import type { CommandKind, CommandOf } from '#contract/commands.ts'
import { NotSentScreen, type OpEdit } from '#src/features/sync/not-sent-screen.tsx'
import { EditAnswerDialog } from '#src/features/trackers/edit-answer-dialog.tsx'
import type { UserDatabase } from '#src/offline/database.ts'
import { drainNow } from '#src/offline/drain-now.ts'
import type { OutboxRow } from '#src/offline/outbox-row.ts'
import { BackToDashboard } from './back-to-dashboard.tsx'

type EditOf<K extends CommandKind> = Omit<OpEdit, 'command'> & { command: CommandOf<K> }

/** How each kind is corrected; a new kind does not compile until it says so, if only by null. */
const editors: { [K in CommandKind]: (db: UserDatabase, edit: EditOf<K>) => ReactNode } = {
  'trackers.record': (db, { opId, command, onClose }) => (
    <EditAnswerDialog db={db} opId={opId} payload={command.payload} onClose={onClose} />
  ),
}

/** The not-sent screen with the editors of the features whose operations it shows. */
export function NotSentPage({ db, initial }: { db: UserDatabase; initial: OutboxRow[] }) {
  return (
    <NotSentScreen
      db={db}
      initial={initial}
      send={async () => void (await drainNow(db, 'page'))}
      back={<BackToDashboard />}
      editor={(edit) => editors[edit.command.kind](db, edit)}
    />
  )
}
