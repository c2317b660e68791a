import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  planLettersMax,
  planProposalsMax,
  planStepMax,
  planWritesPerDayMax,
} from '#contract/plan/model.ts'
import { users } from '#server/db/schema/account.ts'
import { accessLog } from '#server/db/schema/providers.ts'
import { planHistory, planItems, planProposals, planShares } from '#server/db/schema/safety.ts'
import { planHistoryDays, sweepPlans } from '#server/features/plan/repo.ts'
import { createSealer, sealingKeyBytes } from '#server/ports/sealing.ts'
import { call } from '#tests/support/call.ts'
import { addConnection, addProvider, turnMinorsAway } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { opIdAt, wireOp } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

const sealer = createSealer(randomBytes(sealingKeyBytes))

function lineOf(given: object = {}) {
  const words = { step: 'alone', text: 'Walk the dog', phone: null as string | null, order: 1 }
  const seen = { basedOn: null as string | null, settles: [] as string[], accepts: null }
  return { id: crypto.randomUUID(), ...words, ...seen, ...given }
}

describe.each(databasesUnderTest('both'))('a safety plan, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let teen: SignedIn
  let provider: SignedIn

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
  })
  beforeEach(async () => {
    teen = await addPerson(open.database)
    provider = await addProvider(open.database, { firstname: 'Sofia', lastname: 'Almeida' })
    await addConnection(open.database, { clientId: teen.id, providerId: provider.id })
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  async function push(kindOf: string, payload: unknown, who = teen, opId = opIdAt()) {
    const ops = [wireOp(payload, { kind: kindOf, opId })]
    const pushed = await call(server.origin, 'pushOps', { body: { ops } }, { token: who.token })
    return { rev: opId, result: pushed.reply.results[0] }
  }
  const put = (given: object = {}, who = teen) => push('plan.put', lineOf(given), who)
  const remove = (id: string, given: object = {}) =>
    push('plan.remove', { id, basedOn: null, settles: [], accepts: null, ...given })
  const propose = (given: object, who = provider) =>
    push('plan.propose', { userId: teen.id, ...given }, who)
  const idea = (text = 'Call your aunt') => ({
    change: 'add',
    itemId: crypto.randomUUID(),
    step: 'people',
    text,
    phone: null,
  })
  const read = async (who = teen) =>
    (await call(server.origin, 'ownPlan', {}, { token: who.token })).reply
  const share = (providerId = provider.id) =>
    call(server.origin, 'sharePlan', { params: { providerId } }, teen)
  const unshare = () => push('share.revoke', { kind: 'plan', viewerId: provider.id })
  const see = (who = provider) =>
    call(server.origin, 'getSharedPlan', { params: { userId: teen.id } }, who)
  const sharers = async (who = provider) =>
    (await call(server.origin, 'listSharedPlans', {}, who)).reply.userIds

  test('comes to another phone line by line, in its order, and to nobody else', async () => {
    const id = crypto.randomUUID()
    const { rev, result } = await put({ id, step: 'people', text: 'Mona', phone: '+20 100 1' })
    expect(result).toMatchObject({ status: 'applied', result: { id, rev, version: 1 } })
    expect(JSON.stringify(result)).not.toContain('Mona')
    await put({ text: 'Breathe', order: 0.5 })
    const { items, version, share: shared } = await read()
    expect(items.map(({ text, phone }) => [text, phone])).toEqual([
      ['Breathe', null],
      ['Mona', '+20 100 1'],
    ])
    expect([version, shared]).toEqual([2, null])
    expect((await read(await addPerson(open.database))).items).toEqual([])
  })

  test('takes a write once, however often it comes', async () => {
    const payload = lineOf()
    const opId = opIdAt()
    await push('plan.put', payload, teen, opId)
    const { result } = await push('plan.put', payload, teen, opId)
    expect(result).toMatchObject({ status: 'duplicate', result: { version: 1 } })
    expect((await read()).version).toBe(1)
  })

  test.each([
    ['taken away and brought back', ['remove', 'put'], false],
    ['written over and taken away', ['put', 'remove'], true],
  ] as const)(
    'in one push, a line %s beside another one is what was tapped last',
    async (_, taps, deleted) => {
      const [other, id] = [crypto.randomUUID(), crypto.randomUUID()]
      await put({ id: other })
      const first = await put({ id })
      const [before, last] = [opIdAt(), opIdAt()]
      const write = (
        what: 'put' | 'remove',
        opId: string,
        given: { id: string; basedOn?: string },
      ) => {
        const { basedOn, settles, accepts, ...words } = lineOf(given)
        const removal = { id: given.id, basedOn, settles, accepts }
        const payload = what === 'put' ? { ...words, ...removal } : removal
        return wireOp(payload, { kind: `plan.${what}`, opId })
      }
      const ops = [
        write(taps[1], opIdAt(), { id: other }),
        write(taps[0], before, { id, basedOn: first.rev }),
        write(taps[1], last, { id, basedOn: before }),
      ]
      await call(server.origin, 'pushOps', { body: { ops } }, { token: teen.token })
      const { items } = await read()
      expect(items.find((item) => item.id === id)).toMatchObject({
        deleted,
        replaced: [],
        rev: last,
      })
    },
  )

  test('keeps both lines of two phones, and of one line what the other had not seen', async () => {
    const id = crypto.randomUUID()
    const first = await put({ id })
    await put({ text: 'A line of the other phone' })
    const second = await put({ id, text: 'Walk far', basedOn: first.rev })
    const third = await put({ id, text: 'Run', basedOn: first.rev })
    expect(third.result).toMatchObject({ result: { replaces: true } })
    const of = async () => (await read()).items.find((item) => item.id === id)
    expect((await read()).items).toHaveLength(2)
    expect(await of()).toMatchObject({
      text: 'Run',
      replaced: [{ rev: second.rev, text: 'Walk far' }],
    })
    await put({ id, text: 'Walk far', basedOn: third.rev, settles: [second.rev] })
    expect(await of()).toMatchObject({ text: 'Walk far', replaced: [] })
  })

  test('keeps what was removed for 90 days, to bring it back, and words that a removal had not seen', async () => {
    const id = crypto.randomUUID()
    const first = await put({ id })
    await put({ id, text: 'Walk far', basedOn: first.rev })
    const gone = await remove(id, { basedOn: first.rev })
    expect((await read()).items).toMatchObject([
      { id, deleted: true, text: 'Walk far', replaced: [{ text: 'Walk far' }] },
    ])
    await put({ id, basedOn: gone.rev })
    expect((await read()).items).toMatchObject([{ id, deleted: false, text: 'Walk the dog' }])
    await remove(id)
    const rows = () => open.database.orm.$count(planItems, eq(planItems.userId, teen.id))
    const history = () => open.database.orm.$count(planHistory, eq(planHistory.userId, teen.id))
    const after = (days: number) => new Date(testNoonMs + days * 86_400_000)
    await sweepPlans(open.database.orm, sealer, after(planHistoryDays - 1))
    expect([await rows(), (await history()) > 0]).toEqual([1, true])
    await sweepPlans(open.database.orm, sealer, after(planHistoryDays + 1))
    expect([await rows(), await history()]).toEqual([0, 0])
  })

  test('does not mind the removal of a line that never came', async () => {
    expect((await remove(crypto.randomUUID())).result).toMatchObject({ status: 'applied' })
    expect((await read()).items).toEqual([])
  })

  test.each([
    ['no words', { text: '  ' }],
    ['too many letters', { text: 'a'.repeat(planLettersMax + 1) }],
    ['a step that is none', { step: 'pets' }],
    ['a number where none belongs', { phone: '123456' }],
    ['a script for a number', { step: 'people', phone: 'javascript:alert(1)' }],
    ['two digits', { step: 'people', phone: '12' }],
    ['an order that is none', { order: -1 }],
  ])('refuses %s with a reason', async (_, given) => {
    expect((await put(given)).result).toMatchObject({ status: 'rejected', code: 'invalid_input' })
    expect((await read()).items).toEqual([])
  })

  test('holds so many lines in a step, and takes so many changes in a day', async () => {
    const ops = Array.from({ length: planStepMax }, () =>
      wireOp(lineOf(), { kind: 'plan.put', opId: opIdAt() }),
    )
    await call(server.origin, 'pushOps', { body: { ops } }, { token: teen.token })
    expect((await put()).result).toMatchObject({ status: 'rejected', code: 'wrong_state' })
    expect((await put({ step: 'signs' })).result).toMatchObject({ status: 'applied' })
    const id = (await read()).items[0]?.id ?? ''
    const rows = Array.from({ length: planWritesPerDayMax }, () => ({
      userId: teen.id,
      itemId: id,
      rev: crypto.randomUUID(),
      step: 'alone' as const,
      text: 'before',
      phone: null,
      at: new Date(testNoonMs),
    }))
    await open.database.orm.insert(planHistory).values(rows)
    expect((await remove(id)).result).toMatchObject({ status: 'rejected', code: 'rate_limited' })
  })

  test('is of young people alone: nobody else writes one, and nobody writes in somebody’s', async () => {
    const parent = await addPerson(open.database, { userType: 'Parent' })
    for (const who of [parent, provider]) {
      expect((await put({}, who)).result).toMatchObject({ status: 'rejected', code: 'forbidden' })
    }
    const { items } = await read()
    expect(items).toEqual([])
    const id = crypto.randomUUID()
    await put({ id })
    const other = await addPerson(open.database)
    await put({ id, text: 'Mine' }, other)
    expect((await read()).items).toMatchObject([{ text: 'Walk the dog' }])
    expect((await propose(idea(), teen)).result).toMatchObject({ code: 'forbidden' })
  })

  test('is read by the one provider it is shown to, without numbers, and each look is noted', async () => {
    await put({ step: 'people', text: 'Mona', phone: '+20 100 200 300' })
    expect([(await see()).status, await sharers()]).toEqual([404, []])
    expect((await share()).status).toBe(204)
    expect(await sharers()).toEqual([teen.id])
    const { reply, bytes } = await see()
    expect(reply.items).toMatchObject([{ step: 'people', text: 'Mona' }])
    expect(bytes.toString()).not.toMatch(/100\W*200\W*300/)
    await see()
    const { log } = (await call(server.origin, 'getSharing', {}, teen)).reply
    const look = { what: 'plan', who: 'Sofia Almeida', questId: null }
    expect(log).toMatchObject([look, look])
    const other = await addProvider(open.database)
    await addConnection(open.database, { clientId: teen.id, providerId: other.id })
    expect((await share(other.id)).status).toBe(409)
    expect((await see(other)).status).toBe(404)
  })

  test('changes by no proposal: its person takes it up, in their own write, or says no', async () => {
    await share()
    const first = await propose(idea())
    const second = await propose(idea('Call the police'))
    expect(first.result).toMatchObject({ status: 'applied' })
    const { items, proposals } = await read()
    expect(items).toEqual([])
    const waiting = proposals.map(({ text }) => text)
    expect(waiting.toSorted()).toEqual(['Call the police', 'Call your aunt'])
    const { itemId = '' } = proposals.find(({ id }) => id === first.rev) ?? {}
    await put({ id: itemId, step: 'people', text: 'Call your aunt', accepts: first.rev })
    await push('plan.decline', { proposalId: second.rev })
    expect(await read()).toMatchObject({ items: [{ text: 'Call your aunt' }], proposals: [] })
    const { reply } = await see()
    expect(reply.proposals.map(({ state }) => state).toSorted()).toEqual(['accepted', 'declined'])
    await propose({ change: 'change', itemId, text: 'Call aunt Mona' })
    await propose({ change: 'remove', itemId })
    const asked = (await read()).proposals.map(({ change, step }) => `${change} ${step}`)
    expect(asked.toSorted()).toEqual(['change people', 'remove people'])
    // An idea that took the id of a line would stand in its place once it is taken up.
    expect((await propose({ ...idea('Call me'), itemId })).result).toMatchObject({
      code: 'wrong_state',
    })
    const nowhere = { change: 'remove', itemId: crypto.randomUUID() }
    expect((await propose(nowhere)).result).toMatchObject({ code: 'not_found' })
  })

  test('takes up the removal of a line that is gone for good', async () => {
    await share()
    const id = crypto.randomUUID()
    await put({ id })
    const { rev } = await propose({ change: 'remove', itemId: id })
    await remove(id)
    const later = new Date(testNoonMs + (planHistoryDays + 1) * 86_400_000)
    await sweepPlans(open.database.orm, sealer, later)
    const { result } = await remove(id, { accepts: rev })
    expect(result).toMatchObject({ status: 'applied' })
    expect((await see()).reply.proposals).toMatchObject([{ id: rev, state: 'accepted' }])
  })

  test('ends the ideas of a provider whose account is gone', async () => {
    await share()
    await propose(idea())
    await open.database.orm.delete(users).where(eq(users.id, provider.id))
    await server.upkeep()
    const rows = await open.database.orm
      .select()
      .from(planProposals)
      .where(eq(planProposals.userId, teen.id))
    expect(rows).toMatchObject([{ state: 'ended', providerId: null }])
    expect(rows[0]?.decidedAt).toBeInstanceOf(Date)
  })

  test('takes so many ideas that wait, and none from whom it is not shown to', async () => {
    expect((await propose(idea())).result).toMatchObject({ code: 'not_found' })
    await share()
    const other = await addProvider(open.database)
    await addConnection(open.database, { clientId: teen.id, providerId: other.id })
    expect((await propose(idea(), other)).result).toMatchObject({ code: 'not_found' })
    for (let sent = 0; sent < planProposalsMax; sent++) await propose(idea())
    expect((await propose(idea())).result).toMatchObject({ code: 'wrong_state' })
  })

  test('answers nobody’s proposal but those to its person', async () => {
    await share()
    const { rev } = await propose(idea())
    await push('plan.decline', { proposalId: rev }, await addPerson(open.database))
    expect((await read()).proposals).toHaveLength(1)
  })

  test('is gone for the provider once it is taken back, and their ideas with it', async () => {
    await share()
    await propose(idea())
    expect((await unshare()).result).toMatchObject({ status: 'applied' })
    expect([(await see()).status, await sharers()]).toEqual([404, []])
    expect(await read()).toMatchObject({ share: null, proposals: [] })
    expect((await propose(idea())).result).toMatchObject({ code: 'not_found' })
    // Sharing anew brings no old idea back.
    await share()
    expect((await read()).proposals).toEqual([])
    expect((await unshare()).result).toMatchObject({ status: 'applied' })
    expect((await unshare()).result).toMatchObject({ status: 'applied' })
  })

  test.each(['ends', 'blocks', 'is blocked'])(
    'is gone when somebody %s, and stays gone after',
    async (what) => {
      await share()
      await propose(idea())
      if (what === 'ends') {
        const { reply } = await call(server.origin, 'listFriends', { query: {} }, teen)
        const id = reply.friends[0]?.connectionId ?? ''
        await call(server.origin, 'endConnection', { params: { id } }, teen)
      } else {
        const [from, to] = what === 'blocks' ? [teen, provider] : [provider, teen]
        await call(server.origin, 'blockPerson', { body: { userId: to.id } }, from)
      }
      expect([(await see()).status, await sharers()]).toEqual([404, []])
      expect(await open.database.orm.$count(planShares, eq(planShares.userId, teen.id))).toBe(0)
      const [left] = await open.database.orm
        .select()
        .from(planProposals)
        .where(eq(planProposals.userId, teen.id))
      expect(left?.state).toBe('ended')
      expect((await read()).proposals).toEqual([])
    },
  )

  test('is hidden from a provider who does not see people of this age any more', async () => {
    await share()
    await turnMinorsAway(open.database, provider.id)
    expect([(await see()).status, await sharers()]).toEqual([404, []])
    expect((await propose(idea())).result).toMatchObject({ code: 'not_found' })
    const reads = eq(accessLog.subjectId, teen.id)
    expect(await open.database.orm.$count(accessLog, reads)).toBe(0)
  })

  test('is in its person’s export, and a provider’s ideas are in theirs', async () => {
    await put({ text: 'A word of mine' })
    await share()
    await propose(idea('An idea of mine'))
    const exported = async (who: SignedIn) =>
      (await call(server.origin, 'exportMyData', {}, who)).bytes.toString()
    expect(await exported(teen)).toMatch(/A word of mine[^]*An idea of mine/)
    const theirs = await exported(provider)
    expect(theirs).toContain('An idea of mine')
    expect(theirs).not.toContain('A word of mine')
  })
})
