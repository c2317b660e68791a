import { expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  ClientPlanPage,
  preloadPlan,
  SafetyPlanPage,
} from '#src/features/safety/pages/safety-plan-page.tsx'
import { stepWords } from '#src/features/safety/plan/plan-words.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import { readPlanDrafts, unstoredDrafts } from '#src/offline/features/plan-drafts.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { answerWith, noNetwork } from '#tests/offline/network.ts'
import { friend } from '#tests/src/connections/people.ts'
import { refuses, serve, says } from '../fake-server.ts'
import { openPhone } from '../phone.ts'
import { renderScreen, type Screen } from '../router.tsx'
import { fillDisk } from '../trackers/notes.tsx'
import { hasPlan, ideaOf, itemOf, sofia } from './plan.tsx'

async function show(db: UserDatabase): Promise<Screen> {
  await preloadPlan(db)
  return await renderScreen(<SafetyPlanPage db={db} />)
}

/** Without the app's own styles parts lie over each other, and a pointer would meet the wrong one. */
async function press(screen: Screen, name: string): Promise<void> {
  const found = screen.getByRole('button', { name, exact: true })
  await expect.element(found).toBeVisible()
  const button = found.element()
  if (button instanceof HTMLElement) button.click()
}

async function queued(db: UserDatabase) {
  return (await unsentOps(db)).map(({ kind, payload }) => ({ kind, payload }))
}

/** Two taps, the second before the first has done its work. */
async function pressTwice(screen: Screen, name: string): Promise<void> {
  const found = screen.getByRole('button', { name, exact: true })
  await expect.element(found).toBeVisible()
  const button = found.element()
  if (!(button instanceof HTMLElement)) return
  button.click()
  button.click()
}

test('a suggestion that is tapped twice is one line', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await db.friends.put(friend({ firstname: 'Sofia', lastname: 'Haddad' }))
  const screen = await show(db)
  await pressTwice(screen, m.plan_suggest_add({ name: 'Sofia Haddad' }))
  const edit = screen.getByRole('button', { name: m.plan_edit({ text: 'Sofia Haddad' }) })
  await expect.element(edit).toBeVisible()
  expect(await queued(db)).toMatchObject([{ kind: 'plan.put', payload: { text: 'Sofia Haddad' } }])
})

test('a line that a full phone cannot keep is there again while room is made elsewhere, and is kept once there is some', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  const first = await show(db)
  const line = m.plan_add_to({ step: stepWords.signs.title() })
  await press(first, line)
  const makeRoom = fillDisk(db)
  await first.getByLabelText(m.plan_field()).fill('I stop')
  await expect.element(first.getByText(m.plan_full())).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(first.getByRole('dialog')).not.toBeInTheDocument()
  await first.unmount()
  const screen = await show(db)
  await press(screen, line)
  await expect.element(screen.getByLabelText(m.plan_field())).toHaveValue('I stop')
  await expect.element(screen.getByText(m.plan_full())).toBeVisible()
  await press(screen, m.ui_close())
  makeRoom()
  await press(screen, line)
  await expect.poll(() => readPlanDrafts(db)).toMatchObject([{ text: 'I stop' }])
  await expect.poll(() => unstoredDrafts(db)).toEqual([])
})

test('words without room on the phone are thrown away, or saved, for good', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  const screen = await show(db)
  const line = m.plan_add_to({ step: stepWords.signs.title() })
  for (const end of [m.plan_discard(), m.plan_save()]) {
    await press(screen, line)
    await expect.element(screen.getByLabelText(m.plan_field())).toHaveValue('')
    const makeRoom = fillDisk(db)
    await screen.getByLabelText(m.plan_field()).fill('I stop')
    await expect.element(screen.getByText(m.plan_full())).toBeVisible()
    makeRoom()
    await press(screen, end)
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    expect(unstoredDrafts(db)).toEqual([])
  }
  expect(await queued(db)).toMatchObject([{ kind: 'plan.put', payload: { text: 'I stop' } }])
})

/** The plan of somebody who shows it, as their provider has it before them. */
async function showShared() {
  const db = await openPhone('ServiceProvider')
  const userId = crypto.randomUUID()
  const { id, step, text } = itemOf()
  serve({ [`GET /plans/${userId}`]: says({ items: [{ id, step, text }], proposals: [] }) })
  const screen = await renderScreen(<ClientPlanPage db={db} userId={userId} />)
  return { db, screen, itemId: id }
}

