import type { ReactNode } from 'react'
import type { CommandKind, PayloadOf } from '#contract/commands.ts'
import { NotSentScreen, type OpEdit } from '../not-sent-screen.tsx'
import { EditAnswerDialog } from '#src/features/trackers/edit-answer-dialog.tsx'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { drainNow } from '#src/offline/engine/drain-now.ts'
import type { OutboxRow } from '#src/offline/engine/outbox-row.ts'
import { ReopenMessageDialog } from '#src/features/chat/reopen-message-dialog.tsx'
import { ReopenQuestDialog } from '#src/features/quests/reopen-quest-dialog.tsx'

type CommandPair<K extends CommandKind> = { [P in K]: { kind: P; payload: PayloadOf<P> } }[K]
type Draw<K extends CommandKind> = (
  db: UserDatabase,
  payload: PayloadOf<K>,
  edit: Pick<OpEdit, 'opId' | 'onClose'>,
) => ReactNode

/** How each kind is corrected; null for one that cannot be. A new kind does not compile until it says so. */
const editors: { [K in CommandKind]: Draw<K> } = {
  'trackers.record': (db, payload, { opId, onClose }) => (
    <EditAnswerDialog db={db} opId={opId} payload={payload} onClose={onClose} />
  ),
  'quest.respond': (db, payload, { opId, onClose }) => (
    <ReopenQuestDialog db={db} opId={opId} payload={payload} onClose={onClose} />
  ),
  'chat.send': (db, payload, { opId, onClose }) => (
    <ReopenMessageDialog db={db} opId={opId} payload={payload} onClose={onClose} />
  ),
  // There is nothing to correct about these: they are sent again as they are, or deleted.
  'safety.block': () => null,
  'safety.report': () => null,
  'chat.delete': () => null,
}

function drawEditor<K extends CommandKind>(
  db: UserDatabase,
  { kind, payload }: CommandPair<K>,
  edit: OpEdit,
): ReactNode {
  return editors[kind](db, payload, edit)
}

/** The not-sent screen with the editors of the features whose operations it shows. */
export function NotSentPage({ db, initial }: { db: UserDatabase; initial: OutboxRow[] }) {
  return (
    <NotSentScreen
      db={db}
      initial={initial}
      send={async () => void (await drainNow(db, 'page'))}
      editor={(edit) => drawEditor(db, edit.command, edit)}
    />
  )
}
