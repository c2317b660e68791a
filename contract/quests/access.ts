import * as v from 'valibot'

/** What of a person others may look at, each look noted. */
export const lookedAt = ['score', 'result', 'resume', 'workLicense'] as const
export type LookedAt = (typeof lookedAt)[number]

/** One look at something of a person. */
export const accessEntrySchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  /** An instant in ISO 8601. */
  at: v.string(),
  what: v.picklist(lookedAt),
  /** Which quest's result it was. */
  questId: v.nullable(v.number()),
  /** The care provider's name; null for somebody of ours who reviews papers, or who has left. */
  who: v.nullable(v.string()),
})
export type AccessEntry = v.InferOutput<typeof accessEntrySchema>
