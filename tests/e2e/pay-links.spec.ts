import * as m from '#src/i18n/paraglide/messages.js'
import { anotherVisitor } from './support/another-phone.ts'
import { expectAccessible } from './support/axe.ts'
import { buttonFor } from './support/care.ts'
import { chooseSlot, priceByApi } from './support/money.ts'
import { nameOf, newProvider } from './support/people.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: 'block' })

test('a teen asks somebody to pay, who pays in a browser of their own without an account', async ({
  page,
  browser,
  consoleGuard,
  origin,
  server,
  teen,
}) => {
  consoleGuard.expect(/status of 404 .*\/api\/pay\//)
  const provider = await newProvider(server.origin)
  const name = nameOf(provider)
  await priceByApi(server.origin, provider)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await enterAs(page, teen, `${origin}/service-providers/${provider.id}`)
  // It stands above, and comes with another answer.
  await expect(buttonFor(page, 'Service Request', provider)).toBeVisible()
  const ask = page.getByRole('link', { name: m.paylink_ask() })
  const buy = page.getByRole('button', { name: 'Buy Now' })
  await expect(ask).toBeVisible()
  const [first, second] = [await ask.boundingBox(), await buy.boundingBox()]
  expect(first!.y).toBeLessThan(second!.y)
  await ask.click()
  await page.getByText(m.paylink_slot(), { exact: true }).click()
  await chooseSlot(page, 0)
  await expectAccessible(page, 'asking somebody to pay')
  await page.getByRole('button', { name: m.paylink_make() }).click()
  await expect(page.getByText(m.paylink_ready_text())).toBeVisible()
  await expectAccessible(page, 'a link to pay with')
  const link = await page.getByText(/\/pay\/[\w-]{43}$/).textContent()
  await page.getByRole('link', { name: 'My payments' }).click()
  const mine = page.getByRole('region', { name: m.paylink_list() })
  await expect(mine.getByText(m.paylink_status_open(), { exact: true })).toBeVisible()
  await expectAccessible(page, 'payments with a link')

  const payer = await anotherVisitor({ browser, consoleGuard }, link!)
  const asks = m.pay_asks({ name: `${teen.user.firstname}\u00a0${teen.user.lastname[0]}.` })
  await expect(payer.page.getByRole('heading', { name: asks })).toBeVisible()
  await expect(payer.page.getByRole('main')).not.toContainText(provider.user.lastname)
  await expect(payer.page.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer')
  await expectAccessible(payer.page, 'paying for somebody')
  const pay = payer.page.getByRole('button', { name: m.pay_pay({ total: '$114.00' }) })
  await pay.click()
  await expect(payer.page.getByText('Only adults can pay')).toBeVisible()
  await expect(payer.page.getByText('Invalid email format')).toBeVisible()
  await payer.page.getByLabel(m.pay_email()).fill('aunt@example.org')
  await payer.page.getByLabel(m.pay_adult()).check()
  await pay.click()
  await payer.page.getByRole('button', { name: m.pay_sandbox() }).click()
  await expect(payer.page.getByText(m.pay_thanks())).toBeVisible()
  await expectAccessible(payer.page, 'having paid for somebody')
  expect(await payer.page.context().cookies()).toEqual([])

  await payer.page.goto(link!)
  await expect(payer.page.getByText(m.pay_gone())).toBeVisible()
  await payer.close()

  await page.goto('/payment')
  await expect(mine.getByText(m.payments_status_paid(), { exact: true })).toBeVisible()
  await expect(page.getByText(m.payments_by_other())).toBeVisible()
  await expect(async () => {
    await page.goto('/sessions')
    await expect(page.getByRole('heading', { name })).toBeVisible({ timeout: 2_000 })
  }).toPass()
})

test('a link that was taken back says so to nobody but its person', async ({
  page,
  browser,
  consoleGuard,
  origin,
  server,
  teen,
}) => {
  consoleGuard.expect(/status of 404 .*\/api\/pay\//)
  const provider = await newProvider(server.origin)
  await priceByApi(server.origin, provider)
  await enterAs(page, teen, `${origin}/service-providers/${provider.id}`)
  await expect(buttonFor(page, 'Service Request', provider)).toBeVisible()
  await page.getByRole('link', { name: m.paylink_ask() }).click()
  await page.getByLabel(m.paylink_provider()).check()
  await page.getByRole('button', { name: m.paylink_make() }).click()
  const link = await page.getByText(/\/pay\/[\w-]{43}$/).textContent()
  const payer = await anotherVisitor({ browser, consoleGuard }, link!)
  await expect(payer.page.getByText(nameOf(provider))).toBeVisible()

  await page.getByRole('link', { name: 'My payments' }).click()
  await page.getByRole('button', { name: m.paylink_withdraw() }).click()
  await expect(page.getByText(m.paylink_status_withdrawn(), { exact: true })).toBeVisible()
  await payer.page.getByLabel(m.pay_email()).fill('aunt@example.org')
  await payer.page.getByLabel(m.pay_adult()).check()
  await payer.page.getByRole('button', { name: m.pay_pay({ total: '$114.00' }) }).click()
  await expect(payer.page.getByText(m.pay_gone())).toBeVisible()
  await payer.close()
})
