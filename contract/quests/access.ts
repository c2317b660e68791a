import * as v from 'valibot'

/** What of a person others may read, each read noted. */
export const lookedAt = ['score', 'result', 'resume', 'workLicense'] as const

/** One read of something of a person. */
export const accessEntrySchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  /** An instant in ISO 8601. */
  at: v.string(),
  what: v.picklist(lookedAt),
  /** Which quest's result it was. */
  questId: v.nullable(v.number()),
  /** The result was saved as a file; absent otherwise. An earlier build shows it as a look, which it was too. */
  savedAsFile: v.optional(v.literal(true)),
  /** The care provider's name; null for a reviewer of ours, and for one who has left. */
  who: v.nullable(v.string()),
})
export type AccessEntry = v.InferOutput<typeof accessEntrySchema>
