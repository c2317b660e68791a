import type { ReactNode } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { snapshotText } from '#contract/quests/response.ts'
import type { Played } from '#src/features/quests/played.ts'
import { ShareControl } from '#src/features/quests/share/share-control.tsx'
import { SharedResults } from '#src/features/quests/share/shared-results.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { currentToasts } from '#src/ui/message/toast.tsx'
import { answerWith, noNetwork, ours } from '#tests/offline/network.ts'
import { badGateway, refuses, says, serve } from '../fake-server.ts'
import { openPhone, setOnline } from '../phone.ts'
import { renderScreen } from '../router.tsx'

const someone = '01900000-0000-7000-8000-000000000007'
const somebody = { _id: someone, firstname: 'Lina', lastname: 'Haddad' }
const resultId = '01900000-0000-7000-8000-000000000009'

const parts: [name: string, (db: UserDatabase) => ReactNode, failed: string][] = [
  [
    'the results shared with a provider',
    (db) => <SharedResults db={db} of={somebody} />,
    m.quests_shared_failed(),
  ],
]

test.each(parts)('%s: a shape until the server has said', async (_, part) => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answerWith(() => promise)
  const screen = await render(part(await openPhone()))
  await expect.element(screen.getByText(m.ui_loading())).toBeInTheDocument()
  resolve(ours([]))
})

test.each(parts)('%s: what failed says so in the server’s words', async (_, part) => {
  answerWith(refuses('busy', 'Come back at nine.'))
  const screen = await render(part(await openPhone()))
  await expect.element(screen.getByRole('alert').getByText('Come back at nine.')).toBeVisible()
})

test.each(parts)('%s: says in its own words what needs the network', async (_, part, failed) => {
  setOnline(false)
  answerWith(noNetwork)
  const screen = await render(part(await openPhone()))
  await expect.element(screen.getByRole('alert').getByText(failed)).toBeVisible()
})

test('a retry brings the shared results, with the words that belong beside each', async () => {
  answerWith(badGateway)
  const screen = await render(<SharedResults db={await openPhone()} of={somebody} />)
  await expect.element(screen.getByRole('alert')).toBeVisible()
  const result = {
    id: resultId,
    userId: someone,
    questId: 2,
    title: 'Energy Surge',
    takenOn: '2026-11-21',
    band: { label: 'Steady', text: 'All is well.' },
    scores: [
      { label: 'Surge', value: 3, min: 0, max: 27 },
      { label: 'A mean', value: 2.857143, min: 0, max: 4 },
    ],
    destination: null,
    notice: snapshotText,
  }
  serve({ [`GET /surveys/shared/${someone}`]: says([result]) })
  await screen.getByRole('button', { name: m.ui_retry() }).click()
  for (const text of ['Energy Surge', 'November 21, 2026', 'Steady', snapshotText]) {
    await expect.element(screen.getByText(text)).toBeVisible()
  }
  for (const number of [
    { value: 3, max: 27 },
    { value: 2.86, max: 4 },
  ]) {
    await expect.element(screen.getByText(m.quests_number(number))).toBeVisible()
  }
})

const shown = {
  id: resultId,
  userId: someone,
  questId: 2,
  title: 'Energy Surge',
  takenOn: '2026-11-21',
  band: { label: 'Steady', text: 'All is well.' },
  scores: [{ label: 'Surge', value: 3, min: 0, max: 27 }],
  destination: null,
  notice: snapshotText,
}
const saves = `POST /surveys/shared/${someone}/${resultId}/saves`

test('a shared result is saved as a file once the server has noted it, with initials unless the name is chosen', async () => {
  const saved = { ...shown, version: 1, birthYear: 2010, savedAt: '2026-11-23T12:00:00.000Z' }
  const asked = serve({ [`GET /surveys/shared/${someone}`]: says([shown]), [saves]: says(saved) })
  const files = downloads()
  const db = await openPhone('ServiceProvider')
  const screen = await render(<SharedResults db={db} of={somebody} />)
  const save = async () => {
    await screen.getByRole('button', { name: m.quests_clinic(), exact: true }).click()
    return screen.getByRole('button', { name: m.quests_clinic_action() })
  }
  await (await save()).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1)
  const [file = ''] = await files()
  expect(file).toContain('L. H.')
  expect(file).not.toContain('"given"')
  const button = await save()
  await screen.getByRole('checkbox', { name: m.quests_clinic_name() }).click()
  await button.click()
  await expect.poll(async () => (await files()).at(1)).toContain('"given":["Lina"]')
})

