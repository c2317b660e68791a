import { afterEach, expect, test, vi } from 'vitest'
import { HelpNow } from '#src/features/safety/help/help-now.tsx'
import { PlanButton } from '#src/features/safety/plan/plan-glance.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { deletePlanCopy, leavePlanCopy } from '#src/offline/features/plan-copy.ts'
import { answerWith, noNetwork } from '#tests/offline/network.ts'
import { openPhone } from '../phone.ts'
import { renderScreen, type Screen } from '../router.tsx'
import { hasPlan, itemOf } from './plan.tsx'

afterEach(() => deletePlanCopy())

const plan = [
  itemOf({ step: 'signs', text: 'I hide' }),
  itemOf({ step: 'people', text: 'Mona', phone: '+20 100' }),
  itemOf({ step: 'reasons', text: 'My cat' }),
]

/** A phone on which a plan was left at the logout. */
async function openLeftPhone(): Promise<void> {
  answerWith(noNetwork)
  const db = await openPhone()
  await hasPlan(db, plan)
  await leavePlanCopy(db)
  localStorage.clear()
}

async function help(withPlan = false): Promise<Screen> {
  return await renderScreen(<HelpNow withPlan={withPlan} onClose={() => undefined} />)
}

test('Help now has the plan as its first button, with two steps and people, and asks no server', async () => {
  const calls = answerWith(noNetwork)
  await hasPlan(await openPhone(), plan)
  const screen = await help()
  const button = screen.getByRole('button', { name: m.plan_open() })
  await expect.element(button).toBeVisible()
  const [, first] = screen.getByRole('button').elements()
  expect(first).toBe(button.element())
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  const element = button.element()
  if (element instanceof HTMLElement) element.click()
  await expect.element(screen.getByText('I hide')).toBeVisible()
  const call = screen.getByRole('link', { name: m.plan_call({ name: 'Mona' }) })
  await expect.element(call).toHaveAttribute('href', 'tel:+20100')
  await expect.element(screen.getByText('My cat')).not.toBeInTheDocument()
  await expect
    .element(screen.getByRole('link', { name: m.plan_whole() }))
    .toHaveAttribute('href', '/safety-plan')
  expect(calls).toEqual([])
})

test('from a grave answer it is open at once', async () => {
  answerWith(noNetwork)
  await hasPlan(await openPhone(), plan)
  const screen = await help(true)
  await expect.element(screen.getByText('I hide')).toBeVisible()
  const card = await renderScreen(<PlanButton />)
  await expect.element(card.getByRole('button', { name: m.plan_open() }).last()).toBeVisible()
})

test('somebody without a plan is offered to make one, and a grave answer says nothing of it', async () => {
  answerWith(noNetwork)
  await openPhone()
  const screen = await help()
  await expect.element(screen.getByRole('link', { name: m.plan_make() })).toBeVisible()
  const card = await renderScreen(<PlanButton />)
  await expect.element(card.getByRole('button', { name: m.plan_open() })).not.toBeInTheDocument()
})

test('nobody logged in sees the copy that was left, whole, and can take it away; somebody else logged in does not', async () => {
  await openLeftPhone()
  const screen = await help(true)
  await expect.element(screen.getByText('My cat')).toBeVisible()
  await screen.unmount()
  await openPhone('Parent')
  const parents = await help(true)
  await expect.element(parents.getByRole('button', { name: m.safety_leave() })).toBeVisible()
  await expect.element(parents.getByText('My cat')).not.toBeInTheDocument()
  await parents.unmount()
  localStorage.clear()
  const again = await help(true)
  const remove = again.getByRole('button', { name: m.plan_keep_delete() })
  await expect.element(remove).toBeVisible()
  const element = remove.element()
  if (element instanceof HTMLElement) element.click()
  await expect.element(again.getByText(m.plan_keep_deleted())).toBeVisible()
  await expect.element(again.getByText('My cat')).not.toBeInTheDocument()
})

test('a copy that this device cannot take away says so, and stays', async () => {
  await openLeftPhone()
  const screen = await help(true)
  const { storageBuckets } = navigator as Navigator & { storageBuckets: { delete: () => unknown } }
  const broken = vi.spyOn(storageBuckets, 'delete').mockRejectedValue(new DOMException('Broken'))
  await screen.getByRole('button', { name: m.plan_keep_delete() }).click()
  await expect.element(screen.getByText(m.plan_share_failed())).toBeVisible()
  await expect.element(screen.getByText('My cat')).toBeVisible()
  broken.mockRestore()
})
