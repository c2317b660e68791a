import { afterEach, beforeEach, expect, test } from 'vitest'
import { addDays } from '#contract/local-date.ts'
import { firstWeekResource, firstWeekSuggestion } from '#src/features/welcome/first-week.ts'
import { endWelcome, noteLogin, readWelcome } from '#src/offline/features/hints.ts'
import { installCaches, removeCaches } from '#tests/offline/fake-caches.ts'
import { closePhones, openPhone, today } from '#tests/offline/phone.ts'

beforeEach(() => installCaches())

afterEach(async () => {
  removeCaches()
  await closePhones()
})

test('each of the first seven days has one small thing of its own, and no other day has one', () => {
  const week = [0, 1, 2, 3, 4, 5, 6].map((day) => firstWeekSuggestion(day)?.id)
  expect(new Set(week).size).toBe(7)
  expect(week).not.toContain(undefined)
  for (const day of [-1, 7, 365]) expect(firstWeekSuggestion(day)).toBeUndefined()
})

test('the week begins on the day of the welcome; somebody who did not begin here has none', async () => {
  const db = await openPhone()
  expect(await firstWeekResource.read(db, today)).toBeNull()
  await noteLogin(db)
  expect(await firstWeekResource.read(db, today)).toBeNull()
  await endWelcome(db, today)
  expect(await firstWeekResource.read(db, today)).toMatchObject({ id: 'quest' })
  expect(await firstWeekResource.read(db, addDays(today, 2))).toMatchObject({ id: 'read' })
  expect(await firstWeekResource.read(db, addDays(today, 7))).toBeNull()
  await endWelcome(db)
  expect(await firstWeekResource.read(db, today)).toBeNull()
})

test('a quest that was played is not suggested again', async () => {
  const db = await openPhone()
  await endWelcome(db, today)
  await db.questRecords.put({
    id: '01990000-0000-7000-8000-000000000001',
    questId: 8,
    version: 1,
    takenOn: today,
    result: {
      questId: 8,
      type: 'asrsv11',
      version: 1,
      band: 'few',
      tone: 'calm',
      scores: {},
      risks: [],
      destination: null,
    },
    playPoints: 60,
    points: 60,
    sharedWith: [],
  })
  expect(await firstWeekResource.read(db, today)).toBeNull()
})

test('a later login does not begin anew', async () => {
  const db = await openPhone()
  await noteLogin(db)
  await endWelcome(db, today)
  await noteLogin(db)
  expect(await readWelcome(db)).toMatchObject({ due: false, firstDay: today })
})
