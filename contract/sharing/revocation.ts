import * as v from 'valibot'
import { userIdSchema } from '../account/model.ts'

export const itemIdSchema = v.pipe(v.string(), v.uuid(), v.toLowerCase())

/**
 * What a person takes back: the payload of `share.revoke`. A kind of share that can be turned off is one entry here; the
 * server does not compile until a feature has its part of it (`shares` in `server/feature.ts`), the device until it has
 * its switch (`src/features/sharing/share-kinds.ts`).
 */
export const shareRevocationSchema = v.variant('kind', [
  /** The points, which are shown to every provider one is connected with, or to none. */
  v.strictObject({ kind: v.literal('score') }),
  /** One result of a quest, by its id. */
  v.strictObject({ kind: v.literal('result'), itemId: itemIdSchema, viewerId: userIdSchema }),
  /** The safety plan, which one provider at most reads. */
  v.strictObject({ kind: v.literal('plan'), viewerId: userIdSchema }),
  /** The brief of a session, by the id of that session. */
  v.strictObject({ kind: v.literal('brief'), itemId: itemIdSchema, viewerId: userIdSchema }),
])
export type ShareRevocation = v.InferOutput<typeof shareRevocationSchema>
export type ShareKindName = ShareRevocation['kind']

/** What the server answers: what is shown no more. */
export const shareReceiptSchema = v.object({
  kind: v.string(),
  itemId: v.nullable(itemIdSchema),
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
