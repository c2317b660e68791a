import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#contract/local-date.ts'
import { scoreQuest } from '#contract/quests/scoring.ts'
import { questCard, questShelf } from '#contract/quests/shelf.ts'
import { users } from '#server/db/schema/account.ts'
import { questResponses } from '#server/db/schema/health.ts'
import { submissionsPerHourMax } from '#server/features/quests/index.ts'
import { call } from '#tests/support/call.ts'
import { calmAnswers, questNumbered } from '#tests/support/calm-answers.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { testDay } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { answersTo, questOf, questOp, responseTo } from '#tests/support/quests.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

describe.each(databasesUnderTest('both'))('quests, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let person: SignedIn

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
  })
  beforeEach(async () => {
    person = await addPerson(open.database)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const submit = (
    body: Record<string, unknown>,
    { id = '1', key }: { id?: string; key?: string } = {},
  ) =>
    call(
      server.origin,
      'submitSurvey',
      { params: { id }, body: body as { answers: [] } },
      { token: person.token, ...(key ? { headers: { 'idempotency-key': key } } : {}) },
    )
  const play = async (days = 0, key?: string) => {
    const body = { answers: answersTo(await questOf('phq9')), takenOn: addDays(testDay, days) }
    return (await submit(body, key ? { key } : {})).reply
  }
  const push = async (...payloads: unknown[]) => {
    const ops = payloads.map((payload) => questOp(payload))
    const { reply } = await call(
      server.origin,
      'pushOps',
      { body: { ops } },
      { token: person.token },
    )
    return reply.results
  }
  const score = async () => {
    const [row] = await open.database.orm.select().from(users).where(eq(users.id, person.id))
    return row?.score
  }
  const stored = () =>
    open.database.orm.$count(questResponses, eq(questResponses.userId, person.id))

  test('are all on the list, each with what a card shows', async () => {
    const { reply } = await call(server.origin, 'listSurveys', {}, person)
    expect(reply.map(({ _id }) => _id)).toEqual(questShelf.map(({ id }) => id))
    expect(reply[0]).toMatchObject({ title: 'Mood Meter', questionCount: 10, open: true })
    expect(reply.every(({ creator }) => creator.firstname === 'Zync')).toBe(true)
  })

  test('tell their questions and never how answers count', async () => {
    const quest = await questOf('pq16')
    const answer = await call(server.origin, 'getSurvey', { params: { id: '6' } }, person)
    expect(answer.reply.questions.map(({ id, text }) => [id, text])).toEqual(
      quest.questions.map(({ id, text }) => [id, text]),
    )
    expect(answer.reply.distress?.options).toHaveLength(4)
    for (const secret of ['bands', 'risks', 'source', quest.source.citation]) {
      expect(answer.bytes.toString()).not.toContain(secret)
    }
  })

  test('are found by number and by title, and by nothing else', async () => {
    const get = (id: string) => call(server.origin, 'getSurvey', { params: { id } }, person)
    expect((await get('Mood Meter')).reply._id).toBe(1)
    for (const [id, message] of [
      ['0', 'Quest not found.'],
      ['24', 'Quest not found.'],
      ['phq9', 'Unrecognized survey title: phq9'],
      ['10000', 'Quest not found.'],
      ['Luck', 'Unrecognized survey title: Luck'],
    ] as const) {
      expect((await get(id)).problem).toEqual({ code: 'not_found', message })
    }
  })

  test('are listed by category, in any case of letters', async () => {
    const list = (category: string) =>
      call(server.origin, 'surveysByCategory', { params: { category } }, person)
    for (const category of ['Personality', 'mood', 'BEHAVIOR']) {
      const { reply } = await list(category)
      expect(reply.length).toBeGreaterThan(3)
      expect(new Set(reply.map((card) => card.category))).toEqual(new Set([category.toLowerCase()]))
    }
    expect((await list('Luck')).problem).toEqual({
      code: 'invalid_input',
      message: 'Invalid category: Luck. Please choose Personality, Mood, or Behavior.',
    })
  })

  test('have no questions while they are switched off, and still take answers given before', async () => {
    const closed = await startTestServer(open.database, { openQuests: new Set([2]) })
    const get = await call(closed.origin, 'getSurvey', { params: { id: '1' } }, person)
    expect(get.reply).toMatchObject({ open: false, questions: [], distress: null })
    const body = { answers: answersTo(await questOf('phq9')) }
    const sent = await call(closed.origin, 'submitSurvey', { params: { id: '1' }, body }, person)
    expect(sent.status).toBe(201)
    await closed.close()
  })

  test('score answers in any order by the engine of the phone', async () => {
    const answers = answersTo(await questOf('phq9'), (n) => (n <= 5 ? 1 : 0))
    const { status, reply } = await submit({ answers: answers.toReversed() })
    expect(status).toBe(201)
    expect(reply).toMatchObject({
      questId: 1,
      version: 1,
      takenOn: testDay,
      points: 100,
      playPoints: 100,
      result: { band: 'mild', scores: { total: 5 }, destination: 'Wellness Coach', risks: [] },
      sharedWith: [],
    })
  })

  test('are each scored as the phone does, and all of them earn their points', async () => {
    const quests = await Promise.all(questShelf.map(({ id }) => questNumbered(id)))
    await push(
      ...quests.map((quest) => ({
        questId: quest.id,
        version: quest.version,
        answers: calmAnswers(quest),
        takenOn: testDay,
      })),
    )
    const query = { limit: '100' }
    const { reply } = await call(server.origin, 'listResults', { query }, person)
    for (const quest of quests) {
      const scored = scoreQuest(quest, calmAnswers(quest))
      const record = reply.results.find(({ questId }) => questId === quest.id)
      expect([quest.id, { kind: 'scored', result: record?.result }]).toEqual([quest.id, scored])
    }
    expect(reply.results).toHaveLength(quests.length)
    const params = { userId: person.id }
    const earned = await call(server.origin, 'getScore', { params }, person)
    expect(earned.reply.score).toBe(quests.reduce((sum, { count }) => sum + count * 10, 0))
  })

  test('give ten points more for each distress in play, and none of them to the account', async () => {
    const answers = answersTo(await questOf('pq16'), (n) => (n <= 3 ? 1 : 0))
    const { reply } = await submit({ answers }, { id: '6' })
    expect([reply.playPoints, reply.points]).toEqual([190, 160])
    expect(await score()).toBe(160)
  })

  test('earn again after 14 days, whatever the order in which they come', async () => {
    const earned = []
    for (const days of [-14, 0, -13, -1, -28, -29]) earned.push((await play(days)).points)
    expect(earned).toEqual([100, 100, 0, 0, 100, 0])
    expect(await score()).toBe(300)
  })

  test('earn for no day that lies too far back or ahead', async () => {
    const far = await play(-4_000)
    const further = await play(-8_000)
    expect([far.points, further.points]).toEqual([100, 0])
    expect(further.takenOn).toBe(addDays(testDay, -8_000))
    expect((await play(900)).takenOn).toBe(addDays(testDay, 1))
    expect(await score()).toBe(200)
  })

  test('are taken once per key and once per operation', async () => {
    const key = randomUUID()
    const first = await play(0, key)
    expect(await play(0, key)).toEqual(first)
    const body = { answers: answersTo(await questOf('phq9'), () => 1) }
    expect((await submit(body, { key })).problem.code).toBe('op_reused')
    const op = questOp(await responseTo())
    const ops = [op, op]
    const twice = await call(server.origin, 'pushOps', { body: { ops } }, { token: person.token })
    const again = await call(server.origin, 'pushOps', { body: { ops } }, { token: person.token })
    expect(twice.reply.results.map(({ status }) => status)).toEqual(['applied', 'duplicate'])
    expect(again.reply.results.map(({ status }) => status)).toEqual(['duplicate', 'duplicate'])
    expect([await stored(), await score()]).toEqual([2, 100])
  })

  test('that come together earn in their order', async () => {
    const payloads = await Promise.all([
      responseTo('phq9'),
      responseTo('phq9', { takenOn: addDays(testDay, -1) }),
      responseTo('pq16'),
    ])
    const results = await push(...payloads)
    expect(results.map((one) => ('result' in one ? one.result : one))).toMatchObject([
      { points: 100 },
      { points: 0 },
      { points: 160 },
    ])
    expect(await score()).toBe(260)
  })

  test('refuse answers that do not fit, each with its reason, and keep nothing of them', async () => {
    const phq9 = await questOf('phq9')
    const pq16 = await questOf('pq16')
    const psqi = await questOf('psqi')
    const good = answersTo(phq9)
    const [first, second] = good
    if (!first || !second) throw new Error('A quest without answers')
    const cases: [string, unknown[], string, string?][] = [
      ['missing', good.slice(1), 'Please answer all challenges.'],
      ['too many', [...good, first], 'Invalid phq9 survey: Expected 10 questions, got 11'],
      ['none', [], 'Please answer all challenges.'],
      ['doubled', [...good.slice(0, 9), first], 'A challenge was answered twice.'],
      [
        'foreign',
        [...good.slice(0, 9), { ...first, questionId: '2-1' }],
        'An answer belongs to another quest.',
      ],
      [
        'other option',
        [{ ...first, value: 'Super hard' }, ...good.slice(1)],
        'An answer is not one of the choices of its challenge.',
      ],
      [
        'stray distress',
        [{ ...first, distress: 'Not bothered' }, ...good.slice(1)],
        'A distress level came with an answer that has none.',
      ],
      [
        'no distress',
        answersTo(pq16, () => 1).map(({ questionId, value }) => ({ questionId, value })),
        'Please select distress level for all "True" answers in PQ-16.',
        '6',
      ],
      [
        'longer asleep than in bed',
        answersTo(psqi, (n) => ({ 1: 5, 3: 1 })[n] ?? 0),
        psqi.conflicts?.[0]?.text ?? '',
        '21',
      ],
    ]
    for (const value of ['', null, undefined]) {
      const { status, problem } = await submit({ answers: [{ ...first, value }, ...good.slice(1)] })
      expect([status, problem?.message]).toEqual([400, 'Please answer all challenges.'])
    }
    for (const [name, answers, message, id = '1'] of cases) {
      const sent = await submit({ answers }, { id })
      expect([name, sent.status, sent.problem]).toEqual([
        name,
        400,
        { code: 'invalid_input', message },
      ])
      const version = questCard(Number(id))?.version
      const payload = { questId: Number(id), version, answers, takenOn: testDay }
      const [pushed] = await push(payload)
      expect([name, pushed]).toMatchObject([name, { status: 'rejected', message }])
    }
    expect([await stored(), await score()]).toEqual([0, 0])
  })

  test('refuse what is no response at all', async () => {
    const answers = answersTo(await questOf('phq9'))
    const many = Array.from({ length: 10_000 }, () => answers[0])
    expect((await submit({ answers: many })).status).toBe(413)
    const bodies = [
      {},
      { answers: 'all' },
      { answers: many.slice(0, 101) },
      { answers: answers.map((answer) => ({ ...answer, score: 3 })) },
      { answers: answers.map((answer) => ({ ...answer, value: 3 })) },
      { answers, version: 1.5 },
      { answers, takenOn: '2026-02-30' },
      { answers, userId: randomUUID() },
    ]
    for (const body of bodies) expect((await submit(body)).problem.code).toBe('invalid_input')
    expect((await submit({ answers }, { id: '24' })).problem.message).toBe('Quest not found.')
    const future = await submit({ answers, version: 2 })
    expect(future.problem.message).toBe('The server does not know this version of the quest yet.')
    const results = await push({}, { ...(await responseTo()), questId: 24 }, { questId: 1 })
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await stored()).toBe(0)
  })

  test('are nobody else’s to answer', async () => {
    person = await addPerson(open.database, { userType: 'Parent' })
    const [pushed] = await push(await responseTo())
    expect(pushed).toMatchObject({ status: 'rejected', code: 'forbidden' })
  })

  test('give one’s own results page by page, newest first', async () => {
    const days = [0, -3, -1, -2]
    for (const day of days) await play(day)
    const list = (query: { after?: string; limit?: string }) =>
      call(server.origin, 'listResults', { query }, person)
    const first = (await list({ limit: '3' })).reply
    expect(first.results.map(({ takenOn }) => takenOn)).toEqual(
      [0, -1, -2].map((back) => addDays(testDay, back)),
    )
    const rest = (await list({ limit: '3', after: first.next ?? '' })).reply
    expect([rest.results.length, rest.next]).toEqual([1, null])
    person = await addPerson(open.database)
    const stranger = await list({ after: first.results[0]?.id ?? '' })
    expect(stranger.reply).toEqual({ results: [], next: null })
    for (const query of [{ limit: '0' }, { limit: '101' }, { after: 'x' }]) {
      expect((await list(query)).problem.code).toBe('invalid_input')
    }
  })

  test('are played so often an hour', async () => {
    for (let time = 0; time < submissionsPerHourMax; time += 1) await submit({ answers: [] })
    expect((await submit({ answers: [] })).problem.code).toBe('rate_limited')
  })
})
