import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#contract/local-date.ts'
import type { Quest } from '#contract/quests/model.ts'
import { ownJournal, respond } from '#server/features/quests/service.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { testDay } from '#tests/support/ops.ts'
import { addPerson } from '#tests/support/people.ts'
import { answersTo, questOf } from '#tests/support/quests.ts'

const first = await questOf('phq9')
/** As a later build would have it: other words, and lines drawn elsewhere. */
const second: Quest = {
  ...first,
  version: 2,
  questions: first.questions.map((question) => ({
    ...question,
    options: question.options.map((option) => ({ ...option, text: `${option.text} now` })),
  })),
  bands: first.bands.map((band) => ({ ...band, id: `${band.id}-2` })),
}
const load = async (_: string, version: number) => [first, second][version - 1]

describe.each(databasesUnderTest())('a phone that was offline for a month, on %s', (kind) => {
  let open: TestDatabase
  beforeAll(async () => {
    open = await openTestDatabase(kind)
  })
  afterAll(() => open.drop())

  const send = async (quest: Quest, version: number) => {
    const { id } = await addPerson(open.database)
    const rights = { superAdmin: false, verifiedProvider: false } as const
    const journal = ownJournal({ userId: id, userType: 'Adolescent', ...rights })
    const takenOn = addDays(testDay, -31)
    const response = { questId: 1, version, answers: answersTo(quest, () => 1), takenOn }
    const given = [{ opId: uuidv7(), response }]
    const [outcome] = await respond(open.database.pool, journal, given, { today: testDay, load })
    return outcome
  }

  test('is scored by the version that it played', async () => {
    const [old, now] = [await send(first, 1), await send(second, 2)]
    expect(old).toMatchObject({
      status: 'stored',
      record: { version: 1, result: { band: 'mild' } },
    })
    expect(now).toMatchObject({ record: { version: 2, result: { band: 'mild-2', version: 2 } } })
    expect(old).toMatchObject({ record: { takenOn: '2026-05-15', points: 100 } })
  })

  test('is not refused for times that its version did not compare', async () => {
    const { id } = await addPerson(open.database)
    const rights = { superAdmin: false, verifiedProvider: false } as const
    const journal = ownJournal({ userId: id, userType: 'Adolescent', ...rights })
    const answers = answersTo(await questOf('psqi', 1), (n) => ({ 1: 5, 3: 1 })[n] ?? 0)
    const sent = (version: number) => {
      const response = { questId: 21, version, answers, takenOn: testDay }
      const given = [{ opId: uuidv7(), response }]
      return respond(open.database.pool, journal, given, { today: testDay })
    }
    expect(await sent(1)).toMatchObject([{ status: 'stored', record: { version: 1 } }])
    expect(await sent(2)).toMatchObject([{ status: 'refused' }])
  })

  test('cannot pass answers of one version off as those of another', async () => {
    expect(await send(first, 2)).toMatchObject({ status: 'refused' })
    expect(await send(second, 1)).toMatchObject({ status: 'refused' })
    expect(await send(first, 3)).toEqual({
      status: 'refused',
      text: 'The server does not know this version of the quest yet.',
    })
  })
})
