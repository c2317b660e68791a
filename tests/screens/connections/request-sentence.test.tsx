import { expect, test } from 'vitest'
import type { Connection, ReceivedRequest, SentRequest } from '#contract/connections/model.ts'
import { ConnectPart } from '#src/features/connections/connect-part.tsx'
import { DashPage } from '#src/features/connections/pages/dash-page.tsx'
import { RequestsPage } from '#src/features/connections/pages/requests-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { currentSession } from '#src/session/session.ts'
import { card } from '#tests/src/providers/cards.ts'
import { fullUser } from '#tests/src/profile/full-user.ts'
import { refuses, says, serve, type Answers } from '../fake-server.ts'
import { openPhone } from '../phone.ts'
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

async function beside(answers: Answers) {
  const db = await openPhone()
  const asked = serve(answers)
  const screen = await renderScreen(
    <ConnectPart db={db} provider={provider} status={{ status: 'none' }} taken withSentence />,
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
  await field.fill('  I sleep badly.\u200B ')
  await ask.click()
  await expect.poll(() => asked.length).toBe(1)
  const body: unknown = await asked[0]?.json()
  expect(body).toEqual({ requestedServiceProvider: provider._id, message: 'I sleep badly.' })
  await expect
    .poll(async () => (await db.sentRequests.toArray())[0]?.message)
    .toBe('I sleep badly.')
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
  const db = await openPhone()
  const session = currentSession()
  if (!session) throw new Error('Nobody is logged in')
  const { _id: id, firstname, lastname, specialization, profileImg } = provider
  const toUser = { id, firstname, lastname, specialization, profileImg }
  const sent: SentRequest = { ...pending, toUser, message: 'I sleep badly.' }
  serve({ 'GET /connections/requests/sent': says({ requests: [sent], next: null }) })
  const screen = await renderScreen(<DashPage db={db} session={session} />)
  const own = m.connections_own_sentence({ sentence: 'I sleep badly.' })
  await expect.element(screen.getByText(own)).toBeVisible()
})
