import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { preloadPlan, SafetyPlanPage } from '#src/features/safety/pages/safety-plan-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { answerWith, noNetwork } from '#tests/offline/network.ts'
import { openPhone } from '../phone.ts'
import { renderScreen, type Screen } from '../router.tsx'
import { hasPlan, ideaOf, sofia } from './plan.tsx'

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
