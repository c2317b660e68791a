import { beforeEach, expect, test, vi } from 'vitest'
import type { UserType } from '#contract/account/model.ts'
import { HubPage } from '#src/features/providers/pages/hub-page.tsx'
import { SpecialtyPage } from '#src/features/providers/pages/specialty-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { sharedDatabase } from '#src/offline/storage/shared-database.ts'
import { answerWith, noNetwork, ours } from '#tests/offline/network.ts'
import { fullUser } from '#tests/src/profile/full-user.ts'
import { card } from '#tests/src/providers/cards.ts'
import { badGateway, says, serve, type Answers } from '../fake-server.ts'
import { openMember, setOnline } from '../phone.ts'
import { renderScreen } from '../router.tsx'

const lists = 'GET /auth/serviceProviders'
const pageRows = 24
const psychotherapists = Array.from({ length: pageRows + 6 }, (_, at) =>
  card({ lastname: `Nr ${at}`, seesMinors: true }),
)

/** The lists of care providers that this device has, by name. */
async function storedLists(): Promise<string[]> {
  return (await sharedDatabase().providerLists.toCollection().primaryKeys()).map(String)
}

beforeEach(async () => {
  // Where other work has the cores, a browser never says that it is idle.
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run))
  const { providers, providerLists, facts } = sharedDatabase()
  await Promise.all([providers.clear(), providerLists.clear(), facts.clear()])
})

/** Somebody at the specialties, told of so many care providers that their device does not fetch them all. */
async function openHub(userT: UserType, given: Answers = {}) {
  const { db, session } = await openMember(userT)
  const answers: Answers = {
    [`${lists}/counts`]: says({ counts: { Psychotherapist: 1_000, 'Life Coach': 40 } }),
    [lists]: ({ url }) => {
      const asked = new URL(url).searchParams
      if (asked.get('specialty') !== 'Psychotherapist') return ours({ providers: [], next: null })
      return asked.has('after')
        ? ours({ providers: psychotherapists.slice(pageRows), next: null })
        : ours({ providers: psychotherapists.slice(0, pageRows), next: 'more' })
    },
    'GET /connections/requests/sent': says({ requests: [], next: null }),
    'GET /connections/friends': says({ friends: [], next: null }),
    'GET /booking/offers': says({ offers: [] }),
    [`GET /auth/user/${db.userId}`]: says(fullUser({ _id: db.userId, userT })),
  }
  const asked = serve({ ...answers, ...given })
  const hub = await renderScreen(<HubPage db={db} session={session} />)
  const link = hub.getByRole('link', { name: 'Psychotherapist', exact: true })
  await expect.element(link).toBeVisible()
  const openList = async () => {
    await hub.unmount()
    return renderScreen(<SpecialtyPage db={db} session={session} specialty="Psychotherapist" />)
  }
  return { answers, asked, hub, openList }
}

test('the first cards of a specialty that was never opened are there without a network', async () => {
  // Whoever is under 18 is not shown all of them.
  const { openList } = await openHub('Parent')
  await expect.poll(storedLists).toContain('start:Psychotherapist')
  setOnline(false)
  answerWith(noNetwork)
  const list = await openList()
  await expect
    .element(list.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Psychotherapist Providers')
  const asOf = list.getByText(/^As of \w+ \d+, \d{4} at .+ There may be more\.$/)
  await expect.element(asOf).toBeVisible()
  await expect.element(list.getByText(m.providers_found_part({ count: pageRows }))).toBeVisible()
  await expect.poll(() => list.container.querySelectorAll('li section')).toHaveLength(pageRows)
  await list.getByPlaceholder('Search by name or specialty').fill('nobody of this name')
  await expect.element(list.getByText(m.providers_none_part())).toBeVisible()
  await expect
    .element(list.getByText('No providers found for Psychotherapist.'))
    .not.toBeInTheDocument()
})

test('opened with a network, the rest of the list follows its first cards', async () => {
  const { openList } = await openHub('Adolescent')
  await expect.poll(storedLists).toContain('start:Psychotherapist')
  const list = await openList()
  const found = m.providers_found({ count: psychotherapists.length })
  await expect.element(list.getByText(found)).toBeVisible()
  await expect.poll(storedLists).toContain('Psychotherapist')
  expect(await storedLists()).not.toContain('start:Psychotherapist')
})

test('what is fetched ahead fails without a word, and does no harm', async () => {
  const { answers, asked, hub, openList } = await openHub('Adolescent', { [lists]: badGateway })
  await expect.poll(() => asked.some(({ url }) => url.includes('specialty='))).toBe(true)
  expect(await storedLists()).toEqual([])
  await expect.element(hub.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(hub.getByText(m.providers_failed_list())).not.toBeInTheDocument()
  serve(answers)
  const list = await openList()
  const found = m.providers_found({ count: psychotherapists.length })
  await expect.element(list.getByText(found)).toBeVisible()
})
