import { afterEach, expect, test } from 'vitest'
import type { OwnBrief } from '#contract/brief/model.ts'
import { queueRevocation, turnOn } from '#src/data/share-switch.ts'
import {
  briefResource,
  findBrief,
  sendBrief,
  takeBack,
} from '#src/features/brief/brief-resource.ts'
import { UnreachableError } from '#src/offline/api/api-error.ts'
import { applyResults } from '#src/offline/engine/apply-results.ts'
import { takeBatch } from '#src/offline/engine/batch.ts'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import { noteFailure } from '#src/offline/engine/push.ts'
import { readBriefDraft, saveBriefDraft } from '#src/offline/features/brief-drafts.ts'
import { readBrief, storeBriefs } from '#src/offline/features/brief.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { briefOf, sentenceOf } from '#tests/support/briefs.ts'
import { day } from '#tests/support/day.ts'
import { answerWith, ours } from './network.ts'
import { answers, closePhones, moment, openPhone } from './phone.ts'

afterEach(closePhones)

const bookingId = '01985a3c-0000-7a10-8c00-0000000000b1'
const providerId = '01985a3c-0000-7a10-8c00-0000000000b2'
const of = { bookingId, providerId }
const revocation = { kind: 'brief', itemId: bookingId, viewerId: providerId } as const
const sentAt = '2026-11-21T12:00:00.000Z'

const contentOf = (text: string) => briefOf(bookingId, [sentenceOf(text)]).content
const say = (db: UserDatabase, text: string) => sendBrief(db, bookingId, contentOf(text))
const inLine = async (db: UserDatabase) => (await unsentOps(db)).map(({ kind }) => kind)
const dueMs = () => Date.now() + 1_000

function stored(given: Partial<OwnBrief> = {}): OwnBrief {
  return { bookingId, sentAt, withdrawals: 0, content: contentOf('From before'), ...given }
}

/** The server answers everything that waits. */
async function acknowledge(db: UserDatabase, given: Partial<OwnBrief> = {}): Promise<void> {
  const batch = await takeBatch(db, dueMs())
  const results = batch.ops.map(({ kind, opId, payload }) => {
    const receipt = { bookingId, rev: opId, sentAt, withdrawals: 0, ...given }
    const result = kind === 'brief.send' ? receipt : payload
    return { opId, status: 'applied' as const, result }
  })
  await applyResults(db, batch, results, moment)
}

/** What waits goes out, and no answer comes back. */
async function loseAnswer(db: UserDatabase): Promise<void> {
  const batch = await takeBatch(db, dueMs())
  await noteFailure(db, batch, new UnreachableError(), moment)
}

test('a brief is durable and shown as waiting, and once it has arrived it is the server’s', async () => {
  const db = await openPhone()
  expect((await readBrief(db, bookingId)).state).toBe('none')
  await say(db, 'School')
  expect(await readBrief(db, bookingId)).toMatchObject({
    state: 'waiting',
    content: contentOf('School'),
  })
  await acknowledge(db)
  expect(await unsentOps(db)).toEqual([])
  expect(await readBrief(db, bookingId)).toMatchObject({
    state: 'sent',
    sentAt,
    content: contentOf('School'),
  })
  expect((await readBrief(db, crypto.randomUUID())).state).toBe('none')
})

