import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import type { QuestRecord } from '#contract/quests/response.ts'
import { sharingSchema } from '#contract/sharing/model.ts'
import { queueRevocation, turnOn } from '#src/data/share-switch.ts'
import { playedOf, readPlayedRows, refreshPlayed } from '#src/features/quests/played.ts'
import { grantResult } from '#src/features/quests/share/shared-results.tsx'
import { declineProposal, planResource } from '#src/features/safety/plan/plan-resource.ts'
import { noteShown, sharingResource } from '#src/features/sharing/sharing-resource.ts'
import { ApiProblemError, UnreachableError } from '#src/offline/api/api-error.ts'
import { applyResults } from '#src/offline/engine/apply-results.ts'
import { takeBatch } from '#src/offline/engine/batch.ts'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import { noteFailure } from '#src/offline/engine/push.ts'
import { readPlan, storePlan } from '#src/offline/features/plan.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { answerWith, ours, oursRaw } from './network.ts'
import { answers, closePhones, moment, nowMs, openPhone, putRow } from './phone.ts'

afterEach(closePhones)

const sofia = '01985a3c-0000-7a10-8c00-00000000000b'
const daniel = '01985a3c-0000-7a10-8c00-00000000000c'
const resultId = '01985a3c-0000-7a10-8c00-0000000000d1'
const revocation = { kind: 'result', itemId: resultId, viewerId: sofia } as const
const score = { kind: 'score' } as const

const share = (kind: string, viewerId: string | null, itemId: string | null) => ({
  kind,
  viewerId,
  itemId,
  questId: itemId && 1,
  day: null,
})
const sharing = v.parse(sharingSchema, {
  viewers: [],
  shares: [
    share('score', null, null),
    ...[sofia, daniel].map((id) => share('result', id, resultId)),
  ],
  lastReads: [],
  log: [],
})

async function phoneWithShares(): Promise<UserDatabase> {
  const db = await openPhone()
  const result = { questId: 1, type: 'phq9', version: 1, scores: {}, band: 'calm', tone: 'calm' }
  await userTransaction(db, [db.questRecords], async () => {
    await db.questRecords.put({
      id: resultId,
      questId: 1,
      version: 1,
      takenOn: '2026-11-20',
      result: { ...result, destination: null, risks: [] },
      playPoints: 1,
      points: 1,
      sharedWith: [sofia, daniel],
    } as never)
    await db.meta.put({ key: 'sharing', sharing, asOfMs: nowMs })
  })
  return db
}

const sharedWith = async (db: UserDatabase) =>
  (await playedOf(await readPlayedRows(db, 1)))[0]?.sharedWith

const noServer = () => Promise.reject(new UnreachableError('no server'))
const refused = () => Promise.reject(new ApiProblemError(problem('not_found'), 404, undefined))

test('what is turned off leaves ahead of everything that was tapped before it', async () => {
  const db = await phoneWithShares()
  await answers(db)
  await queueRevocation(db, revocation)
  await queueRevocation(db, score)
  const { ops } = await takeBatch(db, nowMs)
  expect(ops.map(({ kind }) => kind)).toEqual(['share.revoke', 'share.revoke', 'trackers.record'])
  expect(ops[0]?.payload).toEqual(revocation)
})

test('it is off here from the tap on, for that one person alone, and on again when the tap is taken back', async () => {
  const db = await phoneWithShares()
  await queueRevocation(db, revocation)
  await queueRevocation(db, revocation)
  expect(await unsentOps(db)).toHaveLength(1)
  expect(await sharedWith(db)).toEqual([daniel])
  expect((await sharingResource.read(db))?.waiting).toEqual(
    new Set([`result ${resultId} ${sofia}`]),
  )
  await turnOn(db, revocation, noServer)
  expect(await unsentOps(db)).toEqual([])
  expect(await sharedWith(db)).toEqual([sofia, daniel])
  // Nothing waits any more: from here on the server is asked.
  await expect(turnOn(db, revocation, refused)).rejects.toThrow(ApiProblemError)
  expect(await unsentOps(db)).toEqual([])
})

test('what no answer came to is off here, and a revocation goes in case it is on at the server', async () => {
  const db = await phoneWithShares()
  expect(await turnOn(db, revocation, noServer)).toBe('unknown')
  expect(await unsentOps(db)).toMatchObject([{ kind: 'share.revoke', payload: revocation }])
  expect(await sharedWith(db)).toEqual([daniel])
})

