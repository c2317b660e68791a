import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { UserType } from '#contract/account/model.ts'
import type { ProviderCard } from '#contract/account/profile.ts'
import type { Connection } from '#contract/connections/api.ts'
import { addDays, type LocalDate, utcDate } from '#contract/local-date.ts'
import { DirectoryView } from '#src/features/providers/directory/directory-view.tsx'
import { FamilyListPage } from '#src/features/providers/pages/family-list-page.tsx'
import { HubPage } from '#src/features/providers/pages/hub-page.tsx'
import { ProviderPage } from '#src/features/providers/pages/provider-page.tsx'
import { ReviewsPage } from '#src/features/providers/pages/reviews-page.tsx'
import { SpecialtyPage } from '#src/features/providers/pages/specialty-page.tsx'
import type { Reviewed } from '#src/features/providers/review/review-card.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { putProfile } from '#src/session/own-profile.ts'
import { currentSession } from '#src/session/session.ts'
import { answerWith, noNetwork } from '#tests/offline/network.ts'
import { fullUser } from '#tests/src/profile/full-user.ts'
import { card } from '#tests/src/providers/cards.ts'
import { badGateway, refuses, says, serve } from '../fake-server.ts'
import { openMember, openPhone, setOnline } from '../phone.ts'
import { press } from '../press.ts'
import { retryReadFailure } from '../read-failure.ts'
import { renderScreen } from '../router.tsx'

const texts = { none: 'Nobody.', noneText: 'Nobody at all.', failed: 'Failed.' }
const young = addDays(utcDate(Date.now()), -15 * 366)
const soon = () => new Date(Date.now() + 86_400_000).toISOString()

/** A young person of an age at a list of providers, who know each other by nothing. */
async function listOf(providers: readonly ProviderCard[], birthDate: string, offers: unknown) {
  const db = await openPhone()
  const profile = fullUser({ _id: db.userId, birthDate: birthDate as LocalDate })
  await userTransaction(db, [], () => putProfile(db, profile))
  const asked = serve({
    'GET /auth/serviceProviders': says({ providers, next: null }),
    'GET /connections/requests/sent': says({ requests: [], next: null }),
    'GET /connections/friends': says({ friends: [], next: null }),
    [`GET /auth/user/${db.userId}`]: says(profile),
    'GET /booking/offers': offers === undefined ? badGateway : says({ offers }),
  })
  return { screen: await renderScreen(view(db)), asked }
}

function view(db: UserDatabase, userT: UserType = 'Adolescent', role?: string) {
  const names = { firstname: 'Lina', lastname: 'Haddad' }
  const user = { _id: db.userId, userT, ...names, ...(role !== undefined && { role }) }
  return (
    <DirectoryView
      db={db}
      session={{ token: 'secret', user }}
      name={{ specialty: 'Psychotherapist', list: 'listProviders' }}
      texts={texts}
    />
  )
}

test('a minor is not shown who sees adults alone, and is told how many there are', async () => {
  const open = card({ firstname: 'Sofia' })
  const closed = card({ firstname: 'Karim', seesMinors: false })
  const { screen } = await listOf([open, closed], young, [])
  await expect.element(screen.getByText(m.providers_not_shown({ count: 1 }))).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: open.name })).toBeVisible()
  await expect.element(screen.getByText(closed.name)).not.toBeInTheDocument()
})

test('a young person whose age this device does not know yet is shown nobody who sees adults alone', async () => {
  const open = card({ firstname: 'Sofia' })
  const closed = card({ firstname: 'Karim', seesMinors: false })
  const db = await openPhone()
  serve({ 'GET /auth/serviceProviders': says({ providers: [open, closed], next: null }) })
  const screen = await renderScreen(view(db))
  await expect.element(screen.getByRole('heading', { name: open.name })).toBeVisible()
  await expect.element(screen.getByText(closed.name)).not.toBeInTheDocument()
})

test('a parent is shown everybody, whatever this device knows of them', async () => {
  const closed = card({ firstname: 'Karim', seesMinors: false })
  const db = await openPhone('Parent')
  serve({ 'GET /auth/serviceProviders': says({ providers: [closed], next: null }) })
  const screen = await renderScreen(view(db, 'Parent'))
  await expect.element(screen.getByRole('heading', { name: closed.name })).toBeVisible()
})

test('an adult is shown everybody', async () => {
  const closed = card({ firstname: 'Karim', seesMinors: false })
  const { screen } = await listOf([card(), closed], '1998-01-01', [])
  await expect.element(screen.getByRole('heading', { name: closed.name })).toBeVisible()
  expect(screen.container.textContent).not.toContain('only see adults')
})

