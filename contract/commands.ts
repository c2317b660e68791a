import * as v from 'valibot'
import { messageDeletionSchema, newMessageSchema, reactionChangeSchema } from './chat/model.ts'
import { blockRequestSchema, reportRequestSchema } from './safety/model.ts'
import { questResponseSchema } from './quests/response.ts'
import { trackerAnswerSchema } from './trackers/model.ts'
import { trackerNoteSchema } from './trackers/note.ts'

/**
 * Everything a device may queue while offline. A new kind starts here and then fails to compile until the
 * server applies it (`commands` of a feature in `server/features`), its lane is known (`lanes.ts`), the sender takes its result
 * in (`src/offline/kinds.ts`) and the not-sent screen describes it (`src/features/sync/describe-op.ts`).
 */
export const commandSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('trackers.record'), payload: trackerAnswerSchema }),
  v.strictObject({ kind: v.literal('trackers.note'), payload: trackerNoteSchema }),
  v.strictObject({ kind: v.literal('safety.block'), payload: blockRequestSchema }),
  v.strictObject({ kind: v.literal('safety.report'), payload: reportRequestSchema }),
  v.strictObject({ kind: v.literal('chat.send'), payload: newMessageSchema }),
  v.strictObject({ kind: v.literal('chat.delete'), payload: messageDeletionSchema }),
  v.strictObject({ kind: v.literal('chat.react'), payload: reactionChangeSchema }),
  v.strictObject({ kind: v.literal('quest.respond'), payload: questResponseSchema }),
])

export type Command = v.InferOutput<typeof commandSchema>

export type CommandKind = Command['kind']

export type CommandOf<K extends CommandKind> = Extract<Command, { kind: K }>

export type PayloadOf<K extends CommandKind> = CommandOf<K>['payload']

/** The version of the payloads below; the server takes every version it has ever known. */
export const commandVersion = 1

/** Operations that must keep their order share a lane; lanes do not wait for each other. */
const lanes: { [K in CommandKind]: (payload: PayloadOf<K>) => string } = {
  'trackers.record': (answer) => `tracker:${answer.trackerType}`,
  // Not the lane of the answers: these wait for no note.
  'trackers.note': ({ trackerType, day }) => `tracker-note:${trackerType}:${day}`,
  'safety.block': ({ userId }) => `block:${userId}`,
  'safety.report': ({ target }) => `report:${target.kind}:${target.id}`,
  'chat.send': ({ chatId }) => `chat:${chatId}`,
  'chat.delete': ({ chatId }) => `chat:${chatId}`,
  'chat.react': ({ chatId }) => `chat:${chatId}`,
  'quest.respond': ({ questId }) => `quest:${questId}`,
}

/** The lane of an operation: the phone sends, and the server retries, in order within it. */
export function laneOf<K extends CommandKind>(kind: K, payload: PayloadOf<K>): string {
  return lanes[kind](payload)
}

/** Kinds that nothing waiting may hold up: somebody is being kept away or called for. */
const urgentKinds: ReadonlySet<string> = new Set<CommandKind>(['safety.block', 'safety.report'])

/** True for an operation that is sent before all others, whatever was tapped earlier. */
export function goesFirst(kind: string): boolean {
  return urgentKinds.has(kind)
}
