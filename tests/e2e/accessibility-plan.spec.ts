import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { anotherPhone } from './support/another-phone.ts'
import { expectAccessible } from './support/axe.ts'
import { connectByApi } from './support/connect.ts'
import { newProvider } from './support/people.ts'
import { lineByApi } from './support/plan.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({ serviceWorkers: 'block' })

test.setTimeout(240_000)

test('a plan, its line, Help now with it, and what a provider sees of it', async ({
  page,
  browser,
  consoleGuard,
  origin,
  server,
  teen,
}) => {
  const provider = await newProvider(server.origin)
  await connectByApi(server.origin, teen, provider)
  await lineByApi(server.origin, teen, { step: 'signs', text: 'I hide', phone: null })
  await lineByApi(server.origin, teen, { step: 'people', text: 'My aunt', phone: '+20 100 200' })
  await call(server.origin, 'sharePlan', { params: { providerId: provider.id } }, teen)
  await enterAs(page, teen, `${origin}/safety-plan`)
  await expect(page.getByText('My aunt', { exact: true })).toBeVisible()
  await expectAccessible(page, 'the plan')
  await page.getByRole('button', { name: m.plan_edit({ text: 'My aunt' }) }).click()
  await expect(page.getByLabel(m.plan_field())).toBeVisible()
  await expectAccessible(page, 'a line')
  await page.getByRole('button', { name: m.ui_close() }).click()
  await page.getByRole('button', { name: m.safety_open(), exact: true }).first().click()
  const help = page.getByRole('dialog', { name: m.safety_title() })
  await help.getByRole('button', { name: m.plan_open() }).click()
  await expect(help.getByText('I hide', { exact: true })).toBeVisible()
  await expectAccessible(page, 'Help now with the plan')

  const theirs = await anotherPhone(
    { browser, consoleGuard },
    provider,
    `${origin}/safety-plan?of=${teen.id}`,
  )
  await expect(theirs.page.getByText('My aunt', { exact: true })).toBeVisible()
  await expectAccessible(theirs.page, 'a shared plan')
  await theirs.close()
})