test('what was sent without an answer is asked of the server, for it may have arrived', async () => {
  const db = await phoneWithShares()
  await queueRevocation(db, revocation)
  await noteFailure(db, await takeBatch(db, nowMs), new UnreachableError(), moment)
  let asked = 0
  expect(await turnOn(db, revocation, async () => void (asked += 1))).toBe('on')
  expect(asked).toBe(1)
  expect(await sharedWith(db)).toEqual([sofia, daniel])
})

test('what was tried to be sent is asked of the server, and stays off where that fails', async () => {
  const db = await phoneWithShares()
  await queueRevocation(db, revocation)
  await db.outbox.toCollection().modify({ attempts: 1 })
  await expect(turnOn(db, revocation, refused)).rejects.toThrow(ApiProblemError)
  expect(await sharedWith(db)).toEqual([daniel])
  await db.outbox.toCollection().modify({ attempts: 1 })
  expect(await turnOn(db, revocation, noServer)).toBe('unknown')
  expect(await sharedWith(db)).toEqual([daniel])
  await db.outbox.toCollection().modify({ attempts: 1 })
  let asked = 0
  await turnOn(db, revocation, async () => void (asked += 1))
  expect(asked).toBe(1)
  expect(await unsentOps(db)).toEqual([])
})

test('what is on its way to the server is not taken back any more', async () => {
  const db = await phoneWithShares()
  await queueRevocation(db, revocation)
  await takeBatch(db, nowMs)
  await expect(turnOn(db, revocation, noServer)).rejects.toThrow('on its way')
  expect(await sharedWith(db)).toEqual([daniel])
})

test('once it is acknowledged, nothing of it is left on the device', async () => {
  const db = await phoneWithShares()
  await queueRevocation(db, revocation)
  await queueRevocation(db, score)
  const batch = await takeBatch(db, nowMs)
  const receipts = [{ ...revocation }, { kind: 'score', itemId: null, viewerId: null }]
  const results = batch.ops.map(({ opId }, index) => ({
    opId,
    status: 'applied' as const,
    result: receipts[index],
  }))
  await applyResults(db, batch, results, moment)
  expect(await unsentOps(db)).toEqual([])
  expect((await db.questRecords.get(resultId))?.sharedWith).toEqual([daniel])
  const stored = await sharingResource.read(db)
  expect(stored?.shares.map(({ kind, viewerId }) => [kind, viewerId])).toEqual([['result', daniel]])
})

test('an answer from before it was turned on does not turn it off again', async () => {
  const db = await openPhone()
  const off = { ...sharing, shares: [] }
  await userTransaction(db, [], () => db.meta.put({ key: 'sharing', sharing: off, asOfMs: nowMs }))
  const requests = answerWith(
    async () => {
      await noteShown(db, revocation)
      return ours(off)
    },
    () => ours(sharing),
  )
  await sharingResource.refresh(db, 'token')
  expect((await sharingResource.read(db))?.shares).toEqual(sharing.shares)
  expect(requests).toHaveLength(2)
})

test('an answer from before it was sent does not turn it on again', async () => {
  const db = await phoneWithShares()
  await queueRevocation(db, revocation)
  let asked = 0
  answerWith(async () => {
    asked += 1
    if (asked > 1) return ours({ ...sharing, shares: [] })
    // The server had answered; only then it is told, and the phone hears that it was.
    const batch = await takeBatch(db, nowMs)
    const results = batch.ops.map(({ opId }) => ({
      opId,
      status: 'applied' as const,
      result: revocation,
    }))
    await applyResults(db, batch, results, moment)
    return ours(sharing)
  })
  await sharingResource.refresh(db, 'token')
  expect(asked).toBe(2)
  expect((await sharingResource.read(db))?.shares).toEqual([])
})

test('an answer from before it was both turned off and sent does not turn it on again', async () => {
  const db = await phoneWithShares()
  const off = { ...sharing, shares: sharing.shares.filter(({ viewerId }) => viewerId !== sofia) }
  const requests = answerWith(
    async () => {
      await queueRevocation(db, revocation)
      await acknowledge(db)
      return ours(sharing)
    },
    () => ours(off),
  )
  await sharingResource.refresh(db, 'token')
  expect(requests).toHaveLength(2)
  expect((await sharingResource.read(db))?.shares).toEqual(off.shares)
})

test('a list of results from before it was sent does not turn it on again, nor off what was turned on meanwhile', async () => {
  const db = await phoneWithShares()
  await queueRevocation(db, revocation)
  const [record] = await db.questRecords.toArray()
  const page = (...viewers: string[]) =>
    ours({ results: [{ ...record, sharedWith: viewers }], next: null })
  answerWith(
    async () => {
      await acknowledge(db)
      return page(sofia, daniel)
    },
    () => page(daniel),
  )
  await refreshPlayed(db, 'token')
  expect(await sharedWith(db)).toEqual([daniel])
  answerWith(
    async () => {
      await grantResult(db, 'token', { resultId, providerId: sofia })
      return page(daniel)
    },
    () => oursRaw(null, { status: 204 }),
    () => page(daniel, sofia),
  )
  await refreshPlayed(db, 'token')
  expect(await sharedWith(db)).toEqual([daniel, sofia])
})

