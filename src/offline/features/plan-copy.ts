import Dexie, { type Table } from 'dexie'
import * as v from 'valibot'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import {
  deleteUserStorage,
  hasUserStorage,
  userStorage,
} from '#src/offline/storage/user-storage.ts'
import { readPlan } from './plan.ts'

/**
 * The copy of a safety plan that its person chose to leave on this phone after a logout. It has a storage of its own, so that
 * taking it away takes its files; it holds the lines, and of the person their id alone.
 */
const storageName = 'plan-copy'

const copySchema = v.object({
  userId: v.string(),
  items: v.array(
    v.object({
      id: v.string(),
      step: v.string(),
      text: v.string(),
      phone: v.nullable(v.string()),
    }),
  ),
})
export type PlanCopy = v.InferOutput<typeof copySchema>

class CopyDatabase extends Dexie {
  copies!: Table<PlanCopy & { key: 'plan' }, 'plan'>
}

async function withCopies<T>(work: (db: CopyDatabase) => Promise<T>): Promise<T> {
  const { indexedDB } = await userStorage(storageName)
  const db = new CopyDatabase(`zync-u-${storageName}`, {
    indexedDB,
    chromeTransactionDurability: 'strict',
  })
  db.version(1).stores({ copies: 'key' })
  try {
    return await work(db)
  } finally {
    db.close()
  }
}

/** The copy on this phone, whoever's it is. Makes nothing where there is none. */
export async function readPlanCopy(): Promise<PlanCopy | undefined> {
  if (!(await hasUserStorage(storageName))) return undefined
  return await withCopies(async (db) => {
    const parsed = v.safeParse(copySchema, await db.copies.get('plan'))
    return parsed.success ? parsed.output : undefined
  })
}

/** Whoever writes the copy or deletes it holds this lock from its look at whose it is on: no other tab comes in between. */
async function alone(work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(storageName, work)
}

/** Leaves the plan on this phone as it is now, in the place of whatever copy there is. */
export async function leavePlanCopy(db: UserDatabase): Promise<void> {
  await alone(() => writeCopy(db))
}

async function writeCopy(db: UserDatabase): Promise<void> {
  const { items } = await readPlan(db)
  const lines = items.map(({ id, step, text, phone }) => ({ id, step, text, phone }))
  await withCopies((copies) => copies.copies.put({ key: 'plan', userId: db.userId, items: lines }))
}

/** Brings the person's own copy up to date; nothing where they left none, and where it may hold lines that this login has never read. */
export async function updatePlanCopy(db: UserDatabase): Promise<void> {
  await alone(async () => {
    if ((await readPlanCopy())?.userId === db.userId && (await isPlanRead(db))) await writeCopy(db)
  })
}

/** Whether the server has ever said to this login what is in the plan. */
async function isPlanRead(db: UserDatabase): Promise<boolean> {
  const row = await db.meta.get('plan')
  return row?.key === 'plan' && !row.plan.unread
}

/** Takes the copy off this phone; of a person who is named only where it is theirs. */
export async function deletePlanCopy(userId?: string): Promise<void> {
  await alone(async () => {
    if (userId !== undefined && (await readPlanCopy())?.userId !== userId) return
    await deleteUserStorage(storageName)
  })
}
