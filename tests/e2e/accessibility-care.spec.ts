import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { expectAccessible } from './support/axe.ts'
import { buttonFor, cardOf, chooseFor, listStands, specialtyPath } from './support/care.ts'
import { connectByApi, requestByApi } from './support/connect.ts'
import { boss, newParent, newProvider, openSession } from './support/people.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({ serviceWorkers: 'block' })

test('the directory: searched, narrowed, with nobody found', async ({ page, origin, server }) => {
  await enterAs(page, await newParent(server.origin), origin + specialtyPath('Psychotherapist'))
  await listStands(page)
  await page.getByText(m.providers_filters(), { exact: true }).click()
  await page.getByRole('checkbox', { name: m.providers_filter_minors() }).check()
  await expect(page.getByRole('button', { name: m.providers_filter_clear() })).toBeVisible()
  await expectAccessible(page, 'filters')
  await page.getByPlaceholder('Search by name or specialty').fill('nobody at all')
  await expect(page.getByText('No providers found for Psychotherapist.')).toBeVisible()
  await expectAccessible(page, 'nobody found')
})

test('a provider: asked, reported, blocked', async ({ page, origin, server }) => {
  const parent = await newParent(server.origin)
  const provider = await newProvider(server.origin, 'Psychotherapist')
  await enterAs(page, parent, `${origin}/service-providers/${provider.id}`)
  await buttonFor(page, 'Service Request', provider).click()
  await expect(buttonFor(page, 'Remove Request', provider)).toBeVisible()
  await expectAccessible(page, 'pending')
  await page.getByRole('button', { name: /^Block or report/ }).click()
  await expectAccessible(page, 'menu')
  await page.getByRole('menuitem', { name: 'Report' }).click()
  await expectAccessible(page, 'report')
  await page.getByRole('button', { name: m.reports_reason_other() }).click()
  await expectAccessible(page, 'thanks')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Block / })
    .click()
  await expect(page.getByRole('dialog', { name: /^Block .*\?$/ })).toBeVisible()
  await expectAccessible(page, 'block')
})

test('a circle with somebody in it, and the end of a connection', async ({
  page,
  origin,
  server,
}) => {
  const parent = await newParent(server.origin)
  const provider = await newProvider(server.origin, 'Parenting Coach')
  await connectByApi(server.origin, parent, provider)
  await enterAs(page, parent, `${origin}/circle-of-care`)
  await expect(cardOf(page, provider)).toBeVisible()
  await expectAccessible(page, 'circle')
  await chooseFor(page, provider, 'End connection')
  await expectAccessible(page, 'end')
  await page.goto('/parenting-coaches')
  await expect(page.getByText('Already Connected')).toBeVisible()
  await expectAccessible(page, 'already connected')
  await page.goto('/conn-dash')
  await expect(page.getByText('Accepted')).toBeVisible()
  await expectAccessible(page, 'history')
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: m.notices_mark_read() })).toBeVisible()
  await expectAccessible(page, 'dashboard with notices')
})

test('a provider’s requests, one of them refused by the server, and their work', async ({
  page,
  origin,
  server,
  teen,
  consoleGuard,
}) => {
  consoleGuard.expect(/status of 409 /)
  const provider = await newProvider(server.origin, 'Psychotherapist')
  const parent = await newParent(server.origin)
  const id = await requestByApi(server.origin, teen, provider)
  await requestByApi(server.origin, parent, provider)
  await enterAs(page, provider, `${origin}/connection-requests`)
  await expect(cardOf(page, teen)).toBeVisible()
  await expectAccessible(page, 'requests')
  // Another device of theirs is first, while this one is asking.
  await page.route('**/api/connections/reject/*', async (route) => {
    await call(server.origin, 'acceptConnection', { params: { id } }, { token: provider.token })
    await route.continue()
  })
  await buttonFor(page, 'Reject', teen).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'refused')
  await page.goto('/edit-profile?tab=practice')
  await expect(page.getByRole('checkbox', { name: 'Arabic', exact: true })).toBeVisible()
  await expectAccessible(page, 'practice')
  await page.goto('/profile?tab=settings')
  await expect(page.getByText(m.reports_blocks_none())).toBeVisible()
  await expectAccessible(page, 'settings')
})

test('the admin pages with a report and a decision', async ({ page, origin, server }) => {
  const parent = await newParent(server.origin)
  const provider = await newProvider(server.origin, 'Psychotherapist')
  const target = { kind: 'person', id: provider.id } as const
  const body = { target, reason: 'harassment', note: 'Shouted at me.' } as const
  await call(server.origin, 'report', { body }, { token: parent.token })
  await enterAs(page, await openSession(server.origin, boss), `${origin}/admin/reports`)
  await expect(page.getByText('Shouted at me.').first()).toBeVisible()
  await expectAccessible(page, 'reports')
  await page.getByRole('button', { name: m.reports_admin_decide() }).first().click()
  await expectAccessible(page, 'decide')
  await page.goto('/admin/reviews')
  await page.getByRole('tab', { name: m.reports_review_approved() }).click()
  const reject = page.getByRole('button', { name: m.reports_review_reject() }).first()
  await expect(reject).toBeVisible()
  await expectAccessible(page, 'reviews')
  await reject.click()
  await page.getByRole('dialog').getByRole('button', { name: m.reports_review_reject() }).click()
  await expect(page.getByText(m.reports_review_reason_missing())).toBeVisible()
  await expectAccessible(page, 'turned down without a reason')
})
