import * as v from 'valibot'
import { deleteDraft, readDraft, saveDraft } from '#src/lib/dirty.ts'

const packDraftSchema = v.object({
  title: v.string(),
  note: v.optional(v.string()),
  articleIds: v.array(v.string()),
  receiverIds: v.array(v.string()),
})
export type PackDraft = v.InferOutput<typeof packDraftSchema>

/** A logout asks for it by this name, too. */
const draftName = 'pack'

const storedSchema = v.pipe(v.string(), v.parseJson(), packDraftSchema)

/** What was begun of a pack in this tab and not sent. */
export function readPackDraft(): PackDraft | undefined {
  const parsed = v.safeParse(storedSchema, readDraft(draftName))
  return parsed.success ? parsed.output : undefined
}

/** Stores it, a `PackDraft` in JSON, for as long as this tab lives; undefined drops what was stored. */
export function savePackDraft(draft: string | undefined): void {
  if (draft === undefined) deleteDraft(draftName)
  else saveDraft(draftName, draft)
}
