import { Link } from '@tanstack/react-router'
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { UserType } from '#contract/account/model.ts'
import { packStrangerText, type ReceivedPack, type SentPack } from '#contract/library/packs.ts'
import { problem } from '#contract/problem.ts'
import { refreshResource } from '#src/data/resource.ts'
import { packsResource } from '#src/features/library/packs/packs-resource.ts'
import { PacksPage, type PacksSearch } from '#src/features/library/pages/packs-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { hasDirtyForm } from '#src/lib/dirty.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { sharedDatabase } from '#src/offline/storage/shared-database.ts'
import { readOnlyHere } from '#src/session/log-out.ts'
import { ours } from '#tests/offline/network.ts'
import { article } from '#tests/src/library/articles.ts'
import { refuses, says, serve, type Answers } from '../fake-server.ts'
import { openPhone, setOnline } from '../phone.ts'
import { press } from '../press.ts'
import { renderScreen } from '../router.tsx'

const changes = { articles: [], videos: [], removed: [], next: 1, more: false, reset: false }
const [walk, diary] = [article({ title: 'A walk' }), article({ title: 'A diary' })]
const library = {
  'GET /library/changes': says(changes),
  'GET /articles': says([diary, walk]),
  'GET /videos': says([]),
}

afterEach(async () => {
  const { articles, videos, facts } = sharedDatabase()
  await Promise.all([articles.clear(), videos.clear(), facts.clear()])
})

async function open(userT: UserType, answers: Answers, search: PacksSearch = {}) {
  const db = await openPhone(userT)
  const asked = serve({ ...library, ...answers })
  const session = sessionOf(db, userT)
  const screen = await renderScreen(<PacksPage db={db} session={session} search={search} />)
  return { db, asked, screen }
}

function sessionOf({ userId }: UserDatabase, userT: UserType = 'ServiceProvider') {
  return {
    token: 'secret',
    user: { _id: userId, userT, firstname: 'Lina', lastname: 'H' },
  } as const
}

const received: ReceivedPack = {
  _id: '0193a000-0000-7000-8000-00000000000b',
  provider: walk.author,
  title: 'For a calm week',
  note: 'Read one when you feel like it.',
  articles: [
    { _id: walk._id, title: 'A walk' },
    { _id: diary._id, title: null },
  ],
  createdAt: '2026-11-01T09:00:00.000Z',
}

function friend(userType: UserType, firstname: string) {
  return {
    id: crypto.randomUUID(),
    firstname,
    lastname: 'Haddad',
    userType,
    specialization: null,
    profileImg: null,
    connectionId: crypto.randomUUID(),
    since: '2026-11-01T09:00:00.000Z',
  }
}

const sent: SentPack = {
  _id: '0193a000-0000-7000-8000-00000000000c',
  title: 'For a calm week',
  note: '',
  articles: [{ _id: walk._id, title: 'A walk' }],
  createdAt: '2026-11-01T09:00:00.000Z',
  receivers: [{ ...friend('Parent', 'Rana'), received: true }],
  others: 2,
}

test('a young person reads what was picked for them, and what is saved', async () => {
  const { screen } = await open('Adolescent', {
    'GET /packs': says({ packs: [received] }),
    [`GET /articles/${walk._id}`]: says(walk),
  })
  await expect.element(screen.getByRole('heading', { name: received.title })).toBeVisible()
  await expect.element(screen.getByText(received.note)).toBeVisible()
  const link = screen.getByRole('link', { name: 'A walk' })
  await expect.element(link).toHaveAttribute('href', `/library/articles/${walk._id}`)
  await expect.element(screen.getByText(m.library_saved(), { exact: true })).toBeVisible()
  await expect.element(screen.getByText(m.library_packs_gone())).toBeVisible()
})

