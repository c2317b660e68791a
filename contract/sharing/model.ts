import * as v from 'valibot'
import { userIdSchema, userTypeSchema } from '../account/model.ts'
import { userSchema } from '../account/profile.ts'
import { sharedBriefSchema } from '../brief/model.ts'
import { chatMemberViewSchema } from '../chat/model.ts'
import { friendSchema, receivedRequestSchema } from '../connections/api.ts'
import { idSchema } from '../id.ts'
import { localDateSchema } from '../local-date.ts'
import { sharedPlanSchema } from '../plan/model.ts'
import { lookedAt, scoreDetailsSchema } from '../quests/response.ts'

/**
 * What a person takes back: the payload of `share.revoke`. A kind of share that can be turned off is one entry here; the
 * server does not compile until a feature has its part of it (`shares` in `server/feature.ts`), the device until it has
 * its switch (`src/features/sharing/share-kinds.ts`).
 */
export const shareRevocationSchema = v.variant('kind', [
  /** The points, which are shown to every provider one is connected with, or to none. */
  v.strictObject({ kind: v.literal('score') }),
  /** One result of a quest, by its id. */
  v.strictObject({ kind: v.literal('result'), itemId: idSchema, viewerId: userIdSchema }),
  /** The safety plan, which one provider at most reads. */
  v.strictObject({ kind: v.literal('plan'), viewerId: userIdSchema }),
  /** The brief of a session, by the id of that session. */
  v.strictObject({ kind: v.literal('brief'), itemId: idSchema, viewerId: userIdSchema }),
])
export type ShareRevocation = v.InferOutput<typeof shareRevocationSchema>
export type ShareKindName = ShareRevocation['kind']

/** What the server answers: what is shown no more. */
export const shareReceiptSchema = v.object({
  kind: v.string(),
  itemId: v.nullable(idSchema),
  viewerId: v.nullable(userIdSchema),
})
export type ShareReceipt = v.InferOutput<typeof shareReceiptSchema>

/** The key of one cell: no two shares have the same. */
export function shareKey(share: {
  readonly kind: string
  readonly itemId?: string | null
  readonly viewerId?: string | null
}): string {
  return [share.kind, share.itemId ?? '', share.viewerId ?? ''].join(' ')
}

/** Something that is shown at this moment. A kind that this build does not know is one of a later build. */
const shareSchema = v.object({
  kind: v.string(),
  /** Null for what is shown to everybody one is connected with. */
  viewerId: v.nullable(userIdSchema),
  /** Null where a person has one thing of the kind. */
  itemId: v.nullable(idSchema),
  /** Which quest's result it is. */
  questId: v.nullable(v.number()),
  /** The day that the thing is of. */
  day: v.nullable(localDateSchema),
  /** Where the thing is of an instant, that instant in ISO 8601; `day` is its day in UTC. Absent from older servers. */
  startsAt: v.optional(v.string()),
})
export type Share = v.InferOutput<typeof shareSchema>

/**
 * `connected`: sees what is shown to them. `asked`: has a request, and sees what goes with one. `away`: is connected, and
 * sees nothing at the moment. `ended`: sees nothing any more.
 */
const viewerStates = ['connected', 'asked', 'away', 'ended'] as const
export type ViewerState = (typeof viewerStates)[number]

/** Somebody to whom one shows something, or did. */
export const viewerSchema = v.object({
  id: userIdSchema,
  firstname: v.string(),
  lastname: v.string(),
  userType: userTypeSchema,
  specialization: v.nullable(v.string()),
  profileImg: v.nullable(v.string()),
  state: v.picklist(viewerStates),
})
export type Viewer = v.InferOutput<typeof viewerSchema>

/** What is noted when somebody reads it: `resultFile` is a result that was saved as a file, `name` is that of a young person in a list of a reviewer's. */
export const seenThings = [
  ...lookedAt,
  'resultFile',
  'plan',
  'brief',
  'profile',
  'name',
  'report',
] as const
export type SeenThing = (typeof seenThings)[number]

/** Why somebody of our team looked. */
const readReasons = ['review', 'report'] as const
export type ReadReason = (typeof readReasons)[number]

/** One look at something of a person. Words that this build does not know are of a later one. */
export const accessReadSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  /** An instant in ISO 8601. */
  at: v.string(),
  what: v.string(),
  itemId: v.nullable(idSchema),
  questId: v.nullable(v.number()),
  /** Null for our team, and for whoever has left. */
  viewerId: v.nullable(userIdSchema),
  /** The viewer's name; null as `viewerId` is. */
  who: v.nullable(v.string()),
  /** Set where our team looked. */
  reason: v.nullable(v.string()),
})
export type AccessRead = v.InferOutput<typeof accessReadSchema>

/** Who sees what of a person, and who looked. */
export const sharingSchema = v.object({
  viewers: v.array(viewerSchema),
  shares: v.array(shareSchema),
  /** Of each viewer and thing the last look. */
  lastReads: v.array(accessReadSchema),
  /** The latest looks, newest first. */
  log: v.array(accessReadSchema),
})
export type Sharing = v.InferOutput<typeof sharingSchema>

/**
 * What one viewer is answered about a person, by the call that answers it: null where that call answers 404, or names the
 * person nowhere. A kind of share with a call of its own is one entry here, and does not compile until a feature has its
 * part of it (`previews` in `server/feature.ts`).
 */
export const previewParts = {
  /** `getUser`. */
  profile: v.nullable(userSchema),
  /** `getScore`. */
  score: v.nullable(v.object({ score: v.number() })),
  /** `listSharedResults`, of which `getSurveyScore` answers one. */
  results: v.nullable(v.array(scoreDetailsSchema)),
  /** `getSharedPlan`. */
  plan: v.nullable(sharedPlanSchema),
  /** `getSharedBrief` of each session that `listSharedBriefs` names, the next session first. */
  briefs: v.nullable(v.array(sharedBriefSchema)),
  /** The person's row of `listFriends`. */
  contact: v.nullable(friendSchema),
  /** The person's row of `listReceivedRequests`. */
  request: v.nullable(receivedRequestSchema),
  /** Of their chat in `listChats` what it says of the person; the messages are in front of both. */
  chat: v.nullable(chatMemberViewSchema),
} as const
export type PreviewPartName = keyof typeof previewParts

export const previewSchema = v.object(previewParts)
export type Preview = v.InferOutput<typeof previewSchema>
