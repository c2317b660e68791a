import type { ReactNode } from 'react'
import type { Command, CommandKind, PayloadOf } from '#contract/commands.ts'
import { ReopenMessageDialog } from '#src/features/chat/reopen-message-dialog.tsx'
import { ReopenQuestDialog } from '#src/features/quests/reopen-quest-dialog.tsx'
import { EditAnswerDialog } from '#src/features/trackers/edit-answer-dialog.tsx'
import type { UserDatabase } from '#src/offline/storage/database.ts'

/** A refused operation that its person wants to correct. */
export interface OpEdit {
  readonly opId: string
  readonly onClose: () => void
}

/** The dialog in which a refused operation is corrected; null for a kind that cannot be. */
export function opEditor(db: UserDatabase, command: Command, edit: OpEdit): ReactNode {
  return editorOf(db, command, edit)
}

type Draw<K extends CommandKind> = (
  db: UserDatabase,
  payload: PayloadOf<K>,
  edit: OpEdit,
) => ReactNode

/** How each kind is corrected; a new kind does not compile until it says so. */
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

type CommandPair<K extends CommandKind> = { [P in K]: { kind: P; payload: PayloadOf<P> } }[K]

function editorOf<K extends CommandKind>(
  db: UserDatabase,
  { kind, payload }: CommandPair<K>,
  edit: OpEdit,
): ReactNode {
  return editors[kind](db, payload, edit)
}
