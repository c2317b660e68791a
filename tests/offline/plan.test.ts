import { afterEach, expect, test, vi } from 'vitest'
import type { PlanItem } from '#contract/plan/model.ts'
import { applyResults } from '#src/offline/engine/apply-results.ts'
import { takeBatch } from '#src/offline/engine/batch.ts'
import { enqueue, sendAgain, unsentOps } from '#src/offline/engine/outbox.ts'
import { meetEpoch } from '#src/offline/engine/sent.ts'
import {
  deletePlanCopy,
  leavePlanCopy,
  readPlanCopy,
  updatePlanCopy,
} from '#src/offline/features/plan-copy.ts'
import { readPlanDrafts, savePlanDraft } from '#src/offline/features/plan-drafts.ts'
import { readPlan, storePlan } from '#src/offline/features/plan.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { closePhones, moment, nowMs, openPhone, tap } from './phone.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await deletePlanCopy()
  await closePhones()
})

const lives = [
  '01985a3c-0000-7a10-8c00-0000000000e1',
  '01985a3c-0000-7a10-8c00-0000000000e2',
] as const
const walk: PlanItem = {
  id: '01985a3c-0000-7a10-8c00-0000000000d1',
  step: 'alone',
  text: 'Walk',
  phone: null,
  order: 1,
  rev: '01985a3c-0000-7a10-8c00-0000000000a1',
  deleted: false,
  replaced: [],
}
const newLine = '01985a3c-0000-7a10-8c00-0000000000d2'

const pageOf = (items: readonly PlanItem[], version: number, epoch: string) => ({
  items,
  proposals: [],
  share: null,
  version,
  epoch,
})

/** A phone whose plan was written 57 times before the server was restored. */
async function phoneAfterRestore(): Promise<UserDatabase> {
  const db = await openPhone()
  await meetEpoch(db, lives[0], nowMs)
  await storePlan(db, pageOf([walk], 57, lives[0]))
  expect(await meetEpoch(db, lives[1], nowMs)).toBe('other')
  return db
}

async function write(db: UserDatabase, id: string, text: string, version: number): Promise<string> {
  const at = tap()
  const words = { step: 'alone', text, phone: null, order: 2 } as const
  const basedOn = (await readPlan(db)).items.find((item) => item.id === id)?.rev ?? null
  const payload = { id, ...words, basedOn, settles: [], accepts: null }
  await enqueue(db, { kind: 'plan.put', payload }, at)
  const batch = await takeBatch(db, nowMs)
  const results = batch.ops.map(({ opId }) => ({
    opId,
    status: 'applied' as const,
    result: { id, rev: opId, version, replaces: false },
  }))
  await applyResults(db, batch, results, { ...moment, epoch: lives[1] })
  return at.opId
}

const texts = async (db: UserDatabase) => (await readPlan(db)).items.map(({ text }) => text)

test('a line that is written after a restore stays, whatever its number, and so do other words of an old one', async () => {
  const db = await phoneAfterRestore()
  await write(db, newLine, 'Sing', 3)
  expect(await texts(db)).toEqual(['Walk', 'Sing'])
  await write(db, walk.id, 'Walk far', 4)
  expect((await texts(db)).toSorted()).toEqual(['Sing', 'Walk far'])
})

test('what the restored server has is stored, though its number is lower; an older answer of its own is not', async () => {
  const db = await phoneAfterRestore()
  const rev = await write(db, newLine, 'Sing', 3)
  const sing = { ...walk, id: newLine, rev, text: 'Sing', order: 2 }
  expect(await storePlan(db, pageOf([walk], 2, lives[1]))).toBe('older')
  expect(await storePlan(db, pageOf([walk, sing], 3, lives[1]))).toBe('stored')
  expect(await texts(db)).toEqual(['Walk', 'Sing'])
})

