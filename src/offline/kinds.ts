import type { DeletionReceipt, MessageReceipt, ReactionReceipt } from '#contract/chat/model.ts'
import type { CommandKind } from '#contract/commands.ts'
import type { QuestRecord } from '#contract/quests/response.ts'
import type { Block, OwnReport } from '#contract/safety/model.ts'
import type { TrackerEntry } from '#contract/trackers/model.ts'
import type { NoteReceipt } from '#contract/trackers/note.ts'
import type { Kind } from './engine/outbox-row.ts'
import { chatDelete, chatReact, chatSend } from './features/chat/commands.ts'
import { questRespond } from './features/quests.ts'
import { safetyBlock, safetyReport } from './features/safety.ts'
import { trackersNote } from './features/tracker-notes.ts'
import { trackersRecord } from './features/trackers.ts'

/** The record that the server answers a kind with. */
export interface ResultByKind extends Record<CommandKind, unknown> {
  'trackers.record': TrackerEntry
  'trackers.note': NoteReceipt
  'safety.block': Block
  'safety.report': OwnReport
  'quest.respond': QuestRecord
  'chat.send': MessageReceipt
  'chat.delete': DeletionReceipt
  'chat.react': ReactionReceipt
}

/** Every kind the contract knows; one without a sender does not compile. */
const kinds: { [K in CommandKind]: Kind<K, ResultByKind[K]> } = {
  'trackers.record': trackersRecord,
  'trackers.note': trackersNote,
  'safety.block': safetyBlock,
  'safety.report': safetyReport,
  'quest.respond': questRespond,
  'chat.send': chatSend,
  'chat.delete': chatDelete,
  'chat.react': chatReact,
}

export function kindOf<K extends CommandKind>(kind: K): Kind<K, ResultByKind[K]> {
  return kinds[kind]
}

export function isKnownKind(kind: string): kind is CommandKind {
  return Object.hasOwn(kinds, kind)
}