test('a pack is reported by its reader’s own id, also without a network', async () => {
  const { db, screen } = await open('Adolescent', {
    'GET /packs': says({ packs: [received] }),
    [`GET /articles/${walk._id}`]: says(walk),
  })
  await expect.element(screen.getByRole('heading', { name: received.title })).toBeVisible()
  setOnline(false)
  await screen.getByRole('button', { name: m.library_menu(received) }).click()
  await screen.getByRole('menuitem', { name: m.reports_report() }).click()
  await expect.element(screen.getByText(m.reports_report_pack_title())).toBeVisible()
  await screen.getByRole('button', { name: m.reports_reason_harassment() }).click()
  await expect.element(screen.getByText(m.reports_thanks_offline())).toBeVisible()
  expect(await db.outbox.toArray()).toMatchObject([
    { kind: 'safety.report', payload: { target: { kind: 'pack', id: received._id } } },
  ])
})

test('a report that is being written outlives the pack that is taken back', async () => {
  let packs = [received]
  const { db, screen } = await open('Adolescent', {
    'GET /packs': () => ours({ packs }),
    [`GET /articles/${walk._id}`]: says(walk),
  })
  await screen.getByRole('button', { name: m.library_menu(received) }).click()
  await screen.getByRole('menuitem', { name: m.reports_report() }).click()
  const sheet = screen.getByRole('dialog')
  await sheet.getByText(m.reports_note()).first().click()
  await sheet.getByRole('textbox').fill('They wrote this.')
  packs = []
  await refreshResource(db, packsResource)
  await expect.element(screen.getByText(m.library_packs_empty_text())).toBeInTheDocument()
  await screen.getByRole('button', { name: m.reports_reason_harassment() }).click()
  await expect.element(screen.getByText(m.reports_thanks_title())).toBeVisible()
  expect(await db.outbox.toArray()).toMatchObject([
    { payload: { target: { kind: 'pack', id: received._id }, note: 'They wrote this.' } },
  ])
})

test('nobody who was sent nothing is left before an empty page', async () => {
  const { screen } = await open('Parent', { 'GET /packs': says({ packs: [] }) })
  await expect.element(screen.getByText(m.library_packs_empty_text())).toBeVisible()
})

test('a care provider sends what they tick, once, to young people and parents', async () => {
  const [nour, rana] = [friend('Adolescent', 'Nour'), friend('Parent', 'Rana')]
  const { asked, screen } = await open(
    'ServiceProvider',
    {
      'GET /connections/friends': says({ friends: [nour, rana], next: null }),
      'POST /packs': (request) => {
        sent.push(request.clone())
        return ours(problem('busy'), { status: 503 })
      },
    },
    { send: true, article: walk._id, to: nour.id },
  )
  const sent: Request[] = []
  await expect.element(screen.getByRole('checkbox', { name: 'A walk' })).toBeChecked()
  await expect.element(screen.getByRole('checkbox', { name: 'Nour Haddad' })).toBeChecked()
  await expect.element(screen.getByRole('group', { name: m.library_packs_parents() })).toBeVisible()
  await screen.getByRole('checkbox', { name: 'Rana Haddad' }).click()
  await screen.getByRole('checkbox', { name: 'A diary' }).click()
  await screen.getByRole('button', { name: m.library_packs_send(), exact: true }).click()
  await expect.element(screen.getByText('Title is required')).toBeVisible()
  await screen.getByLabelText(m.library_packs_title()).fill('For a calm week')
  for (const times of [1, 2]) {
    await screen.getByRole('button', { name: m.library_packs_send(), exact: true }).click()
    await expect.poll(() => sent).toHaveLength(times)
  }
  const button = screen.getByRole('button', { name: m.library_packs_send(), exact: true })
  await expect.element(button).not.toHaveAttribute('aria-disabled', 'true')
  // An update of the app must not reload over what was not sent.
  expect(hasDirtyForm()).toBe(true)
  expect(await sent[0]?.json()).toEqual({
    title: 'For a calm week',
    note: '',
    articleIds: [walk._id, diary._id],
    receiverIds: [nour.id, rana.id],
  })
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
  expect([keys[0] === keys[1], keys[0]]).toEqual([true, expect.any(String)])
  expect(asked.length).toBeGreaterThan(0)
})

