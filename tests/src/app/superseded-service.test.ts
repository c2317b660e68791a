import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { trackerTypes } from '#contract/trackers/catalog.ts'
import { startSupersededService } from '#src/app/superseded-service.ts'
import { noteSuperseded, supersededAnswers } from '#src/offline/features/trackers.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { currentToasts, dismissToast } from '#src/ui/message/toast.tsx'
import { answer, closePhones, entryOf, nowMs, openPhone } from '#tests/offline/phone.ts'
import { day } from '#tests/support/day.ts'
import { patience } from '#tests/support/patience.ts'

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs })
  vi.stubGlobal('document', page)
})

afterEach(async () => {
  for (const { id } of currentToasts()) dismissToast(id)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await closePhones()
})

const texts = () => currentToasts().map(({ text }) => text)

async function note(db: UserDatabase, given: Parameters<typeof answer>[0][]): Promise<void> {
  const entries = given.map((each) => entryOf({ opId: crypto.randomUUID(), payload: answer(each) }))
  await userTransaction(db, [], () => noteSuperseded(db, entries))
}

test('an answer that another device was first with is reported once, with the one that counts', async () => {
  const db = await openPhone()
  const stops = [startSupersededService(db), startSupersededService(db)]
  await note(db, [{ trackerType: 'Sleep', answer: '7 - 8' }])
  const text = 'Sleep: You already answered this today. The answer that counts: 7 - 8 hours.'
  await vi.waitFor(() => expect(texts()).toEqual([text]), patience)
  expect(await supersededAnswers(db)).toEqual([])
  for (const stop of stops) stop()
})

test('of another day it says which, and on a hidden page it waits', async () => {
  const db = await openPhone()
  page.visibilityState = 'hidden'
  const stop = startSupersededService(db)
  await note(db, [{ date: day('2026-11-20') }])
  await vi.waitFor(async () => expect(await supersededAnswers(db)).toHaveLength(1), patience)
  expect(texts()).toEqual([])
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  const text =
    'Mood: You already answered this for November 20, 2026. The answer that counts: Happy.'
  await vi.waitFor(() => expect(texts()).toEqual([text]), patience)
  stop()
})

test('more of them than fit on the page are reported together', async () => {
  const db = await openPhone()
  const words = { Mood: 'sad', Fitness: 'lazy', Sleep: '1 - 4', Diet: 'well' } as const
  await note(
    db,
    trackerTypes.map((trackerType) => ({ trackerType, answer: words[trackerType] })),
  )
  const stop = startSupersededService(db)
  const text = 'You already answered 4 of your check-ins on another device. Those answers count.'
  await vi.waitFor(() => expect(texts()).toEqual([text]), patience)
  stop()
})
