import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { buttonFor } from './support/care.ts'
import { badGateway } from './support/faults.ts'
import { requestByApi } from './support/connect.ts'
import { newProvider } from './support/people.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({ via: 'proxy', losesNetwork: true, serviceWorkers: 'block' })

test('the page of a provider whom the server does not have says so', async ({
  page,
  origin,
  teen,
  consoleGuard,
}) => {
  consoleGuard.expect(/status of 404 /)
  await enterAs(page, teen, `${origin}/service-providers/01890000-0000-7000-8000-000000000000`)
  await expect(page.getByText('Provider not found.', { exact: true }).first()).toBeVisible()
})

test('a provider’s page says what is not there yet, and what this device knew last', async ({
  page,
  origin,
  server,
  faultProxy,
  teen,
  consoleGuard,
}) => {
  consoleGuard.expect(/status of 502 /)
  const provider = await newProvider(server.origin, 'Psychotherapist')
  await enterAs(page, teen, `${origin}/service-providers/${provider.id}`)
  for (const text of [
    'No bio provided.',
    'No pricing available.',
    'No video found.',
    'No Articles Yet',
    'No Videos Yet',
  ]) {
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  faultProxy.onApi(({ path }) =>
    path.includes('/auth/user/') ? Promise.resolve(badGateway) : undefined,
  )
  await page.reload()
  await expect(page.getByText('Failed to fetch service provider', { exact: true })).toBeVisible()
  await expect(page.getByText(m.ui_stale())).toBeVisible()
})

test.describe('an answer that comes too late', () => {
  test('finds the request taken back: it is gone, and the provider reads why', async ({
    page,
    origin,
    server,
    teen,
    faultProxy,
    consoleGuard,
  }) => {
    consoleGuard.expect(/status of 404 .*\/accept\//)
    const provider = await newProvider(server.origin, 'Psychotherapist')
    const id = await requestByApi(server.origin, teen, provider)
    await enterAs(page, provider, `${origin}/connection-requests`)
    faultProxy.onApi(({ path, forward }) =>
      path.includes('/accept/')
        ? call(server.origin, 'removeRequest', { params: { id } }, { token: teen.token }).then(
            forward,
          )
        : undefined,
    )
    await buttonFor(page, 'Accept', teen).click()
    await expect(page.getByRole('alert')).toContainText('Failed to accept connection: ')
    await expect(page.getByText('No pending connection requests.')).toBeVisible()
  })

  test('finds that another device has answered: that counts, and this one is told so', async ({
    page,
    origin,
    server,
    teen,
    faultProxy,
    consoleGuard,
  }) => {
    consoleGuard.expect(/status of 409 .*\/reject\//)
    const provider = await newProvider(server.origin, 'Psychotherapist')
    const id = await requestByApi(server.origin, teen, provider)
    const { token } = provider
    await enterAs(page, provider, `${origin}/connection-requests`)
    faultProxy.onApi(({ path, forward }) =>
      path.includes('/reject/')
        ? call(server.origin, 'acceptConnection', { params: { id } }, { token }).then(forward)
        : undefined,
    )
    await buttonFor(page, 'Reject', teen).click()
    await expect(page.getByRole('alert')).toContainText('Failed to reject connection: ')
    await expect(page.getByText('No pending connection requests.')).toBeVisible()
  })
})
