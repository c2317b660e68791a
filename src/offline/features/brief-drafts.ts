import * as v from 'valibot'
import { briefSentences } from '#contract/brief/model.ts'
import { localDateSchema } from '#contract/local-date.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransactionWithRoom } from '#src/offline/storage/user-transaction.ts'

const briefSpans = ['session', '14', '30'] as const

const draftSchema = v.object({
  bookingId: v.string(),
  span: v.picklist(briefSpans),
  /** The keys of the blocks that are switched on: none is at first. */
  on: v.array(v.string()),
  /** The days that the numbers among them were previewed with: with other days they are off. */
  days: v.optional(v.object({ from: localDateSchema, to: localDateSchema })),
  words: v.record(v.picklist(briefSentences), v.string()),
})

/** A brief that is being written: nothing of it is sent by itself. It stays when it was sent, to be changed and sent again. */
export type BriefDraft = v.InferOutput<typeof draftSchema>

/** What is being written for a session; undefined before anything was. */
export async function readBriefDraft(
  db: UserDatabase,
  bookingId: string,
): Promise<BriefDraft | undefined> {
  return (await readBriefDrafts(db)).find((draft) => draft.bookingId === bookingId)
}

export async function readBriefDrafts(db: UserDatabase): Promise<BriefDraft[]> {
  const row = await db.meta.get('briefDrafts')
  const parsed = v.safeParse(v.array(draftSchema), row?.key === 'briefDrafts' ? row.drafts : [])
  return parsed.success ? parsed.output : []
}

/**
 * Stores what has changed since `before`, and leaves what another tab has written meanwhile; without `before` all of the
 * draft is new. Throws `StorageFullError` and `SessionEndedError`.
 */
export async function saveBriefDraft(
  db: UserDatabase,
  draft: BriefDraft,
  before?: BriefDraft,
): Promise<void> {
  await userTransactionWithRoom(db, [], async () => {
    const drafts = await readBriefDrafts(db)
    const stored = drafts.find(({ bookingId }) => bookingId === draft.bookingId)
    const next = stored ? merged(stored, draft, before) : draft
    await storeDrafts(db, [...drafts.filter((each) => each !== stored), next])
  })
}

/** Forgets what was written for these sessions. Inside a user transaction. */
export async function dropBriefDrafts(
  db: UserDatabase,
  isOver: (bookingId: string) => boolean,
): Promise<void> {
  const drafts = await readBriefDrafts(db)
  await storeDrafts(
    db,
    drafts.filter(({ bookingId }) => !isOver(bookingId)),
  )
}

/** Sentences and their switches one by one; the numbers as a whole, as they are previewed with their days. */
function merged(stored: BriefDraft, draft: BriefDraft, before?: BriefDraft): BriefDraft {
  const { days, ...numbers } = numbersOf(draft) === numbersOf(before) ? stored : draft
  const words = { ...stored.words }
  const on = numbers.on.filter((key) => !isSentence(key))
  for (const sentence of briefSentences) {
    const text = draft.words[sentence]
    if (text !== undefined && text !== before?.words[sentence]) words[sentence] = text
    const key = `words ${sentence}`
    const isChanged = draft.on.includes(key) !== (before?.on.includes(key) ?? false)
    if ((isChanged ? draft : stored).on.includes(key)) on.push(key)
  }
  return { bookingId: stored.bookingId, span: numbers.span, ...(days && { days }), on, words }
}

function numbersOf(draft: BriefDraft | undefined): string {
  const on = draft?.on.filter((key) => !isSentence(key))
  return JSON.stringify([draft?.span, draft?.days?.from, draft?.days?.to, on])
}

function isSentence(key: string): boolean {
  return key.startsWith('words ')
}

async function storeDrafts(db: UserDatabase, drafts: readonly BriefDraft[]): Promise<void> {
  if (drafts.length === 0) await db.meta.delete('briefDrafts')
  else await db.meta.put({ key: 'briefDrafts', drafts })
}