test('a receipt whose life nobody had met before says the same', async () => {
  const db = await openPhone()
  await storePlan(db, pageOf([walk], 57, lives[0]))
  await meetEpoch(db, lives[1], nowMs)
  await write(db, walk.id, 'Walk far', 3)
  expect(await texts(db)).toEqual(['Walk far'])
})

test('a line that was too old and goes as a new write is not another phone’s to what was written over it', async () => {
  const db = await openPhone()
  const words = { step: 'alone', phone: null, order: 1, accepts: null } as const
  const put = async (text: string, basedOn: string | null) => {
    const at = tap()
    const payload = { ...words, id: newLine, text, basedOn, settles: [] }
    await enqueue(db, { kind: 'plan.put', payload }, at)
    return at.opId
  }
  const old = await put('Sing', null)
  const next = await put('Sing loud', old)
  const lastError = { code: 'too_old', message: 'Too old.', at: nowMs } as const
  await db.outbox.toCollection().modify({ state: 'dead', lastError })
  const draft = { id: newLine, step: 'alone', text: 'Sing softly', phone: '', basedOn: old }
  await savePlanDraft(db, draft)
  const again = tap()
  await sendAgain(db, old, again)
  expect(await unsentOps(db)).toMatchObject([
    { opId: next, payload: { basedOn: again.opId } },
    { opId: again.opId, payload: { basedOn: null } },
  ])
  expect(await readPlanDrafts(db)).toEqual([{ ...draft, basedOn: again.opId }])
})

test('a copy that is deleted while it is brought up to date stays deleted', async () => {
  const db = await openPhone()
  await storePlan(db, pageOf([walk], 1, lives[0]))
  await leavePlanCopy(db)
  const request = vi.spyOn(navigator.locks, 'request')
  const read = db.transaction.bind(db) as (...given: unknown[]) => Promise<unknown>
  let deleting: Promise<void> | undefined
  // In another tab, between the look at whose it is and the write: it ends at once, or has to wait.
  const transaction = async (...given: unknown[]) => {
    const asked = request.mock.calls.length
    deleting ??= deletePlanCopy(db.userId)
    if (request.mock.calls.length === asked) await deleting
    return await read(...given)
  }
  Object.assign(db, { transaction })
  await updatePlanCopy(db)
  await deleting
  expect(await readPlanCopy()).toBeUndefined()
})

test('a copy of a whole plan is not replaced by the lines of a login that has never read the plan', async () => {
  const db = await openPhone()
  await meetEpoch(db, lives[1], nowMs)
  await storePlan(db, pageOf([walk], 57, lives[1]))
  await leavePlanCopy(db)
  await db.meta.delete('plan')
  const rev = await write(db, newLine, 'Sing', 58)
  await updatePlanCopy(db)
  expect((await readPlanCopy())?.items.map(({ text }) => text)).toEqual(['Walk'])
  const sing = { ...walk, id: newLine, rev, text: 'Sing', order: 2 }
  await storePlan(db, pageOf([walk, sing], 58, lives[1]))
  await updatePlanCopy(db)
  expect((await readPlanCopy())?.items.map(({ text }) => text)).toEqual(['Walk', 'Sing'])
})

test('a block of whom the plan is shown to ends the share and its ideas here at once', async () => {
  const db = await openPhone()
  const share = {
    providerId: '01985a3c-0000-7a10-8c00-0000000000aa',
    name: 'Sofia Almeida',
    since: '2026-11-01T12:00:00.000Z',
  }
  const proposal = {
    id: '01985a3c-0000-7a10-8c00-0000000000ba',
    change: 'add' as const,
    itemId: newLine,
    state: 'open' as const,
    step: 'people',
    text: 'Ask your aunt',
    phone: null,
  }
  await storePlan(db, { ...pageOf([walk], 1, lives[0]), share, proposals: [proposal] })
  expect(await readPlan(db)).toMatchObject({ share, proposals: [proposal] })
  await enqueue(db, { kind: 'safety.block', payload: { userId: share.providerId } }, tap())
  expect(await readPlan(db)).toMatchObject({ items: [walk], share: null, proposals: [] })
})
