import { expect, type Page } from '@playwright/test'
import type { PayloadOf } from '#contract/commands.ts'
import type { PlanStep } from '#contract/plan/model.ts'
import { stepWords } from '#src/features/safety/plan/plan-words.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { opIdAt, wireOp } from '#tests/support/ops.ts'
import type { Member } from './people.ts'

/** Writes a line of the plan that is on the screen, as its person does. */
export async function writeLine(
  page: Page,
  step: PlanStep,
  { text, phone }: { readonly text: string; readonly phone?: string },
): Promise<void> {
  const name = m.plan_add_to({ step: stepWords[step].title() })
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByLabel(m.plan_field()).fill(text)
  if (phone) await page.getByLabel(m.plan_phone()).fill(phone)
  await page.getByRole('button', { name: m.plan_save(), exact: true }).click()
  await expect(page.getByText(text, { exact: true })).toBeVisible()
}

/** The same by the API alone. */
export async function lineByApi(
  origin: string,
  { token }: Member,
  given: Pick<PayloadOf<'plan.put'>, 'step' | 'text' | 'phone'>,
): Promise<void> {
  const seen = { basedOn: null, settles: [], accepts: null }
  const payload = { id: crypto.randomUUID(), ...given, order: 1, ...seen }
  const opId = opIdAt(new Date().toISOString())
  const localDate = new Date().toISOString().slice(0, 10)
  const ops = [wireOp(payload, { kind: 'plan.put', opId, localDate })]
  const { reply } = await call(origin, 'pushOps', { body: { ops } }, { token })
  expect(reply.results).toMatchObject([{ status: 'applied' }])
}
