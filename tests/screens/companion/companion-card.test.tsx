import { expect, test } from 'vitest'
import { clockAt } from '#src/data/local-clock.ts'
import { CompanionCard, nameLengthMax } from '#src/features/companion/companion-card.tsx'
import { recordAnswer } from '#src/features/trackers/record-answer.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { countBreath } from '#src/offline/features/companion.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { answerWith, noNetwork } from '#tests/offline/network.ts'
import { fullUser } from '#tests/src/profile/full-user.ts'
import { says, serve } from '../fake-server.ts'
import { openPhone, setOnline } from '../phone.ts'
import { renderScreen } from '../router.tsx'

const show = (db: UserDatabase) => renderScreen(<CompanionCard db={db} />)

test('an answer makes the seed sprout, without a network and whatever it says', async () => {
  answerWith(noNetwork)
  setOnline(false)
  const db = await openPhone()
  const screen = await show(db)
  await expect.element(screen.getByText(m.companion_stage_seed(), { exact: true })).toBeVisible()
  await expect.element(screen.getByText(m.companion_week({ days: 0 }))).toBeVisible()
  expect(screen.container.querySelector('[data-grown]')).toBeNull()

  await recordAnswer(db, { type: 'Mood', answer: 'very sad' })
  await expect.element(screen.getByText(m.companion_stage_sprout(), { exact: true })).toBeVisible()
  await expect.element(screen.getByText(m.companion_mood_glad())).toBeVisible()
  await expect.element(screen.getByText(m.companion_week({ days: 1 }))).toBeVisible()
  expect(screen.container.querySelector('[data-grown]')).not.toBeNull()
})

test('a breath exercise makes it grow as well', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await countBreath(db, clockAt(Date.now()).date)
  const screen = await show(db)
  await expect.element(screen.getByText(m.companion_stage_sprout(), { exact: true })).toBeVisible()
})

test('on a new phone it is as grown as it was, and nothing moves for that', async () => {
  const db = await openPhone()
  const day = clockAt(Date.now()).date
  const entry = { trackerType: 'Mood', answer: 'sad', date: day, day, score: 2 }
  serve({
    [`GET /auth/user/${db.userId}`]: says(fullUser({ _id: db.userId })),
    'GET /surveys/results': says({ results: [], next: null }),
    'GET /trackers/entries/Mood/latest': says([{ id: crypto.randomUUID(), ...entry }]),
    ...Object.fromEntries(
      ['Fitness', 'Sleep', 'Diet'].map((type) => [
        `GET /trackers/entries/${type}/latest`,
        says([]),
      ]),
    ),
  })
  const screen = await show(db)
  await expect.element(screen.getByText(m.companion_stage_sprout(), { exact: true })).toBeVisible()
  expect(screen.container.querySelector('[data-grown]')).toBeNull()
})

test('it takes a name, refuses one that is too long, and keeps what was typed', async () => {
  answerWith(noNetwork)
  const screen = await show(await openPhone())
  await screen.getByRole('button', { name: m.companion_name() }).click()
  const input = screen.getByRole('textbox')
  await input.fill('P'.repeat(nameLengthMax + 1))
  await screen.getByRole('button', { name: m.companion_name_save() }).click()
  await expect
    .element(screen.getByText(m.companion_name_long({ max: nameLengthMax })))
    .toBeVisible()
  await expect.element(input).toHaveValue('P'.repeat(nameLengthMax + 1))

  await input.fill('  Pip  ')
  await screen.getByRole('button', { name: m.companion_name_save() }).click()
  await expect.element(screen.getByRole('heading', { name: 'Pip' })).toBeVisible()
})
