import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { buttonFor, cardOf, chooseFor, keptLists, specialtyPath } from './support/care.ts'
import { connectByApi } from './support/connect.ts'
import { boss, nameOf, newParent, newProvider, newTeen, openSession } from './support/people.ts'
import { comeBack, expectUnsent, goOffline, settingsStand } from './support/phone.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.describe('three taps', () => {
  test.use({ prompts: 'left' })

  test('report a provider from their page, and three block them', async ({
    page,
    origin,
    server,
    teen,
  }) => {
    const provider = await newProvider(server.origin, 'Psychotherapist')
    await enterAs(page, teen, `${origin}/service-providers/${provider.id}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click()

    await chooseFor(page, provider, 'Report')
    await page.getByRole('button', { name: m.reports_reason_contact_outside() }).click()
    await expect(page.getByRole('dialog', { name: m.reports_thanks_title() })).toBeVisible()
    await page.getByRole('button', { name: m.reports_done() }).click()
    await chooseFor(page, provider, 'Block')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Block / })
      .click()

    await expect(page.getByText('Provider not found.')).toBeVisible()
    await expectUnsent(page, 0)
    const admin = await openSession(server.origin, boss)
    const { reply } = await call(server.origin, 'listReports', {}, { token: admin.token })
    expect(reply.reports.filter(({ subject }) => subject?.id === provider.id)).toMatchObject([
      { reason: 'contactOutside', state: 'open' },
    ])
  })
})

test.describe('without a network', () => {
  test.use({ losesNetwork: true })

  test('a block holds at once on the device, and goes out first when the network is back', async ({
    page,
    context,
    origin,
    server,
  }) => {
    const parent = await newParent(server.origin)
    const provider = await newProvider(server.origin, 'Psychotherapist')
    await connectByApi(server.origin, parent, provider)
    await enterAs(page, parent, origin + specialtyPath('Psychotherapist'))
    await expect(cardOf(page, provider)).toBeVisible()
    // A list is drawn before it is stored.
    await expect.poll(() => keptLists(page)).toContain('Psychotherapist')
    await page.goto('/circle-of-care')
    await expect(cardOf(page, provider)).toBeVisible()
    await workerControls(page)
    await goOffline(page)
    await chooseFor(page, provider, 'Block')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Block / })
      .click()
    await expect(page.getByText(m.reports_blocked({ name: nameOf(provider) }))).toBeVisible()
    await expect(page.getByText('No connections to display.')).toBeVisible()
    await expectUnsent(page, 1)
    await page.goto(specialtyPath('Psychotherapist'))
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expect(cardOf(page, provider)).toHaveCount(0)

    await context.setOffline(false)
    await comeBack(page)
    await expectUnsent(page, 0)
    const { reply } = await call(server.origin, 'listFriends', {}, { token: provider.token })
    expect(reply.friends).toEqual([])
  })

  test('a report is kept with its words, and seen by a superAdmin as it was made', async ({
    page,
    context,
    browser,
    origin,
    server,
    consoleGuard,
  }) => {
    const parent = await newParent(server.origin)
    const provider = await newProvider(server.origin, 'Psychotherapist')
    await enterAs(page, parent, `${origin}/service-providers/${provider.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(nameOf(provider))
    await workerControls(page)
    await goOffline(page)
    await chooseFor(page, provider, 'Report')
    await page.getByText(m.reports_note(), { exact: true }).first().click()
    await page.getByRole('textbox', { name: m.reports_note() }).fill('Asked for my home address.')
    await page.getByRole('button', { name: m.reports_reason_harassment() }).click()
    await expect(page.getByText(m.reports_thanks_offline())).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Help now' })).toBeVisible()
    await page.getByRole('button', { name: m.reports_done() }).click()
    await expectUnsent(page, 1)
    await context.setOffline(false)
    await comeBack(page)
    await expectUnsent(page, 0)

    const admins = await browser.newContext({ baseURL: origin })
    consoleGuard.watch(admins)
    const desk = await admins.newPage()
    await enterAs(desk, await openSession(server.origin, boss), `${origin}/admin/reports`)
    const about = { name: nameOf(provider) }
    const report = desk
      .getByRole('main')
      .locator('section')
      .filter({ has: desk.getByText(m.reports_admin_about(about), { exact: true }) })
    await expect(report.getByText('Asked for my home address.')).toBeVisible()
    await report.getByRole('button', { name: m.reports_admin_decide() }).click()
    await desk.getByRole('dialog').locator('label').filter({ hasText: 'Resolved' }).click()
    await desk.getByRole('textbox', { name: m.reports_admin_handling() }).fill('Talked to them.')
    await desk.getByRole('button', { name: m.reports_admin_save() }).click()
    await expect(report).toHaveCount(0)
    await desk.getByRole('tab', { name: 'Resolved' }).click()
    await expect(report.getByText('Talked to them.')).toBeVisible()
    await admins.close()
  })
})

