import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { anotherPhone } from './support/another-phone.ts'
import {
  askProvider,
  buttonFor,
  cardOf,
  chooseFor,
  listStands,
  specialtyPath,
} from './support/care.ts'
import { connectByApi, requestByApi } from './support/connect.ts'
import { nameOf, newParent, newProvider } from './support/people.ts'
import { comeBack } from './support/phone.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({ serviceWorkers: 'block' })

test('a young person finds a provider, asks, and both see that they are connected', async ({
  page,
  browser,
  origin,
  server,
  teen,
  consoleGuard,
}) => {
  const provider = await newProvider(server.origin, 'Psychotherapist')
  const phone = await anotherPhone({ browser, consoleGuard }, provider, `${origin}/dashboard`)
  await expect(phone.page.getByText('No connections to display.')).toHaveCount(2)

  await enterAs(page, teen, `${origin}/service-providers`)
  await expect(page.getByRole('listitem').filter({ hasText: /\d+ providers?$/ })).toHaveCount(16)
  await page.getByRole('link', { name: 'Psychotherapist', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Psychotherapist Providers')
  await page.getByPlaceholder('Search by name or specialty').fill(provider.user.lastname)
  await listStands(page)
  const card = cardOf(page, provider)
  await buttonFor(page, 'Service Request', provider).click()
  await expect(card.getByText('Pending Request', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: `View Profile ${nameOf(provider)}`, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(nameOf(provider))
  await expect(buttonFor(page, 'Remove Request', provider)).toBeVisible()

  await phone.page.goto('/dashboard')
  await phone.page.getByRole('link', { name: m.notices_requested({ name: nameOf(teen) }) }).click()
  await expect(phone.page).toHaveURL('/connection-requests')
  await expect(cardOf(phone.page, teen).getByText(m.connections_minor())).toBeVisible()
  await buttonFor(phone.page, 'Accept', teen).click()
  await expect(phone.page.getByText('No pending connection requests.')).toBeVisible()

  await page.goto('/dashboard')
  await expect(
    page.getByRole('link', { name: m.notices_accepted({ name: nameOf(provider) }) }),
  ).toBeVisible()
  await page.getByRole('link', { name: nameOf(provider), exact: true }).click()
  await expect(page).toHaveURL(`/service-providers/${provider.id}`)
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()

  await phone.page.goto('/dashboard')
  await phone.page.getByRole('link', { name: nameOf(teen), exact: true }).click()
  await expect(phone.page).toHaveURL(`/gen-z/${teen.id}`)
  await expect(phone.page.getByRole('heading', { name: nameOf(teen) })).toBeVisible()
  await phone.close()
})

test('what one does stands on the other’s open screen by itself', async ({
  page,
  browser,
  origin,
  server,
  teen,
  consoleGuard,
}) => {
  const provider = await newProvider(server.origin, 'Psychotherapist')
  const phone = await anotherPhone(
    { browser, consoleGuard },
    provider,
    `${origin}/connection-requests`,
  )
  await expect(phone.page.getByText('No pending connection requests.')).toBeVisible()
  await askProvider(page, origin, { member: teen, provider })
  await buttonFor(phone.page, 'Accept', teen).click()
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await phone.close()
})

test('a way back finds what was searched, and the provider’s name travels on to the booking', async ({
  page,
  origin,
  server,
  teen,
}) => {
  const provider = await newProvider(server.origin, 'Psychotherapist')
  await enterAs(page, teen, origin + specialtyPath('Psychotherapist'))
  const search = page.getByPlaceholder('Search by name or specialty')
  await search.fill(provider.user.lastname)
  await expect(page).toHaveURL(/\?q=/)
  await page.getByRole('link', { name: `View Profile ${nameOf(provider)}`, exact: true }).click()
  await expect(page).toHaveURL(`/service-providers/${provider.id}`)
  await page.goBack()
  await expect(search).toHaveValue(provider.user.lastname)
  await expect(cardOf(page, provider)).toBeVisible()
  await page.goForward()
  await page.getByRole('link', { name: 'Book Session', exact: true }).click()
  await expect(page).toHaveURL(`/booking/${provider.id}`)
  const state: unknown = await page.evaluate(() => window.history.state)
  expect(state).toMatchObject({ providerName: nameOf(provider) })
})

test('a parent asks a coach and a therapist, takes one request back and is rejected once', async ({
  page,
  origin,
  server,
}) => {
  const parent = await newParent(server.origin)
  const coach = await newProvider(server.origin, 'Parenting Coach')
  const therapist = await newProvider(server.origin, 'Family Constellation Therapist')
  await enterAs(page, parent, `${origin}/family-dynamics`)
  await page.getByRole('link', { name: 'Parenting Coaches', exact: true }).click()
  // A long list has the cards in view alone.
  await page.getByPlaceholder('Search by name or specialty').fill(nameOf(coach))
  await listStands(page)
  await buttonFor(page, 'Service Request', coach).click()
  await buttonFor(page, 'Remove Request', coach).click()
  await expect(buttonFor(page, 'Service Request', coach)).toBeVisible()
  await buttonFor(page, 'Service Request', coach).click()
  await expect(buttonFor(page, 'Remove Request', coach)).toBeVisible()
  const toCoach = `${m.providers_view()} ${nameOf(coach)}`
  await page.getByRole('link', { name: toCoach, exact: true }).click()
  await expect(page).toHaveURL(`/service-providers/${coach.id}`)
  await page.getByRole('link', { name: m.providers_back_short(), exact: true }).click()
  await expect(page).toHaveURL(/\/parenting-coaches\?q=/)
  await page.getByRole('link', { name: m.providers_back_family() }).click()
  await page.getByRole('link', { name: 'Family Constellation Therapists', exact: true }).click()
  await page.getByPlaceholder('Search by name or specialty').fill(nameOf(therapist))
  await listStands(page)
  await buttonFor(page, 'Service Request', therapist).click()
  // It is shown as sent before it is.
  await expect(buttonFor(page, 'Remove Request', therapist)).toBeEnabled()

  const answers = { [coach.id]: 'rejectConnection', [therapist.id]: 'acceptConnection' } as const
  for (const provider of [coach, therapist]) {
    const { token } = provider
    const { reply } = await call(server.origin, 'listReceivedRequests', {}, { token })
    const id = reply.requests[0]?._id ?? ''
    await call(
      server.origin,
      answers[provider.id] ?? 'rejectConnection',
      { params: { id } },
      { token },
    )
  }

  await page.reload()
  await page.getByPlaceholder('Search by name or specialty').fill(nameOf(therapist))
  await expect(cardOf(page, therapist).getByText('Already Connected')).toBeVisible()
  await page.goto('/parenting-coaches')
  await page.getByPlaceholder('Search by name or specialty').fill(nameOf(coach))
  await expect(buttonFor(page, 'Service Request', coach)).toBeVisible()
  await page.goto('/conn-dash')
  await expect(page).toHaveTitle(m.shell_title({ page: m.connections_dash_title() }))
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows.filter({ hasText: nameOf(coach) }).getByText('Rejected')).toBeVisible()
  await expect(rows.filter({ hasText: nameOf(coach) }).getByText('Removed')).toBeVisible()
  await expect(rows.filter({ hasText: nameOf(therapist) }).getByText('Accepted')).toBeVisible()
})

test('a parent reaches the rooms, and only theirs', async ({ page, origin, server }) => {
  await enterAs(page, await newParent(server.origin), `${origin}/parents-community`)
  await page.getByRole('link', { name: 'GenZync', exact: true }).click()
  await expect(page).toHaveURL('/community/genz')
  await expect(page.getByText(m.community_genz_parent_text())).toBeVisible()
  await page.getByRole('link', { name: m.community_back_community() }).click()
  await expect(page).toHaveURL('/parents-community')
  await page.getByRole('link', { name: 'Parents Zync', exact: true }).click()
  await expect(page).toHaveURL('/community/parents')
})

test('a request sent from another device shows as pending, without an alarm', async ({
  page,
  origin,
  server,
  teen,
  consoleGuard,
}) => {
  consoleGuard.expect(/status of 409 .*\/connections\/request/)
  const provider = await newProvider(server.origin, 'Psychotherapist')
  await enterAs(page, teen, `${origin}/service-providers/${provider.id}`)
  await expect(buttonFor(page, 'Service Request', provider)).toBeVisible()
  await page.route('**/api/connections/request', async (route) => {
    await requestByApi(server.origin, teen, provider)
    await route.continue()
  })
  await buttonFor(page, 'Service Request', provider).click()
  await expect(buttonFor(page, 'Remove Request', provider)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('either side ends a connection, and both see it', async ({ page, origin, server }) => {
  const parent = await newParent(server.origin)
  const provider = await newProvider(server.origin, 'Psychotherapist')
  await connectByApi(server.origin, parent, provider)
  await enterAs(page, parent, `${origin}/circle-of-care`)
  await chooseFor(page, provider, 'End connection')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: m.connections_end_keep() }).click()
  await chooseFor(page, provider, 'End connection')
  await dialog.getByRole('button', { name: m.connections_end(), exact: true }).click()
  await expect(page.getByText('No connections to display.')).toBeVisible()
  const { reply } = await call(server.origin, 'listFriends', {}, { token: provider.token })
  expect(reply.friends).toEqual([])
  await askProvider(page, origin, { member: parent, provider })
})

test('notifications that were read do not come back', async ({ page, origin, server, teen }) => {
  const provider = await newProvider(server.origin, 'Psychotherapist')
  await connectByApi(server.origin, teen, provider)
  await enterAs(page, teen, `${origin}/dashboard`)
  const accepted = page.getByText(m.notices_accepted({ name: nameOf(provider) }))
  await expect(accepted).toBeVisible()
  // By the keyboard: cards above it may still grow.
  await page.getByRole('button', { name: m.notices_mark_read() }).press('Enter')
  await expect(accepted).toHaveCount(0)
  await expect(page.getByText(m.sync_notifications_empty())).toBeVisible()
  await page.reload()
  await comeBack(page)
  await expect(page.getByText(m.sync_notifications_empty())).toBeVisible()
})