test('a provider who taps twice proposes to remove a line once', async () => {
  const { db, screen, itemId } = await showShared()
  await pressTwice(screen, m.plan_propose_remove())
  await expect.element(screen.getByText(m.plan_proposed())).toBeVisible()
  expect(await queued(db)).toMatchObject([
    { kind: 'plan.propose', payload: { change: 'remove', itemId } },
  ])
})

test('what a provider proposes stays before them until this device has it', async () => {
  const { db, screen } = await showShared()
  await press(screen, m.plan_propose_add({ step: stepWords.people.title() }))
  const field = screen.getByLabelText(m.plan_field())
  await field.fill('Ask your aunt')
  const full = vi.spyOn(db.outbox, 'add').mockImplementation(() => {
    throw new Error('no disk')
  })
  await press(screen, m.plan_propose_send())
  const alert = screen.getByRole('dialog').getByRole('alert')
  await expect.element(alert).toHaveTextContent(m.plan_save_failed())
  await expect.element(field).toHaveValue('Ask your aunt')
  full.mockRestore()
  const again = screen.getByRole('button', { name: m.plan_propose_send(), exact: true })
  await expect.element(again).not.toHaveAttribute('aria-disabled')
  await press(screen, m.plan_propose_send())
  await expect.poll(() => field.elements()).toHaveLength(0)
  expect(await queued(db)).toMatchObject([{ payload: { change: 'add', text: 'Ask your aunt' } }])
})

test('what a provider is about to propose outlives Esc and a stray tap', async () => {
  const { screen } = await showShared()
  await press(screen, m.plan_propose_add({ step: stepWords.people.title() }))
  const field = screen.getByLabelText(m.plan_field())
  await field.fill('Ask your aunt')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveValue('Ask your aunt')
  await press(screen, m.reports_keep())
  await expect.poll(() => field.elements()).toHaveLength(0)
})

test('a plan leaves the screen of a provider who may read of nobody any more', async () => {
  const { screen } = await showShared()
  const line = screen.getByText('Walk the dog')
  await expect.element(line).toBeVisible()
  answerWith(refuses('forbidden'))
  vi.setSystemTime(Date.now() + 120_000)
  onTestFinished(() => void vi.useRealTimers())
  window.dispatchEvent(new Event('online'))
  await expect.element(screen.getByText(m.plan_client_missing())).toBeVisible()
  expect(line.elements()).toHaveLength(0)
})

test('a report that is being written outlives a stray tap, and a double tap sends one', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await hasPlan(db, [], { share: sofia, proposals: [ideaOf()] })
  const screen = await show(db)
  await press(screen, m.reports_report())
  await screen.getByRole('dialog').getByText(m.reports_note()).first().click()
  const note = screen.getByRole('dialog').getByRole('textbox')
  await note.fill('They wrote this.')
  await userEvent.keyboard('{Escape}')
  await expect.element(note).toHaveValue('They wrote this.')
  await pressTwice(screen, m.reports_reason_harassment())
  await expect.element(screen.getByText(m.reports_thanks_title())).toBeVisible()
  expect(await queued(db)).toMatchObject([{ payload: { note: 'They wrote this.' } }])
})

test('a report that is being written outlives the share of whom it is about', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  const idea = ideaOf()
  await hasPlan(db, [], { share: sofia, proposals: [idea] })
  const screen = await show(db)
  await press(screen, m.reports_report())
  await screen.getByRole('dialog').getByText(m.reports_note()).first().click()
  await screen.getByRole('dialog').getByRole('textbox').fill('They wrote this.')
  await hasPlan(db, [])
  await expect
    .element(screen.getByText(m.plan_idea_add({ text: idea.text })))
    .not.toBeInTheDocument()
  await press(screen, m.reports_reason_harassment())
  await expect.element(screen.getByText(m.reports_thanks_title())).toBeVisible()
  expect(await queued(db)).toMatchObject([
    { payload: { target: { kind: 'proposal', id: idea.id }, note: 'They wrote this.' } },
  ])
})

test('a report that was begun can be given up', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await hasPlan(db, [], { share: sofia, proposals: [ideaOf()] })
  const screen = await show(db)
  await press(screen, m.reports_report())
  await screen.getByRole('dialog').getByText(m.reports_note()).first().click()
  await screen.getByRole('dialog').getByRole('textbox').fill('They wrote this.')
  await press(screen, m.ui_close())
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
  expect(await queued(db)).toEqual([])
})