test('after a block neither sees nor reaches the other, until it is taken back', async ({
  page,
  browser,
  origin,
  server,
  consoleGuard,
}) => {
  consoleGuard.expect(/status of 404 /)
  const teen = await newTeen(server.origin)
  const provider = await newProvider(server.origin, 'Psychotherapist')
  await connectByApi(server.origin, teen, provider)
  await enterAs(page, provider, `${origin}/circle-of-care`)
  await chooseFor(page, teen, 'Block')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Block / })
    .click()
  await expect(page.getByText(m.reports_blocked({ name: nameOf(teen) }))).toBeVisible()
  await expectUnsent(page, 0)
  await page.goto(`/gen-z/${teen.id}`)
  await expect(page.getByText(m.profile_young_missing())).toBeVisible()

  const other = await browser.newContext({ baseURL: origin })
  consoleGuard.watch(other)
  const blocked = await other.newPage()
  await enterAs(blocked, teen, `${origin}/service-providers/${provider.id}`)
  await expect(blocked.getByText('Provider not found.')).toBeVisible()
  await blocked.goto('/circle-of-care')
  await expect(blocked.getByText('No connections to display.')).toBeVisible()

  await page.goto('/profile?tab=settings')
  await settingsStand(page)
  await expect(page.getByRole('button', { name: m.twostep_turn_on() })).toBeVisible()
  await buttonFor(page, m.reports_unblock(), teen).click()
  await expect(page.getByText(m.reports_blocks_none())).toBeVisible()
  await blocked.goto(`/service-providers/${provider.id}`)
  await expect(buttonFor(blocked, 'Service Request', provider)).toBeVisible()
  await other.close()
})

test('a young person’s points are seen by their provider only while they share them', async ({
  page,
  origin,
  server,
  teen,
}) => {
  const provider = await newProvider(server.origin, 'Psychotherapist')
  await connectByApi(server.origin, teen, provider)
  await enterAs(page, teen, `${origin}/who-sees-what`)
  const sharing = page.getByRole('checkbox', { name: m.sharing_score() })
  const input = { params: { id: teen.id } }
  const seen = async () =>
    (await call(server.origin, 'getUser', input, { token: provider.token })).reply
  await expect(sharing).not.toBeChecked()
  expect(await seen()).toMatchObject({ view: 'client', score: null })
  // The look is said above the switch, which it moves.
  const looked = m.sharing_looked({ who: provider.user.firstname, when: 'now' })
  await expect(page.getByText(looked)).toBeVisible()
  await sharing.check()
  await expect.poll(seen).toMatchObject({ view: 'client', score: 0 })
  await expect(sharing).toBeEnabled()
  await sharing.uncheck()
  await expect.poll(seen).toMatchObject({ view: 'client', score: null })
  await expect(sharing).toBeEnabled()
  await page.reload()
  await expect(sharing).not.toBeChecked()
  await enterAs(page, provider, `${origin}/gen-z/${teen.id}`)
  await expect(page.getByText(m.profile_young_score_hidden(), { exact: true })).toBeVisible()
})