test('what sessions cost from and when the next is free is one read for all cards', async () => {
  const [one, two] = [card({ firstname: 'Sofia' }), card({ firstname: 'Tara' })]
  const from = { currency: 'USD', finalPriceMinor: 4_500 }
  const { screen, asked } = await listOf([one, two], young, [
    { providerId: one._id, from, nextFree: soon() },
    { providerId: two._id, from: null, nextFree: null },
  ])
  await expect.element(screen.getByText(m.providers_from({ price: '$45' }))).toBeVisible()
  await expect.element(screen.getByText(/^Next free: \w{3} \d/)).toBeVisible()
  const reads = asked.filter(({ url }) => url.includes(one._id) || url.includes(two._id))
  expect(reads).toHaveLength(1)
})

test('where it cannot be read nothing is said of it, and the list is whole', async () => {
  const one = card({ firstname: 'Sofia' })
  const { screen } = await listOf([one], young, undefined)
  await expect.element(screen.getByRole('heading', { name: one.name })).toBeVisible()
  await expect
    .element(screen.getByRole('button', { name: `${m.connections_request()} ${one.name}` }))
    .toBeVisible()
  expect(screen.container.textContent).not.toContain('Next free')
})

test('the whole card opens the page of the provider, and its own controls stay above', async () => {
  const one = card({ firstname: 'Sofia' })
  const { screen } = await listOf([one], young, [])
  const links = screen.getByRole('link')
  await expect.poll(() => links.elements().length).toBe(1)
  const name = screen.getByRole('heading', { name: one.name }).element().getBoundingClientRect()
  const onName = document.elementFromPoint(name.x + name.width / 2, name.y + name.height / 2)
  expect(onName?.closest('a')?.getAttribute('href')).toBe(`/service-providers/${one._id}`)
  const ask = screen.getByRole('button', { name: `${m.connections_request()} ${one.name}` })
  await expect.element(ask).toBeVisible()
  const button = ask.element().getBoundingClientRect()
  const onButton = document.elementFromPoint(
    button.x + button.width / 2,
    button.y + button.height / 2,
  )
  expect(onButton?.closest('button')).toBe(ask.element())
})

test.each([
  [undefined, 1],
  ['superAdmin', 0],
])('a parent with the role %s has %i buttons to ask a provider', async (role, buttons) => {
  const open = card({ firstname: 'Sofia' })
  const db = await openPhone('Parent')
  serve({
    'GET /auth/serviceProviders': says({ providers: [open], next: null }),
    'GET /connections/requests/sent': says({ requests: [], next: null }),
    'GET /connections/friends': says({ friends: [], next: null }),
    [`GET /auth/user/${db.userId}`]: says(fullUser({ _id: db.userId, userT: 'Parent' })),
    'GET /booking/offers': says({ offers: [] }),
  })
  const screen = await renderScreen(view(db, 'Parent', role))
  await expect.element(screen.getByRole('heading', { name: open.name })).toBeVisible()
  const ask = screen.getByRole('button', { name: m.connections_request(), exact: false })
  await expect.poll(() => ask.elements()).toHaveLength(buttons)
})

const nobody = '01890000-0000-7000-8000-000000000000'
const providers = 'GET /auth/serviceProviders'

/** A page of the providers, and a server that has nobody to show. */
async function pageFor(userT: UserType, name: keyof typeof pages) {
  const { db, session } = await openMember(userT)
  const none = says({ providers: [], next: null })
  const answers = {
    [providers]: none,
    [`${providers}/counts`]: says({ counts: {} }),
    [`${providers}/family-constellation-therapists`]: none,
    [`${providers}/parenting-coaches`]: none,
    'GET /admin/providers': none,
    'GET /connections/requests/sent': says({ requests: [], next: null }),
    'GET /connections/friends': says({ friends: [], next: null }),
    [`GET /auth/user/${db.userId}`]: says(fullUser({ _id: db.userId, userT })),
    [`GET /auth/user/${nobody}`]: refuses('not_found'),
  }
  serve(answers)
  return { answers, draw: () => renderScreen(pages[name]({ db, session })) }
}

interface Viewing {
  readonly db: UserDatabase
  readonly session: NonNullable<ReturnType<typeof currentSession>>
}

const pages = {
  specialties: (of: Viewing) => <HubPage {...of} />,
  'an unknown specialty': (of: Viewing) => <SpecialtyPage {...of} specialty="Shaman" />,
  'Yoga Therapists': (of: Viewing) => <SpecialtyPage {...of} specialty="Yoga Therapist" />,
  psychotherapists: (of: Viewing) => <SpecialtyPage {...of} specialty="Psychotherapist" />,
  'family therapists': (of: Viewing) => <FamilyListPage {...of} page="therapists" />,
  'parenting coaches': (of: Viewing) => <FamilyListPage {...of} page="coaches" />,
  'a provider': (of: Viewing) => <ProviderPage {...of} id={nobody} />,
  'no id of a provider': (of: Viewing) => <ProviderPage {...of} id="nobody" />,
  reviews: ({ db }: Viewing) => <ReviewsPage db={db} />,
}

