import * as v from 'valibot'
import { bookingCancelSchema, bookingLane } from './booking/model.ts'
import { briefLane, briefSendSchema } from './brief/model.ts'
import { messageDeletionSchema, newMessageSchema, reactionChangeSchema } from './chat/model.ts'
import {
  planDeclineSchema,
  planProposeSchema,
  planPutSchema,
  planRemoveSchema,
} from './plan/model.ts'
import { questResponseSchema } from './quests/response.ts'
import { blockRequestSchema, reportRequestSchema } from './safety/api.ts'
import { shareKey, shareRevocationSchema } from './sharing/model.ts'
import { trackerImportSchema, trackerImportUndoSchema } from './trackers/import.ts'
import { trackerAnswerSchema } from './trackers/model.ts'
import { trackerNoteSchema } from './trackers/note.ts'
import { pictureChangeSchema } from './trackers/picture.ts'

/**
 * Everything a device may queue while offline. A new kind starts here and then fails to compile until the
 * server applies it (`commands` of a feature in `server/features`), its lane is known (`lanes.ts`), the sender takes its result
 * in (`src/offline/kinds.ts`) and the not-sent screen describes it (`src/features/sync/describe-op.ts`).
 */
export const commandSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('trackers.record'), payload: trackerAnswerSchema }),
  v.strictObject({ kind: v.literal('trackers.note'), payload: trackerNoteSchema }),
  v.strictObject({ kind: v.literal('trackers.picture'), payload: pictureChangeSchema }),
  v.strictObject({ kind: v.literal('trackers.import'), payload: trackerImportSchema }),
  v.strictObject({ kind: v.literal('trackers.undo_import'), payload: trackerImportUndoSchema }),
  v.strictObject({ kind: v.literal('safety.block'), payload: blockRequestSchema }),
  v.strictObject({ kind: v.literal('safety.report'), payload: reportRequestSchema }),
  v.strictObject({ kind: v.literal('chat.send'), payload: newMessageSchema }),
  v.strictObject({ kind: v.literal('chat.delete'), payload: messageDeletionSchema }),
  v.strictObject({ kind: v.literal('chat.react'), payload: reactionChangeSchema }),
  v.strictObject({ kind: v.literal('quest.respond'), payload: questResponseSchema }),
  v.strictObject({ kind: v.literal('booking.cancel'), payload: bookingCancelSchema }),
  v.strictObject({ kind: v.literal('brief.send'), payload: briefSendSchema }),
  v.strictObject({ kind: v.literal('share.revoke'), payload: shareRevocationSchema }),
  v.strictObject({ kind: v.literal('plan.put'), payload: planPutSchema }),
  v.strictObject({ kind: v.literal('plan.remove'), payload: planRemoveSchema }),
  v.strictObject({ kind: v.literal('plan.propose'), payload: planProposeSchema }),
  v.strictObject({ kind: v.literal('plan.decline'), payload: planDeclineSchema }),
])

export type Command = v.InferOutput<typeof commandSchema>

export type CommandKind = Command['kind']

export type CommandOf<K extends CommandKind> = Extract<Command, { kind: K }>

export type PayloadOf<K extends CommandKind> = CommandOf<K>['payload']

/** The version of the payloads below; the server takes every version it has ever known. */
export const commandVersion = 1

/** The lane of everything that comes from other apps. */
export const importLane = 'tracker-import'

/** Operations that must keep their order share a lane; lanes do not wait for each other. */
const lanes: { [K in CommandKind]: (payload: PayloadOf<K>) => string } = {
  'trackers.record': (answer) => `tracker:${answer.trackerType}`,
  // Not the lane of the answers: these wait for no note.
  'trackers.note': ({ trackerType, day }) => `tracker-note:${trackerType}:${day}`,
  'trackers.picture': ({ trackerType, day }) => `tracker-picture:${trackerType}:${day}`,
  // One for all of them: what is taken back leaves its days before another import may take them.
  'trackers.import': () => importLane,
  'trackers.undo_import': () => importLane,
  'safety.block': ({ userId }) => `block:${userId}`,
  'safety.report': ({ target }) => `report:${target.kind}:${target.id}`,
  'chat.send': ({ chatId }) => `chat:${chatId}`,
  'chat.delete': ({ chatId }) => `chat:${chatId}`,
  'chat.react': ({ chatId }) => `chat:${chatId}`,
  'quest.respond': ({ questId }) => `quest:${questId}`,
  'booking.cancel': ({ bookingId }) => bookingLane(bookingId),
  'brief.send': ({ bookingId }) => briefLane(bookingId),
  'share.revoke': (revocation) => `share:${shareKey(revocation)}`,
  // By line: none waits for another.
  'plan.put': ({ id }) => `plan:${id}`,
  'plan.remove': ({ id }) => `plan:${id}`,
  'plan.propose': ({ userId }) => `plan-ideas:${userId}`,
  'plan.decline': ({ proposalId }) => `plan-idea:${proposalId}`,
}

/** The lane of an operation: the phone sends, and the server retries, in order within it. */
export function laneOf<K extends CommandKind>(kind: K, payload: PayloadOf<K>): string {
  return lanes[kind](payload)
}

/** Kinds that nothing waiting may hold up: somebody is being kept away or called for, or is to see something no more. */
const urgentKinds: ReadonlySet<string> = new Set<CommandKind>([
  'safety.block',
  'safety.report',
  'share.revoke',
])

/** True for an operation that is sent before all others, whatever was tapped earlier. */
export function goesFirst(kind: string): boolean {
  return urgentKinds.has(kind)
}
