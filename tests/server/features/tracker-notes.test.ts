import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#contract/local-date.ts'
import { notesPageMax } from '#contract/trackers/api.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { answerOf, opIdAt, testDay, wireOp } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

function noteOf(given: object = {}) {
  const words = { feelings: ['calm'], tags: ['music'], ownTags: ['my cat'], text: 'A quiet day.' }
  return {
    trackerType: 'Mood',
    day: testDay as string,
    ...words,
    basedOn: null as string | null,
    settles: [] as string[],
    ...given,
  }
}

describe.each(databasesUnderTest('both'))('words beside answers, on %s', (kind) => {
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

  async function push(payloads: readonly unknown[], who = person, opIds: readonly string[] = []) {
    const ops = payloads.map((payload, index) =>
      wireOp(payload, { kind: 'trackers.note', opId: opIds[index] ?? opIdAt() }),
    )
    const pushed = await call(server.origin, 'pushOps', { body: { ops } }, { token: who.token })
    return { ops, results: pushed.reply.results }
  }

  async function write(given: object = {}, who = person) {
    const { ops, results } = await push([noteOf(given)], who)
    return { rev: ops[0]?.opId ?? '', result: results[0] }
  }

  async function read(since = 0, who = person) {
    const query = { since: String(since) }
    return (await call(server.origin, 'trackerNotes', { query }, { token: who.token })).reply
  }

  test('come to another phone as they were written', async () => {
    const { rev, result } = await write()
    expect(result).toMatchObject({
      status: 'applied',
      result: { rev, version: 1, replaces: false },
    })
    const { basedOn: _basedOn, settles: _settles, ...words } = noteOf()
    expect((await read()).notes).toEqual([{ ...words, rev, version: 1, replaced: [] }])
    expect((await read(1)).notes).toEqual([])
  })

  test('are written once, however often they come, and the receipt repeats none of them', async () => {
    const opId = opIdAt()
    await push([noteOf()], person, [opId])
    const { results } = await push([noteOf()], person, [opId])
    expect(results[0]).toMatchObject({ status: 'duplicate', result: { version: 1 } })
    expect(JSON.stringify(results)).not.toContain('quiet')
    const other = await push([noteOf({ text: 'Another.' })], person, [opId])
    expect(other.results[0]).toMatchObject({ status: 'rejected', code: 'op_reused' })
    expect((await read()).notes).toMatchObject([{ version: 1 }])
  })

  test('follow each other on one phone without a conflict, also in one push', async () => {
    const ids = [opIdAt(), opIdAt(), opIdAt()]
    await push(
      ['one', 'two', 'three'].map((text, at) => noteOf({ text, basedOn: ids[at - 1] ?? null })),
      person,
      ids,
    )
    const { notes } = await read()
    expect(notes).toMatchObject([{ text: 'three', rev: ids[2], replaced: [] }])
  })

  test('of two phones that wrote without a network: the last stands, the other is shown and can come back', async () => {
    const first = await write({ text: 'From the old phone' })
    const second = await write({ text: 'From the new phone' })
    expect(second.result).toMatchObject({ result: { replaces: true } })
    const [note] = (await read()).notes
    expect(note).toMatchObject({
      text: 'From the new phone',
      replaced: [{ rev: first.rev, text: 'From the old phone', feelings: ['calm'] }],
    })
    await write({ text: 'From the old phone', basedOn: second.rev, settles: [first.rev] })
    expect((await read()).notes).toMatchObject([{ text: 'From the old phone', replaced: [] }])
  })

  test('that somebody goes on from do not come back as those of another device', async () => {
    const first = await write({ text: 'From the old phone' })
    const second = await write({ text: 'From the new phone' })
    // The old phone has not heard of the new one.
    await write({ text: 'From the old phone, longer', basedOn: first.rev })
    const [note] = (await read()).notes
    expect(note?.text).toBe('From the old phone, longer')
    expect(note?.replaced.map(({ rev }) => rev)).toEqual([second.rev])
  })

  test('that were not decided about stay, whatever is written after', async () => {
    const first = await write({ text: 'one' })
    const second = await write({ text: 'two' })
    const third = await write({ text: 'three' })
    await write({ ...emptied, basedOn: third.rev })
    const [note] = (await read()).notes
    expect(note?.replaced.map(({ rev }) => rev)).toEqual([first.rev, second.rev])
    expect(note?.text).toBe('')
  })

  test('that say the same on both phones, or nothing, are no conflict', async () => {
    await write()
    await write()
    expect((await read()).notes).toMatchObject([{ replaced: [] }])
    await write({ ...emptied, trackerType: 'Sleep' })
    await write({ trackerType: 'Sleep' })
    expect((await read()).notes.map(({ replaced }) => replaced)).toEqual([[], []])
  })

  test('are refused past 20 conflicts of a day rather than pushed out', async () => {
    await push(Array.from({ length: 21 }, (_, at) => noteOf({ text: `version ${at}` })))
    const { result } = await write({ text: 'one more' })
    expect(result).toMatchObject({
      status: 'rejected',
      code: 'wrong_state',
      message: expect.stringContaining('20'),
    })
    expect((await read()).notes[0]?.replaced).toHaveLength(20)
  })

  test('belong to days that can be answered, or were', async () => {
    const outside = [addDays(testDay, -31), addDays(testDay, 2), '2027-06-15', '2025-06-15']
    for (const day of outside) {
      expect((await write({ day })).result).toMatchObject({ code: 'date_out_of_range' })
    }
    const old = addDays(testDay, -365)
    await open.database.pool.query(
      `insert into tracker_entries (op_id, user_id, tracker_type, answer, score, day)
        values ($1, $2, 'Mood', 'happy', 4, $3)`,
      [opIdAt(), person.user.id, old],
    )
    expect((await write({ day: old })).result).toMatchObject({ status: 'applied' })
    expect((await write({ day: old, trackerType: 'Diet' })).result).toMatchObject({
      code: 'date_out_of_range',
    })
  })

  test('stand beside the answer that was there first, whichever phone gave it', async () => {
    const answer = wireOp(answerOf({ answer: 'sad' }))
    await call(server.origin, 'pushOps', { body: { ops: [answer] } }, { token: person.token })
    const ops = [wireOp(answerOf({ answer: 'happy' })), wireOp(noteOf(), { kind: 'trackers.note' })]
    const { reply } = await call(
      server.origin,
      'pushOps',
      { body: { ops } },
      { token: person.token },
    )
    expect(reply.results.map(({ status }) => status)).toEqual(['superseded', 'applied'])
  })

  test('hold 200 different own tags of a person, and say so at the next', async () => {
    const tags = Array.from({ length: 200 }, (_, at) => `tag ${at}`)
    const days = Array.from({ length: 10 }, (_, at) =>
      noteOf({
        day: addDays(testDay, -at),
        tags: [],
        ownTags: tags.slice(at * 20, at * 20 + 20),
      }),
    )
    const { results } = await push(days)
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['applied']))
    const more = { trackerType: 'Diet', ownTags: ['tag 200'] }
    expect((await write(more)).result).toMatchObject({
      status: 'rejected',
      message: expect.stringContaining('200'),
    })
    expect((await write({ ...more, ownTags: ['tag 7'] })).result).toMatchObject({
      status: 'applied',
    })
    // Taken off its only day a tag makes room for another, also in the same push.
    const without = (tag: string) => ({
      ...days[0],
      ownTags: days[0]?.ownTags.filter((each) => each !== tag),
    })
    const fitness = noteOf({ trackerType: 'Fitness', ownTags: ['tag 200'] })
    const full = await push([without('tag 7'), fitness])
    expect(full.results.map(({ status }) => status)).toEqual(['applied', 'rejected'])
    const freed = await push([without('tag 8'), fitness])
    expect(freed.results.map(({ status }) => status)).toEqual(['applied', 'applied'])
    expect((await write({ trackerType: 'Sleep', ownTags: ['tag 201'] })).result).toMatchObject({
      status: 'rejected',
    })
  })

  test('that are too many or too long sink no neighbor', async () => {
    const ownTags = Array.from({ length: 10_000 }, (_, at) => `t${at}`)
    const { results } = await push([
      noteOf({ ownTags }),
      noteOf(),
      noteOf({ text: 'x'.repeat(501) }),
    ])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'applied', 'rejected'])
  })

  test('come page by page, in the order of the writes', async () => {
    await open.database.pool.query(
      `insert into tracker_notes
          (user_id, tracker_type, day, feelings, tags, own_tags, note, rev, version, replaced)
        select $1, 'Mood', date '2020-01-01' + at, '{}', '{}', '{}', at::text, gen_random_uuid(), at, '[]'
        from generate_series(1, $2::int) at`,
      [person.user.id, notesPageMax + 50],
    )
    const first = await read()
    const second = await read(first.notes.at(-1)?.version)
    expect([first.notes.length, second.notes.length]).toEqual([notesPageMax, 50])
    const texts = [...first.notes, ...second.notes].map(({ text }) => Number(text))
    expect(texts).toEqual(Array.from({ length: notesPageMax + 50 }, (_, at) => at + 1))
    expect((await write()).result).toMatchObject({ result: { version: notesPageMax + 51 } })
  })

  test('are nobody else’s: not by asking, not by writing', async () => {
    await write()
    const other = await addPerson(open.database)
    expect((await read(0, other)).notes).toEqual([])
    await write({ text: 'Mine' }, other)
    expect((await read()).notes).toMatchObject([{ text: 'A quiet day.', replaced: [] }])
    for (const userType of ['Parent', 'ServiceProvider'] as const) {
      const adult = await addPerson(open.database, { userType, verifiedAt: new Date(0) })
      expect((await write({}, adult)).result).toMatchObject({ code: 'forbidden' })
    }
  })

  test('are in the export, also what was written over, and go with the account', async () => {
    await write({ text: 'From the old phone' })
    await write({ text: 'From the new phone' })
    const { reply } = await call(server.origin, 'exportMyData', {}, { token: person.token })
    expect(JSON.stringify(reply)).toContain('From the old phone')
    expect(reply).toMatchObject({
      trackerNotes: [{ note: 'From the new phone', ownTags: ['my cat'] }],
    })
    await open.database.pool.query('delete from users where id = $1', [person.user.id])
    const left = await open.database.pool.query('select 1 from tracker_notes where user_id = $1', [
      person.user.id,
    ])
    expect(left.rowCount).toBe(0)
  })

  test('that were emptied are nowhere any more', async () => {
    const { rev } = await write({ text: 'Take this away' })
    await write({ ...emptied, basedOn: rev })
    const { reply } = await call(server.origin, 'exportMyData', {}, { token: person.token })
    expect(JSON.stringify(reply)).not.toContain('Take this away')
    const ledger = await open.database.pool.query(
      'select result::text as result from ledger_ops where user_id = $1',
      [person.user.id],
    )
    expect(JSON.stringify(ledger.rows)).not.toContain('Take this away')
  })
})

const emptied = { feelings: [], tags: [], ownTags: [], text: '' }
