import { expect, test } from 'vitest'
import { userEvent, type Locator } from 'vitest/browser'
import type { UserType } from '#contract/account/model.ts'
import type { Connection, ReceivedRequest, SentRequest } from '#contract/connections/api.ts'
import { problem } from '#contract/problem.ts'
import { ConnectPart } from '#src/features/connections/connect-part.tsx'
import {
  useConnectionStatuses,
  type ConnectionStatus,
} from '#src/features/connections/connections-resource.ts'
import { CirclePage } from '#src/features/connections/pages/circle-page.tsx'
import { DashPage } from '#src/features/connections/pages/dash-page.tsx'
import { RequestsPage } from '#src/features/connections/pages/requests-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { hasDirtyForm } from '#src/lib/dirty.ts'
import { ImageSource, type LoadImage } from '#src/lib/private-image.tsx'
import { answerWith, noNetwork, ours } from '#tests/offline/network.ts'
import { friend, received } from '#tests/src/connections/people.ts'
import { fullUser } from '#tests/src/profile/full-user.ts'
import { card } from '#tests/src/providers/cards.ts'
import { badGateway, refuses, says, serve, type Answers } from '../fake-server.ts'
import { openMember, openPhone, setOnline } from '../phone.ts'
import { retryReadFailure } from '../read-failure.ts'
import { renderScreen } from '../router.tsx'

const provider = card({ firstname: 'Sofia' })
const pending: Connection = {
  _id: '0193a000-0000-7000-8000-00000000c001',
  status: 'pending',
  fromUserId: '0193a000-0000-7000-8000-000000000001',
  toUserId: provider._id,
  createdAt: '2026-11-20T10:00:00.000Z',
  answeredAt: null,
  endedAt: null,
}

async function beside(answers: Answers, status: ConnectionStatus = { status: 'none' }) {
  const db = await openPhone()
  const asked = serve(answers)
  const screen = await renderScreen(
    <ConnectPart db={db} provider={provider} status={status} taken withSentence />,
  )
  const field = screen.getByRole('textbox')
  const ask = screen.getByRole('button', { name: `${m.connections_request()} ${provider.name}` })
  return { db, asked, screen, field, ask }
}

test('a request takes a sentence along, cleaned, and what happens next is said before and after', async () => {
  const { db, asked, screen, field, ask } = await beside({
    'POST /connections/request': says(pending, 201),
  })
  await expect.element(screen.getByText(m.connections_next({ name: provider.name }))).toBeVisible()
  expect(hasDirtyForm()).toBe(false)
  await field.fill('  I sleep badly.\u200B ')
  expect(hasDirtyForm()).toBe(true)
  await ask.click()
  await expect.poll(hasDirtyForm).toBe(false)
  await expect.poll(() => asked.length).toBe(1)
  const body: unknown = await asked[0]?.json()
  expect(body).toEqual({ requestedServiceProvider: provider._id, message: 'I sleep badly.' })
  await expect
    .poll(async () => (await db.sentRequests.toArray())[0]?.message)
    .toBe('I sleep badly.')
  // The button has gone with the focus on it: what comes next has it, and is read.
  await expect
    .poll(() => document.querySelector('div:focus')?.textContent)
    .toContain(m.connections_next_pending({ name: provider.name }))
})

test('nothing has to be written', async () => {
  const { asked, ask } = await beside({ 'POST /connections/request': says(pending, 201) })
  await ask.click()
  await expect.poll(() => asked.length).toBe(1)
  expect(await asked[0]?.json()).toEqual({ requestedServiceProvider: provider._id })
})

test('what was written is still there where the server refused', async () => {
  const { screen, field, ask } = await beside({
    'POST /connections/request': refuses('minors_not_seen', 'Only adults.'),
  })
  await field.fill('I sleep badly.')
  await ask.click()
  await expect.element(screen.getByText(/Only adults\./)).toBeVisible()
  await expect.element(field).toHaveValue('I sleep badly.')
})

test('the provider reads the sentence beside the request', async () => {
  const db = await openPhone('ServiceProvider')
  const fromUser = {
    id: pending.fromUserId,
    firstname: 'Lina',
    lastname: 'Haddad',
    userType: 'Adolescent',
    bio: 'I draw.',
    profileImg: null,
    isMinor: true,
  } as const
  const request: ReceivedRequest = { ...pending, fromUser, message: 'I sleep badly.' }
  serve({
    'GET /connections/requests/received': says({ requests: [request], next: null }),
    [`GET /auth/user/${db.userId}`]: says(fullUser({ _id: db.userId, userT: 'ServiceProvider' })),
  })
  const screen = await renderScreen(<RequestsPage db={db} />)
  await expect.element(screen.getByText('I sleep badly.')).toBeVisible()
  await expect.element(screen.getByText(m.connections_sentence_of({ name: 'Lina' }))).toBeVisible()
})

