import { expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { refreshResource } from '#src/data/resource.ts'
import { receivedResource } from '#src/features/connections/connections-resource.ts'
import { CirclePage } from '#src/features/connections/pages/circle-page.tsx'
import { RequestsPage } from '#src/features/connections/pages/requests-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { ours, type Answer } from '#tests/offline/network.ts'
import { connection, friend, received } from '#tests/src/connections/people.ts'
import { fullUser } from '#tests/src/profile/full-user.ts'
import { badGateway, refuses, says, serve, type Answers } from '../fake-server.ts'
import { openMember } from '../phone.ts'
import { renderScreen } from '../router.tsx'

const name = 'Lina Haddad'
const request = received()
const lina = friend({ firstname: 'Lina', lastname: 'Haddad', userType: 'Adolescent' })
const answeredAt = '2026-11-21T10:00:00.000Z'

/** A care provider, and a server that has their requests and connections. */
async function provider(answers: Answers) {
  const { db, session } = await openMember('ServiceProvider')
  const asked = serve({
    'GET /connections/friends': says({ friends: [lina], next: null }),
    [`GET /auth/user/${db.userId}`]: says(
      fullUser({ _id: db.userId, userT: 'ServiceProvider', verifiedAt: answeredAt }),
    ),
    ...answers,
  })
  return { db, session, asked }
}

/** A server that answered the request before, in this way; the first answer to the call is lost. */
function decided(way: 'accept' | 'reject', status: 'accepted' | 'rejected'): Answers {
  let requests = [request]
  let lost = true
  const decidedBefore: Answer = () => {
    requests = []
    const current = connection({ status, answeredAt })
    return ours(problem('already_decided', { current }), { status: 409 })
  }
  return {
    'GET /connections/requests/received': () => ours({ requests, next: null }),
    [`POST /connections/${way}/${request._id}`]: (asked) => {
      if (!lost) return decidedBefore(asked)
      lost = false
      return badGateway(asked)
    },
  }
}

/** The page of somebody who presses a button, loses its answer, and presses it again. */
async function pressTwice(answers: Answers, words: string) {
  const { db } = await provider(answers)
  const screen = await renderScreen(<RequestsPage db={db} />)
  const button = screen.getByRole('button', { name: `${words} ${name}`, exact: true })
  await button.click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await button.click()
  return { db, screen }
}

test.each([
  ['accept', 'accepted', m.connections_accept(), m.connections_accepted({ name })],
  ['reject', 'rejected', m.connections_reject(), m.connections_rejected({ name })],
] as const)('what is pressed again after a lost answer to %s has worked', async (...row) => {
  const [way, status, words, done] = row
  const { db, screen } = await pressTwice(decided(way, status), words)
  await expect.element(screen.getByText(done)).toBeVisible()
  await expect.element(screen.getByText('No pending connection requests.')).toBeVisible()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  expect(await db.receivedRequests.get(request._id)).toMatchObject({ status })
})

test.each([
  [
    'reject',
    'accepted',
    m.connections_reject(),
    'Failed to reject connection: You accepted this request before.',
  ],
  [
    'accept',
    'rejected',
    m.connections_accept(),
    'Failed to accept connection: You turned this request down before.',
  ],
] as const)('%s of a request that was %s before says what stands', async (...row) => {
  const [way, status, words, failed] = row
  const { db, screen } = await pressTwice(decided(way, status), words)
  await expect.element(screen.getByText('No pending connection requests.')).toBeVisible()
  await expect.element(screen.getByRole('alert')).toHaveTextContent(failed)
  // Whom one is connected with is read again.
  await expect.poll(() => db.friends.get(lina.id)).toBeDefined()
})

test.each([
  ['is over', [], m.connections_ended({ name })],
  ['stands', [lina], 'Failed to end connection: Not found.'],
] as const)('an end that the server does not find, of a connection that %s', async (...row) => {
  const [, friends, text] = row
  let stored: readonly object[] = [lina]
  const { db, session } = await provider({
    'GET /connections/requests/received': says({ requests: [], next: null }),
    'GET /connections/friends': () => ours({ friends: stored, next: null }),
    [`DELETE /connections/${lina.connectionId}`]: (asked) => {
      stored = friends
      return refuses('not_found')(asked)
    },
  })
  const screen = await renderScreen(<CirclePage db={db} session={session} />)
  await screen.getByRole('button', { name: m.reports_menu({ name }) }).click()
  await screen.getByRole('menuitem', { name: m.connections_end() }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('button', { name: m.connections_end(), exact: true }).click()
  await expect.element(screen.getByText(text)).toBeVisible()
  await expect.poll(() => db.friends.count()).toBe(friends.length)
})

test('a report that is being written outlives the request that is taken back', async () => {
  let requests = [request]
  const { db } = await provider({
    'GET /connections/requests/received': () => ours({ requests, next: null }),
  })
  const screen = await renderScreen(<RequestsPage db={db} />)
  await screen.getByRole('button', { name: m.reports_menu({ name }) }).click()
  await screen.getByRole('menuitem', { name: m.reports_report() }).click()
  const sheet = screen.getByRole('dialog')
  await sheet.getByText(m.reports_note()).first().click()
  await sheet.getByRole('textbox').fill('They wrote this.')
  requests = []
  await refreshResource(db, receivedResource, 'pending')
  const none = screen.getByText('No pending connection requests.')
  await expect.element(none).toBeInTheDocument()
  await screen.getByRole('button', { name: m.reports_reason_harassment() }).click()
  await expect.element(screen.getByText(m.reports_thanks_title())).toBeVisible()
})
