import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { buttonFor, specialtyPath } from './support/care.ts'
import { answeredAt, badGateway, okAnswer, problemAnswer } from './support/faults.ts'
import { connectByApi, requestByApi } from './support/connect.ts'
import { boss, newParent, newProvider, openSession, type Member } from './support/people.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({ via: 'proxy', losesNetwork: true, serviceWorkers: 'block' })

type Who = 'teen' | 'parent' | 'provider' | 'boss'

interface Empty {
  readonly who: Who
  readonly path: string
  /** Requests to these addresses of the API get `body`. */
  readonly api?: RegExp
  readonly body?: object
  readonly text: string
}

/** What is said where there is nothing to show; the server's answer is made up where the demo always has something. */
const empties: readonly Empty[] = [
  {
    who: 'teen',
    path: specialtyPath('Shaman'),
    text: 'No providers found for Shaman.',
  },
  {
    who: 'teen',
    path: specialtyPath('Yoga Therapist'),
    api: /\/serviceProviders\?/,
    body: { providers: [], next: null },
    text: 'No providers found for Yoga Therapist.',
  },
  {
    who: 'parent',
    path: '/family-constellation',
    api: /\/family-constellation-therapists/,
    body: { providers: [], next: null },
    text: 'No therapists available at the moment.',
  },
  {
    who: 'parent',
    path: '/parenting-coaches',
    api: /\/parenting-coaches/,
    body: { providers: [], next: null },
    text: m.providers_coaches_none(),
  },
  {
    who: 'teen',
    path: '/service-providers/01890000-0000-7000-8000-000000000000',
    text: 'Provider not found.',
  },
  { who: 'teen', path: '/service-providers/nobody', text: 'Provider not found.' },
  { who: 'provider', path: '/connection-requests', text: 'No pending connection requests.' },
  { who: 'teen', path: '/circle-of-care', text: 'No connections to display.' },
  { who: 'teen', path: '/conn-dash', text: m.connections_dash_none_sent() },
  { who: 'provider', path: '/conn-dash', text: m.connections_dash_none_received() },
  { who: 'boss', path: '/admin/reviews', text: m.reports_review_none() },
]

for (const { who, path, api, body, text } of empties) {
  test(`${path} of a ${who} says '${text}'`, async ({
    page,
    origin,
    server,
    faultProxy,
    teen,
    consoleGuard,
  }) => {
    consoleGuard.expect(/status of 404 /)
    if (api) faultProxy.onApi(answeredAt(api, okAnswer(body)))
    await enterAs(page, who === 'teen' ? teen : await someone(server.origin, who), origin + path)
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
  })
}

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

test('the server’s own reason goes before the product’s words', async ({
  page,
  origin,
  faultProxy,
  teen,
  consoleGuard,
}) => {
  consoleGuard.expect(/status of 503 /)
  faultProxy.onApi(({ path }) =>
    path.includes('/serviceProviders') ? Promise.resolve(problemAnswer('busy')) : undefined,
  )
  await enterAs(page, teen, origin + specialtyPath('Psychotherapist'))
  await expect(
    page.getByText('Error: The server is busy. Please try again in a moment.'),
  ).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Back to Providers' }).last().click()
  await expect(page).toHaveURL('/service-providers')
})

test.describe('a change that the server refuses is taken back, and said', () => {
  test.beforeEach(({ faultProxy, consoleGuard }) => {
    consoleGuard.expect(/status of 50\d /)
    faultProxy.onApi(({ method, path }) =>
      method !== 'GET' && path.includes('/connections/')
        ? Promise.resolve(problemAnswer('busy'))
        : undefined,
    )
  })
  const busy = 'The server is busy. Please try again in a moment.'

  test('when a request is sent', async ({ page, origin, server, teen, faultProxy }) => {
    const provider = await newProvider(server.origin, 'Psychotherapist')
    await enterAs(page, teen, `${origin}/service-providers/${provider.id}`)
    await buttonFor(page, 'Service Request', provider).click()
    const alert = page.getByRole('alert')
    await expect(alert).toHaveText(`Failed to send connection request: ${busy}`)
    await expect(buttonFor(page, 'Service Request', provider)).toBeVisible()
    faultProxy.onApi(({ method }) => (method === 'POST' ? Promise.resolve(badGateway) : undefined))
    await buttonFor(page, 'Service Request', provider).click()
    await expect(alert).toHaveText('Failed to send connection request')
  })

  test('when a request is removed', async ({ page, origin, server, teen }) => {
    const provider = await newProvider(server.origin, 'Psychotherapist')
    await requestByApi(server.origin, teen, provider)
    await enterAs(page, teen, `${origin}/service-providers/${provider.id}`)
    await buttonFor(page, 'Remove Request', provider).click()
    await expect(page.getByRole('alert')).toHaveText(`Failed to remove request: ${busy}`)
    await expect(buttonFor(page, 'Remove Request', provider)).toBeVisible()
  })

  for (const [words, failed] of [
    ['Accept', 'Failed to accept connection'],
    ['Reject', 'Failed to reject connection'],
  ] as const) {
    test(`when a provider presses ${words}`, async ({ page, origin, server, teen }) => {
      const provider = await newProvider(server.origin, 'Psychotherapist')
      await requestByApi(server.origin, teen, provider)
      await enterAs(page, provider, `${origin}/connection-requests`)
      await buttonFor(page, words, teen).click()
      await expect(page.getByRole('alert')).toHaveText(`${failed}: ${busy}`)
      await expect(buttonFor(page, words, teen)).toBeVisible()
    })
  }

  test('when a connection is ended', async ({ page, origin, server, teen }) => {
    const provider = await newProvider(server.origin, 'Psychotherapist')
    await connectByApi(server.origin, teen, provider)
    await enterAs(page, provider, `${origin}/circle-of-care`)
    await page.getByRole('button', { name: /^Block or report/ }).click()
    await page.getByRole('menuitem', { name: 'End connection' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: m.connections_end(), exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText(`Failed to end connection: ${busy}`)
  })
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

async function someone(origin: string, who: Exclude<Who, 'teen'>): Promise<Member> {
  if (who === 'parent') return await newParent(origin)
  return who === 'provider' ? await newProvider(origin) : await openSession(origin, boss)
}