test('what is in the draft and not switched on is in no operation', async () => {
  const db = await openPhone()
  const words = { talk: 'School', good: 'The trip', avoid: 'My father' }
  await saveBriefDraft(db, { bookingId, span: '14', on: ['words talk'], words })
  await say(db, 'School')
  const { ops } = await takeBatch(db, dueMs())
  for (const text of [JSON.stringify(ops), JSON.stringify(await unsentOps(db))]) {
    expect(text).toContain('School')
    expect(text).not.toMatch(/trip|father|mood|span":\{/)
  }
  expect((await readBriefDraft(db, bookingId))?.words).toEqual(words)
})

test('a newer one stands in the place of what waits, but for what is under way', async () => {
  const db = await openPhone()
  await say(db, 'First')
  await say(db, 'Second')
  expect((await takeBatch(db, dueMs())).ops).toMatchObject([
    { payload: { content: contentOf('Second') } },
  ])
  await say(db, 'Third')
  expect(await inLine(db)).toEqual(['brief.send', 'brief.send'])
  await acknowledge(db)
  expect(await readBrief(db, bookingId)).toMatchObject({ content: contentOf('Third') })
})

test('what has never left is taken back without a word to the server', async () => {
  const db = await openPhone()
  await say(db, 'School')
  await takeBack(db, of)
  expect(await unsentOps(db)).toEqual([])
  expect(await readBrief(db, bookingId)).toMatchObject({ state: 'none', content: null })
})

test.each(['was sent', 'was tried', 'had no answer', 'is under way'])(
  'what %s is taken back ahead of everything, and shown no more from the tap on',
  async (what) => {
    const db = await openPhone()
    await answers(db)
    if (what === 'was sent') await storeBriefs(db, [stored()], () => false)
    else await say(db, 'School')
    if (what === 'was tried') await db.outbox.toCollection().modify({ attempts: 1 })
    if (what === 'had no answer') await loseAnswer(db)
    if (what === 'is under way') await takeBatch(db, dueMs())
    await takeBack(db, of)
    expect(await readBrief(db, bookingId)).toMatchObject({ state: 'taking_back', content: null })
    const { ops } = await takeBatch(db, dueMs())
    expect(ops[0]).toMatchObject({ kind: 'share.revoke', payload: revocation })
    const left = what === 'is under way' ? ['brief.send'] : []
    expect(ops.map(({ kind }) => kind).filter((kind) => kind.startsWith('brief'))).toEqual(left)
  },
)

test.each([
  ['had no answer', {}],
  ['was refused after one that had no answer', { state: 'dead' as const, attempts: 2 }],
])('what %s is taken back with the newer one in its place', async (_, change) => {
  const db = await openPhone()
  await say(db, 'First')
  await loseAnswer(db)
  await db.outbox.toCollection().modify(change)
  await say(db, 'Second')
  expect(await unsentOps(db)).toMatchObject([
    { payload: { content: contentOf('Second') }, attempts: 0, unanswered: true },
  ])
  await takeBack(db, of)
  expect(await unsentOps(db)).toMatchObject([{ kind: 'share.revoke', payload: revocation }])
  expect(await readBrief(db, bookingId)).toMatchObject({ state: 'taking_back', content: null })
})

test('one that crossed its end counts as taken back, and a new one knows of the end', async () => {
  const db = await openPhone()
  await say(db, 'School')
  await takeBatch(db, dueMs())
  await takeBack(db, of)
  await say(db, 'Anew')
  const ops = (await unsentOps(db)).filter(({ kind }) => kind === 'brief.send')
  expect(ops.map(({ payload }) => payload)).toMatchObject([{ withdrawals: 0 }, { withdrawals: 1 }])
  expect(await readBrief(db, bookingId)).toMatchObject({
    state: 'waiting',
    content: contentOf('Anew'),
  })
  await userTransaction(db, [db.outbox], () => db.outbox.where({ opId: ops[1]?.opId }).delete())
  await acknowledge(db, { sentAt: null, withdrawals: 1 })
  const brief = await readBrief(db, bookingId)
  expect(brief).toMatchObject({ state: 'taken_back', content: null })
  expect(brief.withdrawals).toBeGreaterThan(0)
})

test.each(['is under way', 'had no answer'])(
  'what was sent anew in one batch with the first end is taken back, too, where that batch %s',
  async (what) => {
    const db = await openPhone()
    await storeBriefs(db, [stored()], () => false)
    await takeBack(db, of)
    await takeBack(db, of)
    expect(await inLine(db)).toEqual(['share.revoke'])
    await say(db, 'Anew')
    const kinds = ['share.revoke', 'brief.send']
    const opIds = (await unsentOps(db)).map(({ opId }) => opId)
    if (what === 'had no answer') await loseAnswer(db)
    else await takeBatch(db, dueMs())
    const underWay = await db.meta.get('flight')
    expect(underWay).toEqual(what === 'had no answer' ? undefined : { key: 'flight', opIds })
    expect(await readBrief(db, bookingId)).toMatchObject({
      state: 'waiting',
      isOut: what !== 'is under way',
    })
    await takeBack(db, of)
    await takeBack(db, of)
    const left = what === 'is under way' ? kinds : ['share.revoke']
    expect(await inLine(db)).toEqual([...left, 'share.revoke'])
    expect(await readBrief(db, bookingId)).toMatchObject({ state: 'taking_back', withdrawals: 2 })
  },
)

test.each(['had no answer', 'is under way'])(
  'an end that %s is counted once, also where the server’s count is read meanwhile',
  async (what) => {
    const db = await openPhone()
    await storeBriefs(db, [stored()], () => false)
    await takeBack(db, of)
    const batch = await takeBatch(db, dueMs())
    if (what === 'had no answer') await noteFailure(db, batch, new UnreachableError(), moment)
    const gone = stored({ sentAt: null, content: null, withdrawals: 1 })
    const other = stored({ bookingId: crypto.randomUUID() })
    answerWith(async () => ours({ briefs: [gone, other] }))
    await briefResource.refresh(db, 'token', bookingId)
    expect((await readBrief(db, other.bookingId)).state).toBe('sent')
    await acknowledge(db)
    expect(await readBrief(db, bookingId)).toMatchObject({ state: 'taken_back', withdrawals: 1 })
  },
)

test('a refusal says why, leaves what was sent before, and goes with the next one', async () => {
  const db = await openPhone()
  await storeBriefs(db, [stored()], () => false)
  await say(db, 'Later')
  const batch = await takeBatch(db, dueMs())
  const [op] = batch.ops
  const results = [
    { opId: op?.opId ?? '', status: 'rejected', code: 'too_late', message: 'Over.' } as const,
  ]
  await applyResults(db, batch, results, moment)
  expect(await readBrief(db, bookingId)).toMatchObject({
    state: 'refused',
    refusal: 'Over.',
    content: contentOf('From before'),
  })
  await say(db, 'Again')
  expect(await unsentOps(db)).toMatchObject([{ state: 'pending' }])
})

test('taken out of the line again it is shown as before; what the server has deleted is not brought back', async () => {
  const db = await openPhone()
  await storeBriefs(db, [stored()], () => false)
  await queueRevocation(db, revocation)
  expect((await readBrief(db, bookingId)).state).toBe('taking_back')
  await turnOn(db, revocation, () => findBrief(db, 'token', bookingId))
  expect((await readBrief(db, bookingId)).state).toBe('sent')
  await queueRevocation(db, revocation)
  await db.outbox.toCollection().modify({ attempts: 1 })
  const gone = stored({ sentAt: null, content: null, withdrawals: 1 })
  answerWith(async () => ours({ briefs: [gone] }))
  const again = turnOn(db, revocation, () => findBrief(db, 'token', bookingId))
  await expect(again).rejects.toMatchObject({ problem: { code: 'not_found' } })
  expect(await inLine(db)).toEqual(['share.revoke'])
})

test('turning it on takes every end of it out of the line', async () => {
  const db = await openPhone()
  await storeBriefs(db, [stored()], () => false)
  await takeBack(db, of)
  await say(db, 'Anew')
  await loseAnswer(db)
  await takeBack(db, of)
  expect(await inLine(db)).toEqual(['share.revoke', 'share.revoke'])
  answerWith(async () => ours({ briefs: [stored()] }))
  await turnOn(db, revocation, () => findBrief(db, 'token', bookingId))
  expect(await inLine(db)).toEqual([])
  expect((await readBrief(db, bookingId)).state).toBe('sent')
})

test('an answer from before its end does not bring it back, and drafts of sessions that are over go', async () => {
  const db = await openPhone()
  await storeBriefs(db, [stored()], () => false)
  await takeBack(db, of)
  let asked = 0
  answerWith(async () => {
    asked += 1
    if (asked === 1) await acknowledge(db)
    const gone = { sentAt: null, content: null, withdrawals: 1 }
    return ours({ briefs: [asked === 1 ? stored() : stored(gone)] })
  })
  await briefResource.refresh(db, 'token', bookingId)
  expect(asked).toBe(2)
  expect(await readBrief(db, bookingId)).toMatchObject({ state: 'taken_back', content: null })
  await saveBriefDraft(db, { bookingId, span: '14', on: [], words: { talk: 'School' } })
  await userTransaction(db, [db.bookings], () =>
    db.bookings.put({ _id: bookingId, status: 'cancelled', end: sentAt } as never),
  )
  await briefResource.refresh(db, 'token', bookingId)
  expect(await readBriefDraft(db, bookingId)).toBeUndefined()
})

test.each(['sent', 'taken back'])(
  'one that was %s and answered while an answer was on its way stays so',
  async (what) => {
    const db = await openPhone()
    const sent = stored({ content: contentOf('School') })
    const before = what === 'sent' ? [] : [sent]
    const now = what === 'sent' ? sent : stored({ sentAt: null, content: null, withdrawals: 1 })
    await storeBriefs(db, before, () => false)
    const requests = answerWith(
      async () => {
        await (what === 'sent' ? say(db, 'School') : takeBack(db, of))
        await acknowledge(db)
        return ours({ briefs: before })
      },
      () => ours({ briefs: [now] }),
    )
    await briefResource.refresh(db, 'token', bookingId)
    expect(requests).toHaveLength(2)
    const { content, withdrawals } = now
    const state = what === 'sent' ? 'sent' : 'taken_back'
    expect(await readBrief(db, bookingId)).toMatchObject({ state, content, withdrawals })
  },
)

test('what was begun for a session that this device has read away goes, and stays until it has read them', async () => {
  const db = await openPhone()
  answerWith(async () => ours({ briefs: [] }))
  await saveBriefDraft(db, { bookingId, span: '14', on: [], words: { talk: 'School' } })
  await briefResource.refresh(db, 'token', bookingId)
  expect(await readBriefDraft(db, bookingId)).toBeDefined()
  await userTransaction(db, [], () => db.meta.put({ key: 'bookingsAsOf', asOfMs: Date.now() }))
  await briefResource.refresh(db, 'token', bookingId)
  expect(await readBriefDraft(db, bookingId)).toBeUndefined()
})

test('two tabs that write one brief leave each other’s sentences and switches', async () => {
  const db = await openPhone()
  const begun = { bookingId, span: '14' as const, on: ['words talk'], words: { talk: 'School' } }
  await saveBriefDraft(db, begun)
  const here = { ...begun, words: { ...begun.words, good: 'The trip' }, on: ['words good'] }
  await saveBriefDraft(db, here, begun)
  const words = { talk: 'School and home', avoid: 'My father' }
  const there = { ...begun, words, on: ['words talk', 'words avoid'] }
  await saveBriefDraft(db, there, begun)
  expect(await readBriefDraft(db, bookingId)).toMatchObject({
    words: { ...words, good: 'The trip' },
    on: ['words good', 'words avoid'],
  })
})

test('the numbers of a brief stay with the days that they were previewed with in one tab', async () => {
  const db = await openPhone()
  const begun = { bookingId, span: '14' as const, on: [], words: {} }
  await saveBriefDraft(db, begun)
  const days = { from: day('2026-06-02'), to: day('2026-06-15') }
  await saveBriefDraft(db, { ...begun, days, on: ['mood'] }, begun)
  await saveBriefDraft(db, { ...begun, words: { talk: 'School' } }, begun)
  expect(await readBriefDraft(db, bookingId)).toMatchObject({ days, on: ['mood'] })
  await saveBriefDraft(db, { ...begun, span: '30' }, begun)
  expect(await readBriefDraft(db, bookingId)).toEqual({
    bookingId,
    span: '30',
    on: [],
    words: { talk: 'School' },
  })
})