/** The form with an article and a reader; what it sends is refused. */
async function openForm() {
  const nour = friend('Adolescent', 'Nour')
  const sent: unknown[] = []
  const { screen } = await open(
    'ServiceProvider',
    {
      'GET /connections/friends': says({ friends: [nour], next: null }),
      'POST /packs': async (request) => {
        sent.push(await request.clone().json())
        return ours(problem('busy'), { status: 503 })
      },
    },
    { send: true, article: walk._id, to: nour.id },
  )
  return { screen, sent }
}

test('a pack that was not sent because the session had ended is there again after the login, until it is sent', async () => {
  const nour = friend('Adolescent', 'Nour')
  const friends = { 'GET /connections/friends': says({ friends: [nour], next: null }) }
  const send = { name: m.library_packs_send(), exact: true }
  const note = { name: m.library_packs_note(), exact: false }
  const { db, asked, screen } = await open(
    'ServiceProvider',
    { ...friends, 'POST /packs': refuses('unauthenticated') },
    { send: true, to: nour.id },
  )
  await screen.getByRole('checkbox', { name: 'A diary' }).click()
  await screen.getByLabelText(m.library_packs_title()).fill('For a calm week')
  await screen.getByRole('textbox', note).fill('One a day.')
  await screen.getByRole('button', send).click()
  const posts = (requests: readonly Request[]) => requests.filter(({ method }) => method === 'POST')
  await expect.poll(() => posts(asked)).toHaveLength(1)
  expect((await readOnlyHere(db)).otherDrafts).toBe(true)
  await screen.unmount()

  const again = serve({ ...library, ...friends, 'POST /packs': says(sent, 201) })
  const form = () =>
    renderScreen(<PacksPage db={db} session={sessionOf(db)} search={{ send: true }} />)
  const second = await form()
  await expect
    .element(second.getByLabelText(m.library_packs_title()))
    .toHaveValue('For a calm week')
  await expect.element(second.getByRole('textbox', note)).toHaveValue('One a day.')
  await expect.element(second.getByRole('checkbox', { name: 'A diary' })).toBeChecked()
  await expect.element(second.getByRole('checkbox', { name: 'Nour Haddad' })).toBeChecked()
  await second.getByRole('button', send).click()
  await expect.element(second.getByText(m.library_packs_sent())).toBeVisible()
  const keys = [...posts(asked), ...posts(again)].map(({ headers }) =>
    headers.get('idempotency-key'),
  )
  expect(keys).toEqual([keys[0], keys[0]])
  await second.unmount()

  const third = await form()
  await expect.element(third.getByRole('textbox', note)).toHaveValue('')
  await expect.element(third.getByRole('checkbox', { name: 'A diary' })).not.toBeChecked()
  expect((await readOnlyHere(db)).otherDrafts).toBe(false)
})

test('Enter in the search of the form looks for articles and sends nothing', async () => {
  const { screen, sent } = await openForm()
  await screen.getByLabelText(m.library_packs_title()).fill('For a calm week')
  const box = screen.getByRole('searchbox')
  await box.fill('diary')
  await userEvent.keyboard('{Enter}')
  await expect.element(box).toHaveFocus()
  await screen.getByRole('checkbox', { name: 'A diary' }).click()
  await screen.getByRole('button', { name: m.library_packs_send(), exact: true }).click()
  await expect.poll(() => sent).toMatchObject([{ articleIds: [walk._id, diary._id] }])
})

test('what is gone from the library meanwhile is not sent along', async () => {
  const { screen, sent } = await openForm()
  const box = screen.getByRole('checkbox', { name: 'A diary' })
  await box.click()
  await sharedDatabase()
    .articles.filter((row) => row._id === diary._id)
    .delete()
  await expect.element(box).not.toBeInTheDocument()
  await screen.getByLabelText(m.library_packs_title()).fill('For a calm week')
  await screen.getByRole('button', { name: m.library_packs_send(), exact: true }).click()
  await expect.poll(() => sent).toMatchObject([{ articleIds: [walk._id] }])
})

