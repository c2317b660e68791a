import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import {
  importChunkMax,
  importDaysBackMax,
  importsMax,
  importWaitDaysMax,
  tooManyImportsText,
  tooManyImportTagsText,
} from '#contract/trackers/import.ts'
import { ownTagsMax, replacedMax } from '#contract/trackers/note.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { answerOf, opIdAt, testDay, wireOp } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const oldDay = addDays(testDay, -1_000)

function entry(given: object = {}) {
  return { trackerType: 'Mood', answer: 'happy', date: oldDay as string, ...given }
}

/** So many days in a row, the oldest first. */
function days(count: number, given: (index: number) => object = () => ({})) {
  return Array.from({ length: count }, (_, index) =>
    entry({ date: addDays(oldDay, index), ...given(index) }),
  )
}

describe.each(databasesUnderTest('both'))('answers of another app, on %s', (kind) => {
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

  const part = (importId: string, entries: readonly object[], opId = opIdAt()) =>
    wireOp({ importId, source: 'daylio', entries }, { kind: 'trackers.import', opId })
  const undo = (importId: string, opId = opIdAt()) =>
    wireOp({ importId }, { kind: 'trackers.undo_import', opId })
  const note = (given: object) =>
    wireOp(
      {
        trackerType: 'Mood',
        day: oldDay,
        feelings: [],
        tags: [],
        ownTags: [],
        text: 'Mine.',
        basedOn: null,
        settles: [],
        ...given,
      },
      { kind: 'trackers.note', opId: opIdAt() },
    )

  async function push(ops: readonly ReturnType<typeof wireOp>[], who = person) {
    return (await call(server.origin, 'pushOps', { body: { ops: [...ops] } }, { token: who.token }))
      .reply.results
  }
  async function stored(who = person) {
    const asked = { params: { type: 'Mood' as const }, query: { days: '366' } }
    return (await call(server.origin, 'latestTrackerEntries', asked, { token: who.token })).reply
  }
  async function imports(who = person) {
    return (await call(server.origin, 'trackerImports', {}, { token: who.token })).reply.imports
  }
  async function notes(who = person) {
    return (await call(server.origin, 'trackerNotes', { query: {} }, { token: who.token })).reply
      .notes
  }

  test('are stored once, however often a part comes, and say which import they are of', async () => {
    const importId = uuidv7()
    const op = part(importId, days(importChunkMax))
    expect(await push([op])).toMatchObject([
      { status: 'applied', result: { importId, opId: op.opId, taken: [] } },
    ])
    expect(await push([op])).toMatchObject([{ status: 'duplicate', result: { taken: [] } }])
    const entries = await stored()
    expect(entries).toHaveLength(importChunkMax)
    expect(entries[0]).toMatchObject({ id: op.opId, importId, day: oldDay, score: 4 })
    expect(await imports()).toEqual([
      {
        importId,
        source: 'daylio',
        importedAt: '2026-06-15T12:00:00.000Z',
        entries: importChunkMax,
      },
    ])
  })

  test('leave a day as it is that has an answer, and so its words', async () => {
    const today = addDays(testDay, -1)
    await push([wireOp(answerOf({ date: today, answer: 'sad' }))])
    const op = part(uuidv7(), [entry(), entry({ date: today, text: 'From elsewhere.' })])
    expect(await push([op])).toMatchObject([{ status: 'applied', result: { taken: [1] } }])
    expect((await stored()).map(({ answer }) => answer)).toEqual(['happy', 'sad'])
    expect(await notes()).toEqual([])
  })

  test('leave a day alone beside which there is no room for their words', async () => {
    // Of an import that was undone the person's own words stay.
    const first = uuidv7()
    await push([part(first, [entry()])])
    const versions = Array.from({ length: replacedMax + 1 }, (_, index) => index)
    for (const index of versions) await push([note({ text: `Mine ${index}.` })])
    await push([undo(first)])
    const op = part(uuidv7(), [
      entry({ text: 'From elsewhere.' }),
      entry({ date: addDays(oldDay, 1) }),
    ])
    const [outcome] = await push([op])
    expect(outcome).toMatchObject({ status: 'applied', result: { taken: [0] } })
    expect((await stored()).map(({ day }) => day)).toEqual([addDays(oldDay, 1)])
  })

  test('go with their import and its words, and nothing else does', async () => {
    const [first, second] = [uuidv7(), uuidv7()]
    const words = { ownTags: ['my cat'], text: 'From elsewhere.' }
    const op = part(
      first,
      days(4, () => words),
    )
    const other = part(second, [entry({ date: addDays(oldDay, 9), text: 'Stays.' })])
    await push([wireOp(answerOf()), op, other])
    const [changed, replaced] = [addDays(oldDay, 1), addDays(oldDay, 2)]
    await push([note({ day: changed, basedOn: op.opId }), note({ day: replaced })])
    expect(await push([undo(first)])).toMatchObject([
      { status: 'applied', result: { importId: first, removed: 4 } },
    ])
    expect((await stored()).map(({ day }) => day)).toEqual([addDays(oldDay, 9), testDay])
    const left = (await notes()).filter(
      ({ text, replaced: versions }) => text || versions.length > 0,
    )
    expect(left.map(({ day, text, replaced: versions }) => [day, text, versions])).toEqual([
      [addDays(oldDay, 9), 'Stays.', []],
      [changed, 'Mine.', []],
      [replaced, 'Mine.', []],
    ])
    expect((await notes()).find(({ day }) => day === oldDay)).toMatchObject({ ownTags: [] })
    expect((await imports()).map(({ importId }) => importId)).toEqual([second])
  })

  test('do not come back with a part that was late, also where the undo came first', async () => {
    for (const early of [true, false]) {
      const importId = uuidv7()
      if (early) await push([part(importId, [entry()])])
      await push([undo(importId)])
      const late = part(importId, [entry(), entry({ date: addDays(oldDay, 1) })])
      expect(await push([late])).toMatchObject([
        { status: 'superseded', result: { taken: [0, 1] } },
      ])
    }
    expect(await stored()).toEqual([])
    // A day that was given back can be taken by another import.
    await push([part(uuidv7(), [entry({ answer: 'sad' })])])
    expect((await stored()).map(({ answer }) => answer)).toEqual(['sad'])
  })

  test('of one person are nothing to another one, who undoes it or has the same import', async () => {
    const other = await addPerson(open.database)
    const importId = uuidv7()
    const op = part(importId, [entry({ text: 'Secret' })])
    await push([op])
    expect(await push([undo(importId)], other)).toMatchObject([{ result: { removed: 0 } }])
    expect([await stored(other), await imports(other), await notes(other)]).toEqual([[], [], []])
    expect(await stored()).toHaveLength(1)
    const parent = await addPerson(open.database, { userType: 'Parent' })
    for (const mine of [part(uuidv7(), [entry()]), undo(importId)]) {
      expect(await push([mine], parent)).toMatchObject([{ status: 'rejected', code: 'forbidden' }])
    }
  })

  test.each([
    ['of tomorrow', addDays(testDay, 1), 'rejected'],
    ['of the server’s today, which is a yesterday further east', testDay, 'applied'],
    ['that waited long', addDays(testDay, -importDaysBackMax - importWaitDaysMax), 'applied'],
    ['too old', addDays(testDay, -importDaysBackMax - importWaitDaysMax - 1), 'rejected'],
  ])('a part with a day %s', async (_, date: LocalDate, status) => {
    const [result] = await push([part(uuidv7(), [entry(), entry({ date })])])
    expect(result).toMatchObject({ status })
    expect(await stored()).toHaveLength(status === 'applied' ? 2 : 0)
  })

  test('a part that no device of ours makes is refused and sinks no neighbour', async () => {
    const bad = [
      part(uuidv7(), []),
      part(uuidv7(), days(importChunkMax + 1)),
      part(uuidv7(), [entry(), entry({ answer: 'sad' })]),
      part(uuidv7(), [entry({ answer: 'rad' })]),
      part(uuidv7(), [entry({ date: '2025-02-30' })]),
      part(uuidv7(), [entry({ text: 'x'.repeat(501) })]),
      part(uuidv7(), [entry({ ownTags: Array.from({ length: 21 }, (_, at) => `t${at}`) })]),
      part('not an id', [entry()]),
    ]
    const results = await push([...bad, part(uuidv7(), [entry()])])
    expect(results.map(({ status }) => status)).toEqual([...bad.map(() => 'rejected'), 'applied'])
  })

  test('own tags beyond the room for them refuse their part with a reason, and change nothing', async () => {
    const tags = (from: number) => Array.from({ length: 20 }, (_, at) => `tag ${from + at}`)
    const importId = uuidv7()
    const full = part(
      importId,
      days(ownTagsMax / 20, (index) => ({ ownTags: tags(index * 20) })),
    )
    const over = part(importId, [entry({ date: addDays(oldDay, 50), ownTags: ['one more'] })])
    expect(await push([full, over])).toMatchObject([
      { status: 'applied' },
      { status: 'rejected', code: 'invalid_input', message: tooManyImportTagsText },
    ])
    expect(await stored()).toHaveLength(ownTagsMax / 20)
  })

  test('more imports than a person ever makes are refused', async () => {
    const made = Array.from({ length: importsMax }, (_, index) =>
      part(uuidv7(), [entry({ date: addDays(oldDay, index) })]),
    )
    await push(made)
    const message = tooManyImportsText
    expect(await push([part(uuidv7(), [entry()])])).toMatchObject([
      { status: 'rejected', code: 'wrong_state', message },
    ])
  })

  test('words that stood there before stay, and those of the import are shown beside them', async () => {
    const importId = uuidv7()
    await push([part(importId, [entry()]), note({}), undo(importId)])
    const again = part(uuidv7(), [entry({ text: 'From elsewhere.' })])
    await push([again])
    expect(await notes()).toMatchObject([
      { text: 'Mine.', replaced: [{ text: 'From elsewhere.', rev: again.opId }] },
    ])
  })
})
