import { afterEach, expect, test } from 'vitest'
import { companionResource } from '#src/features/companion/companion-resource.ts'
import { deleteOp } from '#src/offline/engine/outbox.ts'
import {
  countBreath,
  nameCompanion,
  noteWholeHistory,
  readCompanion,
} from '#src/offline/features/companion.ts'
import {
  answer,
  answers,
  closePhones,
  entryOf,
  openPhone,
  putRow,
  today,
} from '#tests/offline/phone.ts'

afterEach(closePhones)

const read = companionResource.read

test('an answer counts once, waiting or sent', async () => {
  const db = await openPhone()
  await answers(db)
  expect((await read(db))?.done.checkIns).toEqual([today])
  await db.trackerEntries.put(entryOf({ opId: crypto.randomUUID(), payload: answer() }))
  expect((await read(db))?.done.checkIns).toEqual([today])
})

test('an answer that was taken back or refused does not count', async () => {
  const db = await openPhone()
  const opId = crypto.randomUUID()
  await answers(db, {}, { opId })
  await putRow(db, { state: 'dead', payload: answer({ trackerType: 'Diet', answer: 'well' }) })
  await deleteOp(db, opId)
  expect((await read(db))?.done.checkIns).toEqual([])
})

test('a quest counts from the moment it is finished, without a network', async () => {
  const db = await openPhone()
  const payload = { questId: 3, version: 1, answers: [], takenOn: today }
  await putRow(db, { kind: 'quest.respond', lane: 'quest:3', payload })
  expect((await read(db))?.done.quests).toEqual([{ questId: 3, takenOn: today }])
})

test('a quest whose record has come before its receipt counts once', async () => {
  const db = await openPhone()
  const played = { questId: 3, version: 1, takenOn: today }
  const payload = { ...played, answers: [] }
  const { opId: id } = await putRow(db, { kind: 'quest.respond', lane: 'quest:3', payload })
  await db.questRecords.put({ ...played, id, sharedWith: [] } as never)
  expect((await read(db))?.done.quests).toMatchObject([{ questId: 3, takenOn: today }])
})

test('a name and a breath exercise leave each other alone', async () => {
  const db = await openPhone()
  await nameCompanion(db, 'Pip')
  await countBreath(db, today)
  await countBreath(db, today)
  await noteWholeHistory(db)
  expect(await readCompanion(db)).toEqual({
    name: 'Pip',
    breaths: [today, today],
    wholeHistory: true,
  })
  await nameCompanion(db, '')
  expect((await read(db))?.name).toBeUndefined()
  expect((await read(db))?.done.breaths).toHaveLength(2)
})