test('whoever asked reads their own sentence among their requests', async () => {
  const { db, session } = await openMember()
  const { _id: id, firstname, lastname, specialization, profileImg } = provider
  const toUser = { id, firstname, lastname, specialization, profileImg }
  const sent: SentRequest = { ...pending, toUser, message: 'I sleep badly.' }
  serve({ 'GET /connections/requests/sent': says({ requests: [sent], next: null }) })
  const screen = await renderScreen(<DashPage db={db} session={session} />)
  const own = m.connections_own_sentence({ sentence: 'I sleep badly.' })
  await expect.element(screen.getByText(own)).toBeVisible()
})

const busy = 'The server is busy. Please try again in a moment.'
const readSent = 'GET /connections/requests/sent'
const readReceived = 'GET /connections/requests/received'
const readFriends = 'GET /connections/friends'

/** A page of one's connections by its address. */
const pages = {
  '/connection-requests': RequestsPage,
  '/circle-of-care': CirclePage,
  '/conn-dash': DashPage,
}

/** Somebody at one of these pages, and a server where they have done nothing yet. */
async function pageOf(userT: UserType, path: keyof typeof pages, answers: Answers = {}) {
  const { db, session } = await openMember(userT)
  const all = {
    [readSent]: says({ requests: [], next: null }),
    [readReceived]: says({ requests: [], next: null }),
    [readFriends]: says({ friends: [], next: null }),
    [`GET /auth/user/${db.userId}`]: says(fullUser({ _id: db.userId, userT })),
    ...answers,
  }
  serve(all)
  const Page = pages[path]
  return { db, all, draw: () => renderScreen(<Page db={db} session={session} />) }
}

test.each([
  ['ServiceProvider', '/connection-requests', 'No pending connection requests.'],
  ['Adolescent', '/circle-of-care', 'No connections to display.'],
  ['Adolescent', '/conn-dash', m.connections_dash_none_sent()],
  ['ServiceProvider', '/conn-dash', m.connections_dash_none_received()],
] as const)('where %s has nothing yet, %s says so', async (userT, path, text) => {
  const { draw } = await pageOf(userT, path)
  const screen = await draw()
  await expect.element(screen.getByText(text, { exact: true }).first()).toBeVisible()
})

test.each([
  ['Adolescent', '/conn-dash', readSent, 'Failed to fetch pending sent requests'],
  ['Adolescent', '/circle-of-care', readFriends, 'Failed to fetch friends'],
  ['ServiceProvider', '/connection-requests', readReceived, 'Failed to fetch connection requests'],
  ['ServiceProvider', '/conn-dash', readReceived, 'Failed to fetch connection requests'],
] as const)('what %s cannot read of %s says why, and comes with a retry', async (...row) => {
  const [userT, path, call, failed] = row
  const { all, draw } = await pageOf(userT, path)
  const screen = await retryReadFailure({ draw, call, answers: all, failed })
  expect(screen.container.textContent).not.toContain(failed)
})

async function saysExactly(alert: Locator, text: string): Promise<void> {
  await expect.poll(() => alert.element().textContent).toBe(text)
}

test('a request that the server refuses is taken back, and said', async () => {
  const sending = 'POST /connections/request'
  const { screen, ask } = await beside({ [sending]: refuses('busy') })
  await ask.click()
  const alert = screen.getByRole('alert')
  await saysExactly(alert, `Failed to send connection request: ${busy}`)
  await expect.element(ask).toBeVisible()
  serve({ [sending]: badGateway })
  await ask.click()
  await saysExactly(alert, 'Failed to send connection request')
})

test('a request that the server does not remove stays, and that is said', async () => {
  const { _id: requestId } = pending
  const { screen } = await beside(
    { [`DELETE /connections/requests/remove/${requestId}`]: refuses('busy') },
    { status: 'pending', requestId },
  )
  const remove = screen.getByRole('button', { name: `Remove Request ${provider.name}` })
  await remove.click()
  const failed = `Failed to remove request: ${busy}`
  await saysExactly(screen.getByRole('alert'), failed)
  await expect.element(remove).toBeVisible()
})

