import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { goodPassword, providerRegistration, tinyPdf } from '#tests/support/registration.ts'
import { anotherPhone } from './support/another-phone.ts'
import { expectAccessible } from './support/axe.ts'
import { buttonFor, cardOf } from './support/care.ts'
import { boss, newTeen, openSession, type Member } from './support/people.ts'
import { attach, fillAccountSteps, fillPerson, type Newcomer } from './support/register.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({ serverFor: 'own', settings: { REVIEW_PROVIDERS: 'on' }, serviceWorkers: 'block' })

const nadia: Newcomer = {
  kind: m.register_type_provider(),
  email: 'nadia@example.org',
  username: 'nadia',
  firstname: 'Nadia',
  lastname: 'Keen',
  password: goodPassword,
  birthYear: '1988',
}

test('a provider says at the registration that they see minors, is cleared by the review, and a teen can ask them', async ({
  page,
  browser,
  origin,
  server,
  consoleGuard,
}) => {
  await fillAccountSteps(page, nadia)
  await page.getByRole('button', { name: m.register_draw() }).click()
  await expect(page.getByText('avatar.png', { exact: true })).toBeVisible()
  await attach(page, m.register_resume(), {
    name: 'cv.pdf',
    mimeType: 'application/pdf',
    buffer: tinyPdf,
  })
  await page.getByLabel(m.register_specialization()).selectOption('Life Coach')
  await fillPerson(page, nadia)
  const wish = page.getByRole('checkbox', { name: m.profile_practice_minors() })
  await expect(wish).not.toBeChecked()
  await expect(page.getByText(m.register_minors_hint())).toBeVisible()
  await expectAccessible(page, 'registration of a provider')
  await wish.check()
  await page.getByRole('button', { name: m.register_submit(), exact: true }).click()
  await expect(page).toHaveURL('/welcome')

  const provider = await openSession(server.origin, nadia)
  const admin = await openSession(server.origin, boss)
  const desk = await anotherPhone({ browser, consoleGuard }, admin, `${origin}/admin/reviews`)
  const card = cardOf(desk.page, provider)
  await expect(card.getByText(m.reports_review_minors_wish())).toBeVisible()
  await card.getByRole('button', { name: m.reports_review_approve() }).click()
  const dialog = desk.page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: m.reports_review_minors() }).check()
  await dialog.getByRole('button', { name: m.reports_review_approve() }).click()
  await expect(card).toHaveCount(0)
  await desk.close()

  const teen = await newTeen(server.origin)
  await enterAs(page, teen, `${origin}/service-providers/${provider.id}`)
  await buttonFor(page, 'Service Request', provider).click()
  await expect(buttonFor(page, 'Remove Request', provider)).toBeVisible()
})

test('a provider for adults is reminded, asks later, is refused and cleared, and stays listed all along', async ({
  page,
  browser,
  origin,
  server,
  consoleGuard,
}) => {
  const provider = await approvedForAdults(server.origin)
  await enterAs(page, provider, `${origin}/dashboard`)
  await expect(page.getByText(m.profile_minors_off())).toBeVisible()
  await expectAccessible(page, 'dashboard of a provider for adults')
  await page.getByRole('main').getByRole('button', { name: m.ui_dismiss() }).click()
  await expect(page.getByText(m.profile_minors_off())).toHaveCount(0)
  await page.goto('/profile')
  await expect(page.getByText(m.profile_minors_off())).toBeVisible()
  await expectAccessible(page, 'profile of a provider for adults')
  await page.goto('/connection-requests')
  await expect(page.getByText('No pending connection requests.')).toBeVisible()
  await expect(page.getByText(m.profile_minors_off())).toBeVisible()
  await expectAccessible(page, 'requests of a provider for adults')
  await page.getByRole('main').getByRole('link', { name: m.profile_minors_open() }).click()
  await expect(page.getByText(m.profile_minors_off())).toBeVisible()
  await askForMinors(page)

  const admin = await openSession(server.origin, boss)
  const desk = await anotherPhone({ browser, consoleGuard }, admin, `${origin}/admin/reviews`)
  const card = cardOf(desk.page, provider)
  await expect(card.getByText('Asks to see people under 18')).toBeVisible()
  await expectAccessible(desk.page, 'a provider who asks to see minors')
  await card.getByRole('button', { name: m.reports_review_adults() }).click()
  const dialog = desk.page.getByRole('dialog')
  await dialog.getByRole('button', { name: m.reports_review_adults() }).click()
  await expect(card).toHaveCount(0)

  await page.goto('/edit-profile?tab=practice')
  await expect(page.getByText(m.profile_minors_refused())).toBeVisible()
  await page.getByRole('checkbox', { name: m.profile_practice_minors() }).uncheck()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(m.profile_minors_off())).toBeVisible()
  await askForMinors(page)
  await desk.page.reload()
  await card.getByRole('button', { name: m.reports_review_clear() }).click()
  await expectAccessible(desk.page, 'clearing a provider for minors')
  await dialog.getByRole('button', { name: m.reports_review_clear() }).click()
  await expect(card).toHaveCount(0)
  await desk.close()
  await page.reload()
  await expect(page.getByText(m.profile_minors_asked())).toHaveCount(0)
})

test('somebody under 18 reads why they cannot ask, book or buy, and finds those they can', async ({
  page,
  origin,
  server,
  consoleGuard,
}) => {
  const provider = await approvedForAdults(server.origin)
  const name = 'New Person'
  const why = m.providers_closed_named({ name })
  await enterAs(page, await newTeen(server.origin), `${origin}/service-providers/${provider.id}`)
  await expect(page.getByText(why)).toBeVisible()
  await expect(page.getByText(m.providers_closed_pricing())).toBeVisible()
  await expect(page.getByRole('link', { name: m.providers_book() })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Buy Now|Service Request/ })).toHaveCount(0)
  await expectAccessible(page, 'a provider for adults')

  consoleGuard.expect(/status of 403 /)
  await page.goto(`/booking/${provider.id}`)
  await expect(page.getByText(why)).toBeVisible()
  await expectAccessible(page, 'booking with a provider for adults')
  await page.getByRole('link', { name: m.providers_closed_others() }).click()
  await expect(page.getByRole('checkbox', { name: m.providers_filter_minors() })).toBeChecked()
  await expect(page.getByRole('link', { name: /^View Profile Noor Hijazi/ })).toBeVisible()
  await expect(cardOf(page, provider)).toHaveCount(0)
})

async function askForMinors(page: Parameters<typeof enterAs>[0]): Promise<void> {
  await page.getByRole('checkbox', { name: m.profile_practice_minors() }).check()
  await expect(page.getByText(m.profile_practice_not_cleared())).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(m.profile_minors_asked())).toBeVisible()
}

/** A listed provider who has not said that they see people under 18. */
async function approvedForAdults(origin: string): Promise<Member> {
  const { body, files } = providerRegistration()
  await call(origin, 'registerServiceProvider', { body, files })
  const provider = await openSession(origin, { email: body.email, password: goodPassword })
  const { token } = await openSession(origin, boss)
  const decision = { decision: 'approve', clearedForMinors: false } as const
  const input = { params: { id: provider.id }, body: decision }
  await call(origin, 'reviewProvider', input, { token })
  return provider
}