test.each([
  ['Adolescent', 'an unknown specialty', 'No providers found for Shaman.'],
  ['Adolescent', 'Yoga Therapists', 'No providers found for Yoga Therapist.'],
  ['Parent', 'family therapists', 'No therapists available at the moment.'],
  ['Parent', 'parenting coaches', m.providers_coaches_none()],
  ['Adolescent', 'a provider', 'Provider not found.'],
  ['Adolescent', 'no id of a provider', 'Provider not found.'],
  ['Parent', 'reviews', m.reports_review_none()],
] as const)('to %s the page of %s with nobody to show says so', async (userT, page, text) => {
  const { draw } = await pageFor(userT, page)
  const screen = await draw()
  await expect.element(screen.getByText(text, { exact: true }).first()).toBeVisible()
})

const pendingSent = 'GET /connections/requests/sent'
test.each([
  ['Adolescent', 'psychotherapists', pendingSent, 'Failed to fetch pending sent requests'],
  ['Adolescent', 'specialties', `${providers}/counts`, 'Failed to fetch data'],
  ['Adolescent', 'a provider', `GET /auth/user/${nobody}`, 'Failed to load provider'],
  [
    'Parent',
    'family therapists',
    `${providers}/family-constellation-therapists`,
    'Failed to load therapists. Please try again.',
  ],
  [
    'Parent',
    'parenting coaches',
    `${providers}/parenting-coaches`,
    'Failed to load coaches. Please try again.',
  ],
  ['Parent', 'reviews', 'GET /admin/providers', m.reports_review_failed()],
] as const)('what %s cannot read of %s says why, and comes with a retry', async (...row) => {
  const [userT, page, call, failed] = row
  const { answers, draw } = await pageFor(userT, page)
  const screen = await retryReadFailure({ draw, call, answers, failed })
  expect(screen.container.textContent).not.toContain(failed)
})

test('a list that cannot be read says why in a sentence of its own, and comes with a retry', async () => {
  const { answers, draw } = await pageFor('Adolescent', 'Yoga Therapists')
  const screen = await retryReadFailure({
    draw,
    call: providers,
    answers,
    failed: 'Error: Failed to fetch service providers',
    sentence: (reason) => `Error: ${reason}`,
  })
  const none = m.providers_none({ specialty: 'Yoga Therapist' })
  await expect.element(screen.getByText(none)).toBeVisible()
})

test('the server’s own reason goes before the product’s words, with a way back', async () => {
  const { answers, draw } = await pageFor('Adolescent', 'Yoga Therapists')
  serve({ ...answers, [providers]: refuses('busy') })
  const screen = await draw()
  await expect
    .element(screen.getByText('Error: The server is busy. Please try again in a moment.'))
    .toBeVisible()
  await screen.getByRole('link', { name: 'Back to Providers' }).last().click()
  await expect.poll(() => screen.path()).toBe('/service-providers')
})

test('a provider’s page says what is not there yet, and what this device knew last', async () => {
  const { db, session } = await openMember()
  const empty = card({ bio: '' })
  const { _id: id } = empty
  const answers = {
    [`GET /auth/user/${id}`]: says(empty),
    [`GET /pricing/${id}`]: says({ serviceProviderId: id, currency: null, pricingPlans: [] }),
    [`GET /articles/user/${id}`]: says([]),
    [`GET /videos/user/${id}`]: says([]),
    [`GET /service-provider-videos/user/${id}`]: says([]),
  }
  serve(answers)
  const page = <ProviderPage db={db} session={session} id={id} />
  const first = await renderScreen(page)
  for (const text of [
    'No bio provided.',
    'No pricing available.',
    'No video found.',
    'No Articles Yet',
    'No Videos Yet',
  ]) {
    await expect.element(first.getByText(text, { exact: true })).toBeVisible()
  }
  await first.unmount()
  serve({ ...answers, [`GET /auth/user/${id}`]: badGateway })
  const again = await renderScreen(page)
  await expect.element(again.getByRole('heading', { name: empty.name })).toBeVisible()
  const failed = again.getByText('Failed to fetch service provider', { exact: true })
  await expect.element(failed).toBeVisible()
  await expect.element(again.getByText(m.ui_stale())).toBeVisible()
})

