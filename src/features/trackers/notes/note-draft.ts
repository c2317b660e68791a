import { useRef, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { localDateSchema, type LocalDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { trackerTypeSchema } from '#contract/trackers/model.ts'
import { noteWordsSchema } from '#contract/trackers/note.ts'
import { createStore } from '#src/lib/store.ts'
import type { NoteDraft } from '#src/offline/features/trackers.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { withQuotaRetry } from '#src/offline/storage/quota.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'

/** A day of a tracker. */
export interface TrackerDay {
  readonly trackerType: TrackerType
  readonly day: LocalDate
}

export function keyOf({ trackerType, day }: TrackerDay): string {
  return `${trackerType} ${day}`
}

const draftSchema = v.object({
  trackerType: trackerTypeSchema,
  day: localDateSchema,
  ...noteWordsSchema.entries,
  basedOn: v.nullable(v.string()),
  pendingTag: v.optional(v.string()),
  replaces: v.optional(v.string()),
})

/** Drafts that found no room on the phone, by day: they are here for as long as the page lives. */
const unstored = new WeakMap<UserDatabase, Map<string, NoteDraft>>()
const unstoredChanges = createStore(0)

/** Whether what is being written for a day is in memory alone; follows changes. */
export function useIsUnstored(db: UserDatabase, of: TrackerDay): boolean {
  return useSyncExternalStore(unstoredChanges.subscribe, () => isUnstored(db, of))
}

export function isUnstored(db: UserDatabase, of: TrackerDay): boolean {
  return unstored.get(db)?.has(keyOf(of)) ?? false
}

function noteUnstored(db: UserDatabase, draft: NoteDraft): void {
  unstored.set(db, (unstored.get(db) ?? new Map<string, NoteDraft>()).set(keyOf(draft), draft))
  unstoredChanges.set(unstoredChanges.get() + 1)
}

/** The words of a day are queued, or thrown away. */
export function forgetUnstored(db: UserDatabase, of: TrackerDay): void {
  if (unstored.get(db)?.delete(keyOf(of))) unstoredChanges.set(unstoredChanges.get() + 1)
}

/** What was being written for a day when the sheet, or the phone, was closed; undefined also for what cannot be read any more. */
export async function readNoteDraft(
  db: UserDatabase,
  trackerType: TrackerType,
  day: LocalDate,
): Promise<NoteDraft | undefined> {
  const newer = unstored.get(db)?.get(keyOf({ trackerType, day }))
  if (newer) return newer
  const parsed = v.safeParse(draftSchema, await db.trackerNoteDrafts.get([trackerType, day]))
  return parsed.success ? parsed.output : undefined
}

/**
 * Saves what is being written. Throws `StorageFullError` and `SessionEndedError`: then it stays in memory, and is what
 * `readNoteDraft` finds.
 */
export async function saveNoteDraft(db: UserDatabase, draft: NoteDraft): Promise<void> {
  try {
    await withQuotaRetry(() =>
      userTransaction(db, [db.trackerNoteDrafts], () => db.trackerNoteDrafts.put(draft)),
    )
  } catch (error) {
    noteUnstored(db, draft)
    throw error
  }
  forgetUnstored(db, draft)
}

export async function deleteNoteDraft(
  db: UserDatabase,
  trackerType: TrackerType,
  day: LocalDate,
): Promise<void> {
  forgetUnstored(db, { trackerType, day })
  await userTransaction(db, [db.trackerNoteDrafts], () =>
    db.trackerNoteDrafts.delete([trackerType, day]),
  )
}

/** Saves drafts one after the other, the newest of those that wait alone: typing is faster than a cheap phone's disk. */
export function useDrafts(db: UserDatabase, onFailure: (error: unknown) => void) {
  const work = useRef<Promise<void>>(Promise.resolve())
  const next = useRef<NoteDraft>(undefined)

  async function saveNext() {
    const draft = next.current
    next.current = undefined
    if (draft) await saveNoteDraft(db, draft).catch(onFailure)
  }

  return {
    save(draft: NoteDraft) {
      const waits = next.current !== undefined
      next.current = draft
      if (!waits) work.current = work.current.then(saveNext)
    },
    settled: () => work.current,
  }
}
