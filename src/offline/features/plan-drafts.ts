import * as v from 'valibot'
import { planPutSchema, planRemoveSchema } from '#contract/plan/model.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { withQuotaRetry } from '#src/offline/storage/quota.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'

/** A line that is being written. */
export interface PlanDraft {
  readonly id: string
  readonly step: string
  readonly text: string
  readonly phone: string
  /** The write of the line that its person saw when they began; null for a new line. */
  readonly basedOn: string | null
}

const draftSchema = v.array(
  v.object({
    id: v.string(),
    step: v.string(),
    text: v.string(),
    phone: v.string(),
    // Drafts of an earlier build do not say what was seen: nothing then goes over another phone's words unseen.
    basedOn: v.optional(v.nullable(v.string()), null),
  }),
)

/** Words on their way to the disk or without room there, by line: they are here for as long as the page lives. */
const unstored = new WeakMap<UserDatabase, Map<string, PlanDraft>>()

/** What was being written of lines and is in memory alone; newer than what is stored of the same line. */
export function unstoredDrafts(db: UserDatabase): PlanDraft[] {
  return [...(unstored.get(db)?.values() ?? [])]
}

/** Lines that are being written, also what found no room on the disk. */
export async function readPlanDrafts(db: UserDatabase): Promise<PlanDraft[]> {
  const stored = await readStored(db)
  const inMemory = unstoredDrafts(db)
  return [...inMemory, ...stored.filter(({ id }) => inMemory.every((draft) => draft.id !== id))]
}

async function readStored(db: UserDatabase): Promise<PlanDraft[]> {
  const row = await db.meta.get('planDrafts')
  const parsed = v.safeParse(draftSchema, row?.key === 'planDrafts' ? row.drafts : [])
  return parsed.success ? parsed.output : []
}

/** Saves what is being written of a line. Throws `StorageFullError` and `SessionEndedError`: then the words stay in memory. */
export async function savePlanDraft(db: UserDatabase, draft: PlanDraft): Promise<void> {
  const inMemory = unstored.get(db) ?? new Map<string, PlanDraft>()
  unstored.set(db, inMemory.set(draft.id, draft))
  const withDraft = (drafts: readonly PlanDraft[]) => [
    ...drafts.filter(({ id }) => id !== draft.id),
    draft,
  ]
  await withQuotaRetry(() => userTransaction(db, [], () => changeDrafts(db, withDraft)))
  if (inMemory.get(draft.id) === draft) inMemory.delete(draft.id)
}

export async function deletePlanDraft(db: UserDatabase, id: string): Promise<void> {
  unstored.get(db)?.delete(id)
  await userTransaction(db, [], () =>
    changeDrafts(db, (drafts) => drafts.filter((draft) => draft.id !== id)),
  )
}

/** Inside a user transaction. */
export async function changeDrafts(
  db: UserDatabase,
  change: (drafts: readonly PlanDraft[]) => readonly PlanDraft[],
): Promise<void> {
  const drafts = change(await readStored(db))
  if (drafts.length === 0) await db.meta.delete('planDrafts')
  else await db.meta.put({ key: 'planDrafts', drafts })
}

const writeSchema = v.union([planPutSchema, planRemoveSchema])

/**
 * What was written over a write that goes under another id has seen that one: drafts, and writes that are too old themselves
 * and go under an id of their own. A write that keeps its id keeps its words: the server refuses the same id with others.
 * Inside a user transaction over `outbox`.
 */
export async function followWrite(
  db: UserDatabase,
  { id }: { readonly id: string },
  { oldId, newId }: { readonly oldId: string; readonly newId: string },
): Promise<void> {
  const follow = <T extends { id: string; basedOn: string | null }>(write: T): T =>
    write.id === id && write.basedOn === oldId ? { ...write, basedOn: newId } : write
  await changeDrafts(db, (drafts) => drafts.map(follow))
  const tooOld = db.outbox
    .where('lane')
    .startsWith('plan')
    .filter(({ lastError }) => lastError?.code === 'too_old')
  await tooOld.modify((row) => {
    const write = v.safeParse(writeSchema, row.payload)
    if (write.success) row.payload = follow(write.output)
  })
}