test('a provider’s page without the control of the connection says why, and comes with a retry', async () => {
  const { db, session } = await openMember()
  const sofia = card()
  const answers = {
    [`GET /auth/user/${sofia._id}`]: says(sofia),
    [`GET /auth/user/${db.userId}`]: says(fullUser({ _id: db.userId })),
    [`GET /pricing/${sofia._id}`]: says({
      serviceProviderId: sofia._id,
      currency: null,
      pricingPlans: [],
    }),
    [`GET /articles/user/${sofia._id}`]: says([]),
    [`GET /videos/user/${sofia._id}`]: says([]),
    [`GET /service-provider-videos/user/${sofia._id}`]: says([]),
    [pendingSent]: says({ requests: [], next: null }),
    'GET /connections/friends': says({ friends: [], next: null }),
  }
  const screen = await retryReadFailure({
    draw: () => renderScreen(<ProviderPage db={db} session={session} id={sofia._id} />),
    call: pendingSent,
    answers,
    failed: 'Failed to fetch pending sent requests',
  })
  const ask = screen.getByRole('button', { name: `Service Request ${sofia.name}` })
  await expect.element(ask).toBeVisible()
})

test.each([
  ['specialties', m.providers_offline()],
  ['psychotherapists', m.providers_offline()],
  ['a provider', m.providers_offline_one()],
] as const)(
  'the page of %s that was never opened says so without a network',
  async (page, text) => {
    const { draw } = await pageFor('Adolescent', page)
    setOnline(false)
    answerWith(noNetwork)
    const screen = await draw()
    await expect.element(screen.getByText(text)).toBeVisible()
  },
)

test('a request needs the server: without a network it is taken back, and said', async () => {
  const { db, session } = await openMember()
  const sofia = card()
  const request: Connection = {
    _id: '0193a000-0000-7000-8000-00000000c001',
    status: 'pending',
    fromUserId: db.userId,
    toUserId: sofia._id,
    createdAt: '2026-11-20T10:00:00.000Z',
    answeredAt: null,
    endedAt: null,
  }
  const answers = {
    [`GET /auth/user/${sofia._id}`]: says(sofia),
    [`GET /auth/user/${db.userId}`]: says(fullUser({ _id: db.userId })),
    'GET /connections/requests/sent': says({ requests: [], next: null }),
    'GET /connections/friends': says({ friends: [], next: null }),
    'POST /connections/request': says(request, 201),
  }
  serve(answers)
  const screen = await renderScreen(<ProviderPage db={db} session={session} id={sofia._id} />)
  const ask = screen.getByRole('button', { name: `Service Request ${sofia.name}` })
  await expect.element(ask).toBeVisible()
  setOnline(false)
  answerWith(noNetwork)
  await ask.click()
  const alert = screen.getByRole('alert').filter({ hasText: 'connection request' })
  await expect.element(alert).toBeVisible()
  expect(alert.element().textContent).toBe('Failed to send connection request')
  await expect.element(ask).toBeVisible()
  serve(answers)
  setOnline(true)
  await ask.click()
  const remove = screen.getByRole('button', { name: `Remove Request ${sofia.name}` })
  await expect.element(remove).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
})

test('a reason to turn a provider down outlives Esc and a stray tap', async () => {
  serve({ 'GET /admin/providers': says({ providers: [applicant('Rana')], next: null }) })
  const screen = await renderScreen(<ReviewsPage db={await openPhone('Parent')} />)
  await screen.getByRole('button', { name: m.reports_review_reject(), exact: false }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('textbox').fill('The license ran out.')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog.getByRole('textbox')).toHaveValue('The license ran out.')
  press(dialog.getByRole('button', { name: m.reports_keep() }))
  await expect.element(dialog).not.toBeInTheDocument()
})

test('the buttons of two reviews are told apart by their names', async () => {
  const providers = [applicant('Rana'), applicant('Nour')]
  serve({ 'GET /admin/providers': says({ providers, next: null }) })
  const screen = await renderScreen(<ReviewsPage db={await openPhone('Parent')} />)
  for (const { name } of providers) {
    for (const words of [m.reports_review_approve(), m.reports_review_reject()]) {
      const button = screen.getByRole('button', { name: `${words} ${name}` })
      await expect.element(button).toBeVisible()
    }
  }
})

/** A care provider whose papers wait for a superAdmin. */
function applicant(firstname: string): Reviewed {
  const name = `${firstname} Haddad`
  const given = { _id: crypto.randomUUID(), userT: 'ServiceProvider', name, firstname } as const
  const admin = { view: 'admin', createdAt: '2026-11-01T09:00:00.000Z' } as const
  return { ...fullUser({ ...given, verifiedAt: null }), ...admin, papers: [] }
}