test.each([
  ['Accept', 'accept', 'Failed to accept connection'],
  ['Reject', 'reject', 'Failed to reject connection'],
])('a press on %s that the server refuses is taken back, and said', async (words, way, failed) => {
  const request = received()
  const { draw } = await pageOf('ServiceProvider', '/connection-requests', {
    [readReceived]: says({ requests: [request], next: null }),
    [`POST /connections/${way}/${request._id}`]: refuses('busy'),
  })
  const screen = await draw()
  const button = screen.getByRole('button', { name: `${words} Lina Haddad`, exact: true })
  await button.click()
  await saysExactly(screen.getByRole('alert'), `${failed}: ${busy}`)
  await expect.element(button).toBeVisible()
})

test.each([
  ['Accept', 'accept', 'Failed to accept connection'],
  ['Reject', 'reject', 'Failed to reject connection'],
])(
  '%s whose answer is lost is not said to have failed once the request has left the list',
  async (words, way, failed) => {
    const request = received()
    const { db, draw } = await pageOf('ServiceProvider', '/connection-requests', {
      [readReceived]: says({ requests: [request], next: null }),
      [`POST /connections/${way}/${request._id}`]: badGateway,
    })
    const screen = await draw()
    await screen.getByRole('button', { name: `${words} Lina Haddad`, exact: true }).click()
    await saysExactly(screen.getByRole('alert'), `${failed}: ${m.connections_no_answer()}`)
    await db.receivedRequests.update(request._id, { status: 'accepted' })
    await expect.element(screen.getByText('No pending connection requests.')).toBeVisible()
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  },
)

test.each(['/connection-requests', '/conn-dash'] as const)(
  'who sent a request can be blocked and reported on %s',
  async (path) => {
    const request = received()
    const { db, draw } = await pageOf('ServiceProvider', path, {
      [readReceived]: says({ requests: [request], next: null }),
    })
    const screen = await draw()
    await screen.getByRole('button', { name: m.reports_menu({ name: 'Lina Haddad' }) }).click()
    await screen.getByRole('menuitem', { name: m.reports_report(), exact: true }).click()
    await screen.getByRole('button', { name: m.reports_reason_harassment() }).click()
    const target = { kind: 'person', id: request.fromUser.id }
    await expect
      .poll(() => db.outbox.toArray())
      .toMatchObject([{ kind: 'safety.report', payload: { target, reason: 'harassment' } }])
  },
)

test('a request whose answer is lost is not said to have failed once it is pending, nor when it no longer is', async () => {
  const db = await openPhone()
  serve({
    [readSent]: says({ requests: [], next: null }),
    [readFriends]: says({ friends: [], next: null }),
    'POST /connections/request': badGateway,
  })
  function Beside() {
    const { of } = useConnectionStatuses(db)
    return <ConnectPart db={db} provider={provider} status={of(provider._id)} taken />
  }
  const screen = await renderScreen(<Beside />)
  const ask = screen.getByRole('button', { name: `${m.connections_request()} ${provider.name}` })
  await ask.click()
  const alert = screen.getByRole('alert')
  await saysExactly(alert, 'Failed to send connection request')
  const { _id: id, firstname, lastname, specialization, profileImg } = provider
  const toUser = { id, firstname, lastname, specialization, profileImg }
  await db.sentRequests.put({ ...pending, toUser })
  await expect.element(screen.getByText(m.connections_pending())).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
  await db.sentRequests.delete(pending._id)
  await expect.element(ask).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
})

