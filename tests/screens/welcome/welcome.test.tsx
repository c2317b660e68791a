import { expect, test, vi } from 'vitest'
import { fieldsOf } from '#contract/account/profile.ts'
import { clockAt } from '#src/data/local-clock.ts'
import { saveMood } from '#src/features/trial/trial-store.ts'
import { Welcome } from '#src/features/welcome/welcome.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import { answerWith, noNetwork } from '#tests/offline/network.ts'
import { openPhone, setOnline } from '../phone.ts'
import { renderScreen } from '../router.tsx'

const opId = '01990000-0000-7000-8000-000000000001'

/** A phone without a network, and what became of the welcome. */
async function welcome(options: { asks?: boolean; isNew?: boolean } = {}) {
  setOnline(false)
  answerWith(noNetwork)
  const db = await openPhone()
  const ends: string[] = []
  const screen = await renderScreen(
    <Welcome
      db={db}
      isNew={options.isNew ?? true}
      asks={options.asks ?? false}
      onEnd={() => ends.push('end')}
    />,
  )
  return { db, ends, screen }
}

test('three cards: who sees what, a first mood that is saved at the tap, one short quest', async () => {
  const { db, ends, screen } = await welcome()
  await expect.element(screen.getByRole('dialog', { name: m.welcome_who_title() })).toBeVisible()
  await screen.getByRole('button', { name: m.welcome_next() }).click()
  await screen.getByRole('button', { name: m.trackers_answer_happy() }).click()
  await expect.element(screen.getByText(m.trackers_saved_mood_best())).toBeVisible()
  expect((await unsentOps(db)).map(({ payload }) => payload)).toMatchObject([
    { trackerType: 'Mood', answer: 'happy' },
  ])
  await screen.getByRole('button', { name: m.welcome_next() }).click()
  await expect
    .element(screen.getByRole('link', { name: m.quests_start() }))
    .toHaveAttribute('href', '/surveys/8')
  await screen.getByRole('button', { name: m.welcome_not_today() }).click()
  expect(ends).toEqual(['end'])
})

test('the first card names everything that a connected provider sees', () => {
  const words: Record<ReturnType<typeof fieldsOf<'client'>>[number], string> = {
    _id: '',
    userT: '',
    view: '',
    firstname: 'name',
    lastname: 'name',
    name: 'name',
    profileImg: 'photo',
    bio: 'bio',
    age: 'age',
    state: 'state',
    country: 'country',
    score: 'points',
  }
  const said = m.welcome_who_circle_text().toLowerCase().match(/\w+/g)
  const seen = fieldsOf('client').flatMap((field) => words[field] || [])
  // The username comes with the chat of the two.
  expect(said).toEqual(expect.arrayContaining([...seen, 'username']))
})

test('another face replaces the first mood, and a low one shows Help now and a kind word', async () => {
  const { db, screen } = await welcome()
  await screen.getByRole('button', { name: m.welcome_next() }).click()
  await screen.getByRole('button', { name: m.trackers_answer_happy() }).click()
  await expect.element(screen.getByText(m.trackers_saved_mood_best())).toBeVisible()
  await screen.getByRole('button', { name: m.trackers_answer_very_sad() }).click()
  await expect.element(screen.getByText(m.trackers_saved_mood_lowest())).toBeVisible()
  await expect.element(screen.getByRole('button', { name: m.safety_open() })).toBeVisible()
  expect((await unsentOps(db)).map(({ payload }) => payload)).toMatchObject([
    { trackerType: 'Mood', answer: 'very sad' },
  ])
})

test('where another face cannot be stored, none is drawn as chosen, and each can be chosen again', async () => {
  const { db, screen } = await welcome()
  await screen.getByRole('button', { name: m.welcome_next() }).click()
  const happy = screen.getByRole('button', { name: m.trackers_answer_happy() })
  await happy.click()
  await expect.element(happy).toHaveAttribute('aria-pressed', 'true')
  const full = vi.spyOn(db.outbox, 'add').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  await screen.getByRole('button', { name: m.trackers_answer_very_sad() }).click()
  await expect.element(screen.getByText(m.trackers_failed_full(), { exact: false })).toBeVisible()
  await expect.element(happy).toHaveAttribute('aria-pressed', 'false')
  full.mockRestore()
  await happy.click()
  await expect.element(happy).toHaveAttribute('aria-pressed', 'true')
  expect((await unsentOps(db)).map(({ payload }) => payload)).toMatchObject([{ answer: 'happy' }])
})

test('where the first mood cannot be taken back, that is said, and another tap tries again', async () => {
  const { db, screen } = await welcome()
  await screen.getByRole('button', { name: m.welcome_next() }).click()
  await screen.getByRole('button', { name: m.trackers_answer_happy() }).click()
  await expect.element(screen.getByText(m.trackers_saved_mood_best())).toBeVisible()
  const broken = vi.spyOn(db.outbox, 'delete').mockImplementation(() => {
    throw new Error('Broken')
  })
  const verySad = screen.getByRole('button', { name: m.trackers_answer_very_sad() })
  await verySad.click()
  await expect.element(screen.getByText(m.trackers_failed(), { exact: false })).toBeVisible()
  broken.mockRestore()
  await verySad.click()
  await expect.element(screen.getByText(m.trackers_saved_mood_lowest())).toBeVisible()
})

test.each([0, 1])('it can be skipped at card %i', async (at) => {
  const { ends, screen } = await welcome()
  for (let card = 0; card < at; card += 1) {
    await screen.getByRole('button', { name: m.welcome_next() }).click()
  }
  await screen.getByRole('button', { name: m.welcome_skip() }).click()
  expect(ends).toEqual(['end'])
})

test('answers that a visitor left are asked about first, and nothing of them is shown', async () => {
  const nowMs = Date.now()
  saveMood('sad', { nowMs, date: clockAt(nowMs).date, opId })
  const { db, screen } = await welcome({ asks: true })
  await expect.element(screen.getByRole('dialog', { name: m.welcome_trial_title() })).toBeVisible()
  expect(screen.container.textContent).not.toContain(m.trackers_answer_sad())
  await screen.getByRole('button', { name: m.welcome_trial_yes() }).click()
  await expect.element(screen.getByRole('dialog', { name: m.welcome_who_title() })).toBeVisible()
  expect((await unsentOps(db)).map((op) => op.opId)).toEqual([opId])
  expect(localStorage.getItem('trial')).toBeNull()
})

test('a no leaves them where they are, and asks somebody known nothing more', async () => {
  const nowMs = Date.now()
  saveMood('sad', { nowMs, date: clockAt(nowMs).date, opId })
  const { db, ends, screen } = await welcome({ asks: true, isNew: false })
  await screen.getByRole('button', { name: m.welcome_trial_no() }).click()
  expect(ends).toEqual(['end'])
  expect(await unsentOps(db)).toEqual([])
  expect(localStorage.getItem('trial')).toContain(opId)
})
