import { expect, onTestFinished, test } from 'vitest'
import { defaultPushSettings, type PushSettings } from '#contract/push/model.ts'
import { startBackgroundServices } from '#src/app/background-services.ts'
import { renewSettings, changePushSettings } from '#src/features/push/push-settings.ts'
import { changePush, readPush } from '#src/offline/features/push.ts'
import { day } from '#tests/support/day.ts'
import { says, serve } from '../fake-server.ts'
import { openPhone } from '../phone.ts'

const person = { birthDate: day('2011-03-01'), timeZone: 'Africa/Cairo' }
const settings: PushSettings = {
  ...defaultPushSettings(person, day('2026-11-22')),
  reminders: [{ tracker: 'Mood', minute: 19 * 60, days: [1], on: true }],
}
const elsewhere = { ...settings, reminders: [] }
const answers = {
  'GET /me/push/settings': says(elsewhere),
  'GET /me/push/resting': says({ trackers: ['Mood'] }),
}

test('reminders that were turned off elsewhere are known to this phone after its next start', async () => {
  serve(answers)
  const db = await openPhone()
  await changePush(db, { settings })
  onTestFinished(startBackgroundServices(db))
  await expect
    .poll(() => readPush(db))
    .toMatchObject({ settings: elsewhere, resting: { trackers: ['Mood'] } })
})

test('a phone reads once a day what its icon counts by, anew after a choice, and nothing where it has no copy', async () => {
  const asked = serve({ ...answers, 'PUT /me/push/settings': says(elsewhere) })
  const db = await openPhone()
  await renewSettings(db)
  expect(asked).toEqual([])
  await changePush(db, { settings })
  await renewSettings(db)
  await renewSettings(db)
  expect(asked).toHaveLength(2)
  await changePushSettings(db, (now) => now)
  expect((await readPush(db)).resting).toBeUndefined()
  await renewSettings(db)
  expect(asked).toHaveLength(6)
})