test('a connection that the server does not end is there, and that is said', async () => {
  const lina = friend({ firstname: 'Lina', userType: 'Adolescent', specialization: null })
  const { draw } = await pageOf('ServiceProvider', '/circle-of-care', {
    [readFriends]: says({ friends: [lina], next: null }),
    [`DELETE /connections/${lina.connectionId}`]: refuses('busy'),
  })
  const screen = await draw()
  await screen.getByRole('button', { name: /^Block or report/ }).click()
  await screen.getByRole('menuitem', { name: 'End connection' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('button', { name: m.connections_end(), exact: true }).click()
  const failed = `Failed to end connection: ${busy}`
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(failed)
})

test('a connection that is being ended keeps its question until there is an answer', async () => {
  const lina = friend({ firstname: 'Lina', userType: 'Adolescent', specialization: null })
  const answer = Promise.withResolvers<undefined>()
  const { draw } = await pageOf('ServiceProvider', '/circle-of-care', {
    [readFriends]: says({ friends: [lina], next: null }),
    [`DELETE /connections/${lina.connectionId}`]: async (asked) => {
      await answer.promise
      return refuses('busy')(asked)
    },
  })
  const screen = await draw()
  await screen.getByRole('button', { name: /^Block or report/ }).click()
  await screen.getByRole('menuitem', { name: 'End connection' }).click()
  const dialog = screen.getByRole('dialog')
  const keep = dialog.getByRole('button', { name: m.connections_end_keep() })
  await dialog.getByRole('button', { name: m.connections_end(), exact: true }).click()
  await expect.element(keep).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog.getByRole('button', { name: m.ui_close() })).not.toBeInTheDocument()
  answer.resolve(undefined)
  const failed = `Failed to end connection: ${busy}`
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(failed)
  await keep.click()
  await expect.poll(() => dialog.elements()).toHaveLength(0)
})

test.each([
  ['taken back', 'Accept', 'accept', 'not_found', 'Failed to accept connection: '],
  ['answered elsewhere', 'Reject', 'reject', 'already_decided', 'Failed to reject connection: '],
] as const)('a request that was %s meanwhile is gone, and why is said', async (...row) => {
  const [, words, way, code, failed] = row
  const request = received()
  let requests = [request]
  const { draw } = await pageOf('ServiceProvider', '/connection-requests', {
    [readReceived]: () => ours({ requests, next: null }),
    [`POST /connections/${way}/${request._id}`]: (asked) => {
      requests = []
      return refuses(code)(asked)
    },
  })
  const screen = await draw()
  await screen.getByRole('button', { name: `${words} Lina Haddad`, exact: true }).click()
  const reason = `${failed}${problem(code).message}`
  await expect.element(screen.getByRole('alert')).toHaveTextContent(reason)
  await expect.element(screen.getByText('No pending connection requests.')).toBeVisible()
})

test.each(['/circle-of-care', '/conn-dash'] as const)(
  '%s that was never opened says so without a network',
  async (path) => {
    const { draw } = await pageOf('Adolescent', path)
    setOnline(false)
    answerWith(noNetwork)
    const screen = await draw()
    await expect.element(screen.getByText(m.connections_offline())).toBeVisible()
  },
)

test('one’s circle is there without a network', async () => {
  const sofia = friend()
  const name = `${sofia.firstname} ${sofia.lastname}`
  const { draw } = await pageOf('Parent', '/circle-of-care', {
    [readFriends]: says({ friends: [sofia], next: null }),
  })
  const first = await draw()
  await expect.element(first.getByRole('heading', { name })).toBeVisible()
  await first.unmount()
  setOnline(false)
  answerWith(noNetwork)
  const screen = await draw()
  await expect.element(screen.getByRole('heading', { name })).toBeVisible()
  await expect.element(screen.getByText(m.ui_stale())).toBeVisible()
})

test('of hundreds of clients those near the window are drawn, and their pictures alone asked for', async () => {
  const clients = Array.from({ length: 300 }, (_, at) => {
    const id = `0193a000-0000-7000-8000-${String(at).padStart(12, '0')}`
    // By name, as the list is.
    const firstname = `Lina ${String(at + 1).padStart(3, '0')}`
    const given = { id, firstname, connectionId: id, profileImg: `${id}.webp` }
    return friend({ ...given, userType: 'Adolescent', specialization: null })
  })
  const { db, session } = await openMember('ServiceProvider')
  serve({ [readFriends]: says({ friends: clients, next: null }) })
  const asked = new Set<string>()
  const load: LoadImage = async (file) => void asked.add(file)
  const screen = await renderScreen(
    <ImageSource value={load}>
      <CirclePage db={db} session={session} />
    </ImageSource>,
  )
  await expect.element(screen.getByRole('heading', { name: /^Lina 024 / })).toBeInTheDocument()
  const rows = () => [...document.querySelectorAll('li[aria-posinset]')]
  expect(rows().length).toBeLessThan(60)
  // A picture is asked for once its row is on the screen.
  await expect.poll(() => asked.size - rows().length).toBe(0)
  expect(rows()[0]?.ariaSetSize).toBe('300')
  window.scrollTo(0, document.documentElement.scrollHeight)
  await expect.element(screen.getByRole('heading', { name: /^Lina 300 / })).toBeInTheDocument()
  expect(rows().length).toBeLessThan(60)
})
