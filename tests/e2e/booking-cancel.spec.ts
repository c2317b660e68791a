import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { anotherPhone } from './support/another-phone.ts'
import { expectAccessible } from './support/axe.ts'
import { lostNetwork } from './support/console-guard.ts'
import { buyByApi } from './support/money.ts'
import { nameOf, newProvider, openSession } from './support/people.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test('a session that is canceled on the bus is canceled for its provider, once', async ({
  page,
  context,
  browser,
  consoleGuard,
  origin,
  server,
  teen,
}) => {
  consoleGuard.expect(lostNetwork)
  const provider = await newProvider(server.origin)
  const name = nameOf(provider)
  await buyByApi(server.origin, teen, provider)
  await book(server.origin, teen.token, provider.id)
  await enterAs(page, teen, `${origin}/sessions`)
  await workerControls(page)
  const cancel = page.getByRole('button', { name: `Cancel session with ${name}` })
  await expect(cancel).toBeVisible()

  await context.setOffline(true)
  await page.reload()
  // The line that says so comes above the session once the call has failed.
  await expect(page.getByText(m.ui_stale())).toBeVisible()
  await cancel.click()
  await page.getByRole('dialog').getByRole('button', { name: m.booking_cancel() }).click()
  const waits = page.getByRole('status').filter({ hasText: 'This waits to be sent' })
  await expect(waits).toBeVisible()
  await expect(cancel).toHaveCount(0)
  await expectAccessible(page, 'a session whose cancel waits')
  await page.reload()
  await expect(waits).toBeVisible()
  await page.goto('/not-sent')
  await expect(page.getByRole('heading', { name: m.sync_cancel() })).toBeVisible()
  await page.goto('/sessions')
  await expect(waits).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText(m.booking_sessions_none())).toBeVisible()
  await page.getByText('Past', { exact: true }).click()
  await expect(page.getByText(m.booking_status_cancelled_you())).toBeVisible()
  const session = await openSession(server.origin, provider)
  const desk = await anotherPhone({ browser, consoleGuard }, session, `${origin}/sessions`)
  await desk.page.getByText('Past', { exact: true }).click()
  await expect(desk.page.getByText(`Canceled by ${teen.user.firstname}`)).toBeVisible()
  await desk.close()
  const params = { providerId: provider.id }
  const { reply } = await call(server.origin, 'validateAccess', { params }, { token: teen.token })
  expect(reply.remainingSessions).toBe(2)
})

/** The first free slot of the week after the next one. */
async function book(origin: string, token: string, serviceProviderId: string): Promise<void> {
  const from = Date.now() + 10 * 86_400_000
  const [startDate = '', endDate = ''] = [from, from + 5 * 86_400_000].map((ms) =>
    new Date(ms).toISOString(),
  )
  const params = { providerId: serviceProviderId }
  const query = { startDate, endDate, duration: '60' }
  const { reply } = await call(origin, 'availableSlots', { params, query }, { token })
  const slot = reply.slots.find(({ available }) => available)
  if (!slot) throw new Error('No slot is free')
  const body = { serviceProviderId, startTime: slot.start, endTime: slot.end }
  await call(origin, 'book', { body }, { token })
}
