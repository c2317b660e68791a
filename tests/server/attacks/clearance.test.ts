import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type CallName } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { LocalDate } from '#contract/local-date.ts'
import type { ReviewDecision } from '#contract/providers/model.ts'
import { reports } from '#server/db/schema/safety.ts'
import { call } from '#tests/support/call.ts'
import { endConnectionOf } from '#tests/support/chats.ts'
import {
  becomeKnown,
  creditsOf,
  later,
  shareOne,
  soon,
  type Known,
} from '#tests/support/clearance-stage.ts'
import { addConnection, addProvider } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { openLiveStream } from '#tests/support/live-stream.ts'
import { addPaid, hourFrom } from '#tests/support/money.ts'
import { wireOp } from '#tests/support/ops.ts'
import { addPerson, addSession, type SignedIn } from '#tests/support/people.ts'
import { filePart, tinyPdf } from '#tests/support/registration.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'
import { addImage } from '#tests/support/stored-files.ts'

const ways = ['switch off', 'clearance withdrawn', 'rejected', 'suspended'] as const
type Way = (typeof ways)[number]

describe.each(databasesUnderTest())('a provider who stops seeing minors, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let admin: SignedIn
  let nowMs = testNoonMs

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database, { now: () => nowMs })
    admin = await addPerson(open.database, { userType: 'Parent', role: 'superAdmin' })
  })
  beforeEach(() => {
    nowMs = testNoonMs
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const turn = (provider: SignedIn, seesMinors: boolean) =>
    call(
      server.origin,
      'updatePractice',
      { params: { id: provider.id }, body: { seesMinors } },
      provider,
    )
  const review = (provider: SignedIn, body: ReviewDecision) =>
    call(server.origin, 'reviewProvider', { params: { id: provider.id }, body }, admin)

  async function stop(way: Way, provider: SignedIn): Promise<void> {
    switch (way) {
      case 'switch off':
        await turn(provider, false)
        return
      case 'clearance withdrawn':
        await review(provider, { decision: 'approve', clearedForMinors: false })
        return
      case 'rejected':
        await review(provider, { decision: 'reject', reason: 'The license has expired.' })
        return
      case 'suspended':
        await suspend(provider, true)
    }
  }

  async function start(way: Way, provider: SignedIn): Promise<void> {
    if (way === 'switch off') await turn(provider, true)
    else if (way === 'suspended') await suspend(provider, false)
    else await review(provider, { decision: 'approve', clearedForMinors: true })
  }

  async function suspend(provider: SignedIn, suspended: boolean): Promise<void> {
    const id = uuidv7()
    await open.database.orm.insert(reports).values({
      id,
      subjectId: provider.id,
      target: { kind: 'person', id: provider.id },
      snapshot: {},
      reason: 'other',
      note: '',
      state: 'open',
      createdAt: new Date(testNoonMs),
    })
    const body = { state: 'resolved', suspend: suspended } as const
    await call(server.origin, 'handleReport', { params: { id }, body }, admin)
  }

  /**
   * Asks every call of the contract that reads, with every id there is of the minor, and names those whose answer holds
   * something of them. A call that is new is asked too.
   */
  async function leaks(known: Known): Promise<CallName[]> {
    const { client, provider, chatId, image, fileMessageId } = known
    const ids = ['1', client.id, known.soonId, known.laterId, known.resultId, known.asker.id]
    const values: Readonly<Record<string, readonly string[]>> = {
      id: ids,
      userId: [client.id, provider.id],
      chatId: [chatId],
      bookingId: [known.soonId, known.laterId],
      file: [image, `${fileMessageId}.pdf`],
      type: ['phq9'],
      paper: ['resume'],
    }
    const found = new Set<CallName>()
    for (const name of Object.keys(api) as CallName[]) {
      const endpoint: Endpoint = api[name]
      if (endpoint.method !== 'GET' || endpoint.reply.type === 'stream') continue
      for (const path of pathsOf(endpoint.path, values)) {
        for (const query of queriesOf(name)) {
          const response = await fetch(`${server.origin}/api${path}${query}`, {
            headers: { authorization: `Bearer ${provider.token}` },
          })
          const text = Buffer.from(await response.arrayBuffer()).toString('utf8')
          const isFile = /\.(webp|pdf)$/.test(path) && response.ok
          if (isFile || (response.ok && known.secrets.some((secret) => text.includes(secret)))) {
            found.add(name)
          }
        }
      }
    }
    return [...found].toSorted()
  }

  const everything = [
    'bookingIcs',
    'exportMyData',
    'getChatFile',
    'getMessages',
    'getProfileImage',
    'getScore',
    'getSharing',
    'getSurveyScore',
    'getUser',
    'listBookings',
    'listChats',
    'listFriends',
    'listNotices',
    'listReceivedRequests',
    'listSentPacks',
    'listSharedResults',
  ]

  test.each(ways)(
    'gets nothing of a minor any more (%s), and all of it when they see them again',
    async (way) => {
      const known = await becomeKnown(server, open.database)
      expect(await leaks(known)).toEqual(everything)
      await stop(way, known.provider)
      await server.jobs.runDue()
      expect(await leaks(known)).toEqual([])
      await start(way, known.provider)
      // A suspension ended their sessions for good.
      const token = await addSession(open.database, known.provider.id)
      const provider = { ...known.provider, token }
      expect(await leaks({ ...known, provider })).toEqual(everything)
    },
  )

  test.each(ways)('leaves the minor what was written to them, and says why (%s)', async (way) => {
    const known = await becomeKnown(server, open.database)
    const { client, asker, provider, chatId } = known
    await stop(way, provider)
    const params = { chatId }
    const page = (await call(server.origin, 'getMessages', { params, query: {} }, client)).reply
    expect(page.messages).toHaveLength(2)
    expect(page.chat).toMatchObject({ state: 'unavailable', closedTo: 'minors', reads: 'all' })
    const file = { chatId, file: `${known.fileMessageId}.pdf` }
    expect((await call(server.origin, 'getChatFile', { params: file }, client)).status).toBe(200)
    const friends = await call(server.origin, 'listFriends', { query: {} }, client)
    expect(friends.reply.friends).toMatchObject([{ id: provider.id, unavailable: true }])
    const sent = await call(server.origin, 'listSentRequests', { query: {} }, asker)
    expect(sent.reply.requests).toMatchObject([{ _id: known.requestId, unavailable: true }])
    const body = { content: 'Hello?' }
    const post = await call(server.origin, 'postMessage', { params, body, files: {} }, client)
    expect(post.problem.code).toBe('chat_closed')
    expect((await shareOne(server.origin, client, provider)).status).toBe(404)
  })

  test.each(ways)(
    'has their sessions to come cancelled, with the credit back (%s)',
    async (way) => {
      const { client, provider, soonId, laterId } = await becomeKnown(server, open.database)
      expect(await creditsOf(open.database, client.id, provider.id)).toBe(1)
      await stop(way, provider)
      await server.jobs.runDue()
      expect(await creditsOf(open.database, client.id, provider.id)).toBe(3)
      const { reply } = await call(
        server.origin,
        'listBookings',
        { query: { scope: 'past' } },
        client,
      )
      expect(new Map(reply.bookings.map(({ _id, cancelledBy }) => [_id, cancelledBy]))).toEqual(
        new Map([
          [soonId, 'zync'],
          [laterId, 'zync'],
        ]),
      )
      const { notices } = (await call(server.origin, 'listNotices', { query: {} }, client)).reply
      expect(notices.filter(({ kind: each }) => each === 'booking.withdrawn')).toHaveLength(2)
      const mails = server.mails.filter(({ subject }) => subject === 'Your session was canceled')
      expect(mails.filter(({ to }) => to === client.user.email)).toHaveLength(2)
      const theirs = mails.filter(({ to }) => to === provider.user.email)
      // Whoever is suspended gets no mail from us.
      expect(theirs).toHaveLength(way === 'suspended' ? 0 : 2)
      expect(JSON.stringify(theirs)).not.toContain(client.user.firstname)
      const slot = { serviceProviderId: provider.id, ...hourFrom(later) }
      const again = await call(server.origin, 'book', { body: slot }, client)
      expect(again.problem.code).toBe(
        way === 'rejected' || way === 'suspended' ? 'not_found' : 'minors_not_seen',
      )
    },
  )

  test('goes on with adults as before', async () => {
    const provider = await addProvider(open.database)
    const adult = await becomeKnown(server, open.database, {
      provider,
      birthDate: '1990-01-01' as LocalDate,
    })
    await turn(provider, false)
    // All but the request of somebody else, who is under 18.
    const seen = await leaks({ ...adult, secrets: adult.secrets.slice(0, 9) })
    expect(seen.filter((name) => name !== 'listReceivedRequests')).toEqual(
      everything.filter((name) => name !== 'listReceivedRequests'),
    )
    expect(await creditsOf(open.database, adult.client.id, provider.id)).toBe(1)
  })

  test('reaches no minor either: not in words, not with a file, not from the queue', async () => {
    const { provider, chatId, requestId } = await becomeKnown(server, open.database)
    await turn(provider, false)
    const params = { chatId }
    const body = { content: 'Still there?' }
    const files = { file: filePart(tinyPdf) }
    const post = await call(server.origin, 'postMessage', { params, body, files: {} }, provider)
    const upload = { messageId: uuidv7(), fileName: 'a.pdf' }
    const put = await call(server.origin, 'putChatFile', { params, body: upload, files }, provider)
    const typing = await call(server.origin, 'sayTyping', { params }, provider)
    const ops = [wireOp({ chatId, content: 'Still there?' }, { kind: 'chat.send' })]
    const pushed = await call(server.origin, 'pushOps', { body: { ops } }, provider)
    expect([post.status, put.status, typing.status]).toEqual([404, 404, 404])
    expect(pushed.reply.results).toMatchObject([{ status: 'rejected', code: 'not_found' }])
    const accept = await call(
      server.origin,
      'acceptConnection',
      { params: { id: requestId } },
      provider,
    )
    expect(accept.problem.code).toBe('minors_not_seen')
  })

  test('is answered nothing of a minor by posting what was posted before', async () => {
    const { client, provider, chatId } = await becomeKnown(server, open.database)
    const body = { id: uuidv7(), content: 'Well done' }
    const post = async () =>
      (await call(server.origin, 'postMessage', { params: { chatId }, body, files: {} }, provider))
        .status
    expect([await post(), await post()]).toEqual([201, 201])
    const reaction = { chatId, messageId: body.id, reaction: 'love' }
    const ops = [wireOp(reaction, { kind: 'chat.react' })]
    await call(server.origin, 'pushOps', { body: { ops } }, client)
    await turn(provider, false)
    expect(await post()).toBe(404)
  })

  test('sees somebody on the day they turn 18, and not the day before', async () => {
    const known = await becomeKnown(server, open.database, { birthDate: '2008-06-17' as LocalDate })
    await turn(known.provider, false)
    nowMs = Date.parse('2026-06-16T23:59:59Z')
    expect(await leaks(known)).toEqual([])
    nowMs = Date.parse('2026-06-17T00:00:00Z')
    expect(await leaks(known)).toContain('getMessages')
    const params = { chatId: known.chatId }
    const page = await call(server.origin, 'getMessages', { params, query: {} }, known.client)
    expect(page.reply.chat.state).toBe('open')
  })

  test('keeps nothing that was hidden behind a block of their own', async () => {
    const known = await becomeKnown(server, open.database)
    await call(server.origin, 'blockPerson', { body: { userId: known.client.id } }, known.provider)
    expect(await leaks(known)).toContain('getMessages')
    await turn(known.provider, false)
    expect(await leaks(known)).toEqual([])
  })

  test('is told nothing live of what the minor does', async () => {
    const { client, provider, chatId } = await becomeKnown(server, open.database)
    const settings = { readReceipts: true, typing: true, away: null }
    await call(server.origin, 'putChatSettings', { body: settings }, client)
    await turn(provider, false)
    const headsOf = async () => {
      const stream = await openLiveStream(server.origin, provider.token)
      const first = await stream.next()
      stream.close()
      return first
    }
    const heads = await headsOf()
    const received: unknown[] = []
    const end = server.events.subscribe(provider.id, (event) => received.push(event))
    const params = { chatId }
    expect((await call(server.origin, 'sayTyping', { params }, client)).status).toBe(204)
    const mark = await call(server.origin, 'markRead', { params, body: { seq: 2 } }, client)
    expect(mark.status).toBe(204)
    end()
    expect(received).toEqual([])
    await addImage(server, open.database, client.id)
    await endConnectionOf(open.database, { client, provider, chatId })
    expect(heads).toMatchObject({ type: 'resync', heads: { chats: expect.any(String) } })
    expect(await headsOf()).toEqual(heads)
  })

  test('leaves no session booked, however closely it is booked beside the switch', async () => {
    for (let round = 0; round < 6; round += 1) {
      const provider = await addProvider(open.database)
      const clients = await Promise.all([0, 1, 2].map(() => addPerson(open.database)))
      for (const { id } of clients) {
        await addPaid(open.database, { userId: id, providerId: provider.id }, { sessions: 1 })
      }
      const starts = [soon, later, '2026-06-18T08:00:00.000Z']
      const book = (client: SignedIn, index: number) => {
        const slot = { serviceProviderId: provider.id, ...hourFrom(starts[index] ?? later) }
        return call(server.origin, 'book', { body: slot }, client)
      }
      const [off, ...booked] = await Promise.all([turn(provider, false), ...clients.map(book)])
      expect(off.status).toBe(200)
      for (const each of booked) expect([201, 403]).toContain(each.status)
      for (const { id } of clients) {
        expect(await creditsOf(open.database, id, provider.id)).toBe(1)
      }
      const { rows } = await open.database.pool.query(
        `select 1 from bookings where provider_id = $1 and status = 'booked'`,
        [provider.id],
      )
      expect(rows).toEqual([])
    }
  })

  test('is decided about by somebody who reads first whom it concerns', async () => {
    const known = await becomeKnown(server, open.database)
    const { client, provider, asker } = known
    const adult = await addPerson(open.database, { birthDate: '1990-01-01' as LocalDate })
    await addConnection(open.database, { clientId: adult.id, providerId: provider.id })
    const minors = (query: object, id = provider.id, who = admin) =>
      call(server.origin, 'listMinorsConcerned', { params: { id }, query }, who)
    const all = (await minors({})).reply
    expect([all.count, all.sessions, all.next]).toEqual([2, 2, null])
    expect(all.minors).toEqual([
      {
        id: asker.id,
        firstname: asker.user.firstname,
        lastname: asker.user.lastname,
        connection: 'pending',
        sessions: 0,
      },
      {
        id: client.id,
        firstname: client.user.firstname,
        lastname: client.user.lastname,
        connection: 'accepted',
        sessions: 2,
      },
    ])
    const first = (await minors({ limit: '1' })).reply
    const second = (await minors({ limit: '1', after: first.next ?? '' })).reply
    expect([...first.minors, ...second.minors]).toEqual(all.minors)
    expect(second.next).toBeNull()
    expect((await minors({}, client.id)).status).toBe(404)
    expect((await minors({ after: 'nowhere' })).status).toBe(400)
    expect((await minors({ limit: '0' })).problem.fields).toHaveProperty('limit')
    expect((await minors({}, provider.id, provider)).status).toBe(403)
  })
})

/** Every address of a path, with each of the values that there are for its parts. */
function pathsOf(path: string, values: Readonly<Record<string, readonly string[]>>): string[] {
  const [part, name = ''] = /\{(\w+)\}/.exec(path) ?? []
  if (part === undefined) return [path]
  const given = values[name] ?? ['1']
  return given.flatMap((value) => pathsOf(path.replace(part, encodeURIComponent(value)), values))
}

/** What a list is asked, where it shows a part of itself alone. */
function queriesOf(name: CallName): readonly string[] {
  if (name === 'listBookings') return ['', '?scope=past']
  if (name === 'listReceivedRequests' || name === 'listSentRequests') return ['', '?state=all']
  return ['']
}