test('a file that the server could not note is not made, and says why', async () => {
  serve({ [`GET /surveys/shared/${someone}`]: says([shown]), [saves]: refuses('not_found') })
  const files = downloads()
  const screen = await render(
    <SharedResults db={await openPhone('ServiceProvider')} of={somebody} />,
  )
  await screen.getByRole('button', { name: m.quests_clinic(), exact: true }).click()
  await screen.getByRole('button', { name: m.quests_clinic_action() }).click()
  await expect.element(screen.getByRole('dialog').getByRole('alert')).toBeVisible()
  setOnline(false)
  await expect.element(screen.getByText(m.quests_clinic_offline({ name: 'Lina' }))).toBeVisible()
  await expect
    .element(screen.getByRole('button', { name: m.quests_clinic_action() }))
    .toBeDisabled()
  expect(await files()).toEqual([])
})

/** The texts of what goes to the downloads from now on. */
function downloads() {
  const made = vi.spyOn(URL, 'createObjectURL')
  onTestFinished(() => made.mockRestore())
  return () =>
    Promise.all(
      made.mock.calls.map(([blob]) => new Response(blob instanceof Blob ? blob : '').text()),
    )
}

test('who shares nothing is no error', async () => {
  answerWith(refuses('not_found'))
  const screen = await render(<SharedResults db={await openPhone()} of={somebody} />)
  await expect.element(screen.getByText(m.quests_shared_empty())).toBeVisible()
  expect(screen.container.textContent).not.toContain(snapshotText)
})

const played: Played = {
  id: resultId,
  questId: 2,
  version: 1,
  takenOn: '2026-11-21',
  state: 'sent',
  result: {
    questId: 2,
    type: 'pmq9',
    version: 1,
    scores: {},
    band: 'calm',
    tone: 'calm',
    destination: null,
    risks: [],
  },
  playPoints: 90,
  points: 90,
  sharedWith: [],
}

function provider(firstname: string, given = {}) {
  return {
    id: crypto.randomUUID(),
    firstname,
    lastname: 'Roe',
    userType: 'ServiceProvider',
    specialization: null,
    profileImg: null,
    connectionId: crypto.randomUUID(),
    since: '2026-11-01T12:00:00.000Z',
    ...given,
  }
}

async function openSheet() {
  const control = <ShareControl db={await openPhone()} played={played} label="Steady" />
  const screen = await renderScreen(control)
  await screen.getByRole('button', { name: m.quests_share() }).click()
  return screen
}

test('sharing needs the network, and says so', async () => {
  setOnline(false)
  answerWith(noNetwork)
  const screen = await openSheet()
  await expect.element(screen.getByRole('alert').getByText(m.quests_share_offline())).toBeVisible()
})

test('providers that could not be read come with a retry; one who sees nobody of this age is left out', async () => {
  answerWith(badGateway)
  const screen = await openSheet()
  const failed = screen.getByRole('alert').getByText(m.quests_share_list_failed())
  await expect.element(failed).toBeVisible()
  const friends = [provider('Ada'), provider('Max', { unavailable: true })]
  serve({ 'GET /connections/friends': says({ friends, next: null }) })
  await screen.getByRole('button', { name: m.ui_retry() }).click()
  const box = (name: string) =>
    screen.getByRole('checkbox', { name: m.quests_share_toggle({ name }) })
  await expect.element(box('Ada Roe')).toBeInTheDocument()
  await expect.element(box('Max Roe')).not.toBeInTheDocument()
})

test.each([
  ['no provider', []],
  ['none who sees people of this age', [provider('Max', { unavailable: true })]],
])('who is connected with %s finds the way to one', async (_, friends) => {
  serve({ 'GET /connections/friends': says({ friends, next: null }) })
  const screen = await openSheet()
  await expect.element(screen.getByText(m.quests_share_nobody())).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: m.quests_share_nobody_link() }))
    .toBeVisible()
})

test.each([
  ['was refused', refuses('busy'), m.quests_share_failed()],
  ['has no answer', badGateway, m.sharing_change_unknown()],
])('a share that %s says so in the sheet, over which no other word shows', async (_, how, text) => {
  const ada = provider('Ada')
  serve({
    'GET /connections/friends': says({ friends: [ada], next: null }),
    [`PUT /me/quest-results/${resultId}/shares/${ada.id}`]: how,
  })
  const screen = await openSheet()
  const box = screen.getByRole('checkbox', { name: m.quests_share_toggle({ name: 'Ada Roe' }) })
  await box.click()
  const sheet = screen.getByRole('dialog')
  await expect.element(sheet.getByRole('alert').getByText(text)).toBeVisible()
  expect(currentToasts()).toEqual([])
  await expect.element(box).not.toBeChecked()
})
