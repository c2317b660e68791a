import type { CancelReceipt } from '#contract/booking/model.ts'
import type { BriefReceipt } from '#contract/brief/model.ts'
import type { DeletionReceipt, MessageReceipt, ReactionReceipt } from '#contract/chat/model.ts'
import type { CommandKind } from '#contract/commands.ts'
import type { PlanReceipt } from '#contract/plan/model.ts'
import type { QuestRecord } from '#contract/quests/response.ts'
import type { Block, OwnReport } from '#contract/safety/api.ts'
import type { ShareReceipt } from '#contract/sharing/model.ts'
import type { ImportReceipt, ImportUndoReceipt } from '#contract/trackers/import.ts'
import type { TrackerEntry } from '#contract/trackers/model.ts'
import type { NoteReceipt } from '#contract/trackers/note.ts'
import type { PictureReceipt } from '#contract/trackers/picture.ts'
import type { Kind } from './engine/outbox-row.ts'
import { bookingCancel } from './features/booking.ts'
import { briefSend } from './features/brief.ts'
import { chatDelete, chatReact, chatSend } from './features/chat/commands.ts'
import { planDecline, planPropose, planPut, planRemove } from './features/plan.ts'
import { questRespond } from './features/quests.ts'
import { safetyBlock, safetyReport } from './features/safety.ts'
import { shareRevoke } from './features/sharing.ts'
import { trackersImport, trackersUndoImport } from './features/tracker-imports.ts'
import { trackersPicture } from './features/tracker-pictures.ts'
import { trackersNote, trackersRecord } from './features/trackers.ts'

/** The record that the server answers a kind with. */
export interface ResultByKind extends Record<CommandKind, unknown> {
  'trackers.record': TrackerEntry
  'trackers.note': NoteReceipt
  'trackers.picture': PictureReceipt
  'trackers.import': ImportReceipt
  'trackers.undo_import': ImportUndoReceipt
  'safety.block': Block
  'safety.report': OwnReport
  'quest.respond': QuestRecord
  'booking.cancel': CancelReceipt
  'brief.send': BriefReceipt
  'share.revoke': ShareReceipt
  'plan.put': PlanReceipt
  'plan.remove': PlanReceipt
  'plan.propose': { id: string }
  'plan.decline': { id: string }
  'chat.send': MessageReceipt
  'chat.delete': DeletionReceipt
  'chat.react': ReactionReceipt
}

/** Every kind the contract knows; one without a sender does not compile. */
const kinds: { [K in CommandKind]: Kind<K, ResultByKind[K]> } = {
  'trackers.record': trackersRecord,
  'trackers.note': trackersNote,
  'trackers.picture': trackersPicture,
  'trackers.import': trackersImport,
  'trackers.undo_import': trackersUndoImport,
  'safety.block': safetyBlock,
  'safety.report': safetyReport,
  'quest.respond': questRespond,
  'booking.cancel': bookingCancel,
  'brief.send': briefSend,
  'share.revoke': shareRevoke,
  'plan.put': planPut,
  'plan.remove': planRemove,
  'plan.propose': planPropose,
  'plan.decline': planDecline,
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