test('a receipt that comes late takes nobody away from whom a result was shown to meanwhile', async () => {
  const db = await phoneWithShares()
  const [record] = await db.questRecords.toArray()
  const { questId, version, takenOn } = record as QuestRecord
  const payload = { questId, version, takenOn, answers: [] }
  await putRow(db, { opId: resultId, kind: 'quest.respond', lane: 'quest:1', payload })
  // The ledger repeats what it said first.
  await acknowledge(db, { ...record, sharedWith: [] })
  expect(await unsentOps(db)).toEqual([])
  expect(await sharedWith(db)).toEqual([sofia, daniel])
})

const plan = { kind: 'plan', viewerId: sofia } as const
const idea = {
  id: crypto.randomUUID(),
  change: 'add' as const,
  itemId: crypto.randomUUID(),
  step: 'people',
  text: 'Ask your aunt',
  phone: null,
  state: 'open' as const,
}

async function phoneWithPlan(): Promise<UserDatabase> {
  const db = await phoneWithShares()
  const shared = { providerId: sofia, name: 'Sofia', since: '2026-11-01T12:00:00.000Z' }
  const page = {
    items: [],
    proposals: [idea],
    share: shared,
    version: 0,
    epoch: crypto.randomUUID(),
  }
  await storePlan(db, page)
  return db
}

test('a plan is off from the tap on and leaves first, with the ideas of whoever read it; back out of the line it is on', async () => {
  const db = await phoneWithPlan()
  await answers(db)
  await queueRevocation(db, { ...plan, viewerId: daniel })
  expect((await readPlan(db)).share?.providerId).toBe(sofia)
  await queueRevocation(db, plan)
  expect(await readPlan(db)).toMatchObject({ share: null, proposals: [] })
  const [, first] = (await takeBatch(db, nowMs)).ops
  expect(first).toMatchObject({ kind: 'share.revoke', payload: plan })
  expect((await sharingResource.read(db))?.waiting.has(`plan  ${sofia}`)).toBe(true)
  const other = await phoneWithPlan()
  await queueRevocation(other, plan)
  await turnOn(other, plan, noServer)
  expect(await readPlan(other)).toMatchObject({ share: { providerId: sofia }, proposals: [idea] })
})

test('an acknowledged end of a plan’s share is gone from the device, and an older answer does not bring it back', async () => {
  const db = await phoneWithPlan()
  await queueRevocation(db, { ...plan, viewerId: daniel })
  await acknowledge(db)
  expect((await readPlan(db)).share?.providerId).toBe(sofia)
  await queueRevocation(db, plan)
  const before = { items: [], proposals: [idea], version: 0, epoch: crypto.randomUUID() }
  const since = '2026-11-01T12:00:00.000Z'
  let asked = 0
  answerWith(async () => {
    asked += 1
    if (asked > 1) return ours({ ...before, proposals: [], share: null })
    await acknowledge(db)
    return ours({ ...before, share: { providerId: sofia, name: 'Sofia', since } })
  })
  await planResource.refresh(db, 'token')
  expect(asked).toBe(2)
  expect(await readPlan(db)).toMatchObject({ share: null, proposals: [] })
})

test('an idea that was declined while the plan was on its way does not come back', async () => {
  const db = await phoneWithPlan()
  const { share } = await readPlan(db)
  const page = { items: [], proposals: [idea], share, version: 0, epoch: crypto.randomUUID() }
  answerWith(
    async () => {
      await declineProposal(db, idea.id)
      await acknowledge(db, { id: idea.id })
      return ours(page)
    },
    () => ours({ ...page, proposals: [] }),
  )
  await planResource.refresh(db, 'token')
  expect(await unsentOps(db)).toEqual([])
  expect(await readPlan(db)).toMatchObject({ share, proposals: [] })
})

/** The server takes what waits, and the phone hears of it. */
async function acknowledge(db: UserDatabase, receipt?: object): Promise<void> {
  const batch = await takeBatch(db, Date.now())
  const results = batch.ops.map(({ opId, payload }) => ({
    opId,
    status: 'applied' as const,
    result: receipt ?? { itemId: null, ...(payload as object) },
  }))
  await applyResults(db, batch, results, moment)
}