test('a pack without anything to read says so where it is chosen', async () => {
  const nour = friend('Adolescent', 'Nour')
  const answers = { 'GET /connections/friends': says({ friends: [nour], next: null }) }
  const { screen } = await open('ServiceProvider', answers, { send: true, to: nour.id })
  const diary = screen.getByRole('checkbox', { name: 'A diary' })
  await expect.element(diary).toBeVisible()
  await screen.getByRole('button', { name: m.library_packs_send(), exact: true }).click()
  await expect.element(screen.getByText('Title is required')).toBeVisible()
  const group = m.library_packs_pick_articles({ max: 10 })
  await expect
    .poll(() => document.activeElement?.closest('fieldset')?.querySelector('legend')?.textContent)
    .toBe(group)
  await expect.element(screen.getByRole('group', { name: group })).toHaveAccessibleDescription()
})

test('a refusal stands beside whom it is about, and nothing typed is lost', async () => {
  const nour = friend('Adolescent', 'Nour')
  const refusal = problem('not_found', { fields: { 'receiverIds.0': packStrangerText } })
  const { screen } = await open(
    'ServiceProvider',
    {
      'GET /connections/friends': says({ friends: [nour], next: null }),
      'POST /packs': () => ours(refusal, { status: 404 }),
    },
    { send: true, article: walk._id, to: nour.id },
  )
  await screen.getByLabelText(m.library_packs_title()).fill('For a calm week')
  await screen.getByRole('button', { name: m.library_packs_send(), exact: true }).click()
  await expect.element(screen.getByText(packStrangerText)).toBeVisible()
  const box = screen.getByRole('checkbox', { name: 'Nour Haddad' })
  await expect.element(box).toHaveAttribute('aria-invalid', 'true')
  await expect
    .element(screen.getByLabelText(m.library_packs_title()))
    .toHaveValue('For a calm week')
})

test.each([
  ['takes one back', says(null, 204)],
  ['takes one back whose answer was lost', refuses('not_found')],
])('a care provider sees what arrived, and %s', async (_name, answer) => {
  const { screen } = await open('ServiceProvider', {
    'GET /packs/sent': says({ packs: [sent] }),
    [`DELETE /packs/${sent._id}`]: answer,
  })
  await expect
    .element(screen.getByText(m.library_packs_received({ name: 'Rana Haddad' })))
    .toBeVisible()
  await expect.element(screen.getByText(m.library_packs_others({ count: 2 }))).toBeVisible()
  const about = `${m.library_packs_take_back()} ${sent.title}`
  await screen.getByRole('button', { name: about }).click()
  await expect.element(screen.getByText(m.library_packs_take_back_text())).toBeVisible()
  await screen
    .getByRole('dialog')
    .getByRole('button', { name: m.library_packs_take_back(), exact: true })
    .click()
  await expect.element(screen.getByText(m.library_packs_none_sent())).toBeVisible()
})

test('a pack that arrives after its page was left leads nobody back', async () => {
  const nour = friend('Adolescent', 'Nour')
  const answer = Promise.withResolvers<undefined>()
  const db = await openPhone('ServiceProvider')
  const asked = serve({
    ...library,
    'GET /connections/friends': says({ friends: [nour], next: null }),
    'POST /packs': async () => {
      await answer.promise
      return ours(sent, { status: 201 })
    },
  })
  const user = {
    _id: db.userId,
    userT: 'ServiceProvider',
    firstname: 'Lina',
    lastname: 'H',
  } as const
  const search = { send: true, article: walk._id, to: nour.id }
  const screen = await renderScreen(
    <>
      <PacksPage db={db} session={{ token: 'secret', user }} search={search} />
      <Link to="/library">Go on</Link>
    </>,
  )
  await screen.getByLabelText(m.library_packs_title()).fill('For a calm week')
  press(screen.getByRole('button', { name: m.library_packs_send(), exact: true }))
  await expect.poll(() => asked.filter(({ method }) => method === 'POST')).toHaveLength(1)
  press(screen.getByRole('link', { name: 'Go on' }))
  await expect.poll(screen.path).toBe('/library')
  answer.resolve(undefined)
  await expect.element(screen.getByText(m.library_packs_sent())).toBeVisible()
  expect(screen.path()).toBe('/library')
})
