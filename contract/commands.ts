import * as v from 'valibot'
import { messageDeletionSchema, newMessageSchema } from './chat/model.ts'
import { reactionChangeSchema } from './chat/reactions.ts'
import { blockRequestSchema, reportRequestSchema } from './safety/model.ts'
import { questResponseSchema } from './quests/response.ts'
import { trackerAnswerSchema } from './trackers/model.ts'

/**
 * Everything a device may queue while offline. A new kind starts here and then fails to compile until the
 * server applies it (`commands` of a feature in `server/features`), its lane is known (`lanes.ts`), the sender takes its result
 * in (`src/offline/kinds.ts`) and the not-sent screen describes it (`src/features/sync/describe-op.ts`).
 */
export const commandSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('trackers.record'), payload: trackerAnswerSchema }),
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
