import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { PreviewPartName } from '#contract/sharing/model.ts'
import { users } from '#server/db/schema/account.ts'
import { chats } from '#server/db/schema/connections.ts'
import { accessLog } from '#server/db/schema/providers.ts'
import { call } from '#tests/support/call.ts'
import { addBlock, addConnection, turnMinorsAway } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addBooking } from '#tests/support/money.ts'
import { wireOp } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { answersTo, questOf } from '#tests/support/quests.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addImage } from '#tests/support/stored-files.ts'
import { tellsOf } from './preview-calls.ts'

/** What can be between the two; each is made by the test of its name. */
const relations = [
  'connected',
  'connected and all shared',
  'asked',
  'ended',
  'blocked by the person',
  'blocked by the viewer',
  'not seeing people under 18',
  'verified no more',
] as const
type Relation = (typeof relations)[number]

test('every call of the contract is judged, and every part of a preview is of a call', () => {
  expect(Object.keys(tellsOf).toSorted()).toEqual(Object.keys(api).toSorted())
})

describe.each(databasesUnderTest())('a preview, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let teen: SignedIn
  let viewer: SignedIn
  let file: string
  let resultId: string
  let bookingId: string

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
  })
  beforeEach(async () => {
    bookingId = crypto.randomUUID()
    teen = await addPerson(open.database, { bio: 'I draw.', score: 40 })
    viewer = await addPerson(open.database, { ...listed, firstname: 'Sofia' })
    file = await addImage(server, open.database, teen.id)
    const body = { answers: answersTo(await questOf('phq9')) }
    const sent = await call(server.origin, 'submitSurvey', { params: { id: '1' }, body }, teen)
    resultId = sent.reply.id
    await push('plan.put', planLine, teen)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  async function push(kindOf: string, payload: object, who: SignedIn) {
    const ops = [wireOp(payload, { kind: kindOf })]
    const { reply } = await call(server.origin, 'pushOps', { body: { ops } }, who)
    return reply.results[0]
  }

  async function relate(relation: Relation): Promise<void> {
    const { database } = open
    const pair = { clientId: teen.id, providerId: viewer.id }
    if (relation === 'asked') return void (await addConnection(database, pair, 'pending'))
    const at = new Date(0)
    await database.orm
      .insert(chats)
      .values({ id: crypto.randomUUID(), ...pair, activeAt: at, createdAt: at })
    if (relation === 'ended') return void (await addConnection(database, pair, 'ended'))
    await addConnection(database, pair)
    if (relation === 'connected') return
    const params = { id: resultId, providerId: viewer.id }
    await call(server.origin, 'shareResult', { params }, teen)
    const shown = { params: { providerId: viewer.id } }
    await call(server.origin, 'sharePlan', shown, teen)
    const startsAt = new Date('2026-06-16T12:00:00.000Z')
    bookingId = (await addBooking(database, pair, { startsAt })).id
    const blocks = [{ kind: 'words', sentence: 'talk', text: 'School' }]
    const brief = { bookingId, withdrawals: 0, content: { span: null, blocks } }
    expect(await push('brief.send', brief, teen)).toMatchObject({ status: 'applied' })
    const sharing = { params: { id: teen.id }, body: { shareScore: true } }
    await call(server.origin, 'updateSharing', sharing, teen)
    if (relation === 'blocked by the person') await addBlock(database, teen.id, viewer.id)
    if (relation === 'blocked by the viewer') await addBlock(database, viewer.id, teen.id)
    if (relation === 'not seeing people under 18') await turnMinorsAway(database, viewer.id)
    if (relation === 'verified no more') {
      const { orm } = database
      await orm.update(users).set({ verifiedAt: null }).where(eq(users.id, viewer.id))
    }
  }

  const preview = async (viewerId = viewer.id, who = teen) =>
    call(server.origin, 'previewAs', { params: { viewerId } }, who)
  /** The bytes of each part, as they came. */
  const partsOf = async () => {
    const { bytes } = await preview()
    return JSON.parse(bytes.toString()) as Record<PreviewPartName, unknown>
  }
  const body = ({ status, bytes }: { status: number; bytes: Buffer }): unknown =>
    status === 200 ? JSON.parse(bytes.toString()) : null

  test.each(relations)('says byte for byte what the viewer is answered: %s', async (relation) => {
    await relate(relation)
    const parts = await partsOf()
    const same = (part: PreviewPartName, answered: unknown) =>
      expect([part, JSON.stringify(parts[part])]).toEqual([part, JSON.stringify(answered ?? null)])
    const { origin } = server
    const id = { params: { id: teen.id } }
    const userId = { params: { userId: teen.id } }
    same('profile', body(await call(origin, 'getUser', id, viewer)))
    same('score', body(await call(origin, 'getScore', userId, viewer)))
    same('results', body(await call(origin, 'listSharedResults', userId, viewer)))
    same('plan', body(await call(origin, 'getSharedPlan', userId, viewer)))
    const plans = body(await call(origin, 'listSharedPlans', {}, viewer))
    expect(JSON.stringify(plans).includes(teen.id)).toBe(parts.plan !== null)
    const listed = body(await call(origin, 'listSharedBriefs', {}, viewer))
    const read = { params: { bookingId } }
    const brief = body(await call(origin, 'getSharedBrief', read, viewer))
    same('briefs', brief && [brief])
    expect(JSON.stringify(listed).includes(bookingId)).toBe(brief !== null)
    const one = { params: { id: '1', type: 'phq9', userId: teen.id } }
    const [shown = null] = (parts.results as unknown[] | null) ?? []
    const answered = body(await call(origin, 'getSurveyScore', one, viewer))
    expect(JSON.stringify(shown)).toBe(JSON.stringify(answered))

    const rowOf = (list: unknown, of: (row: never) => string) =>
      ((list ?? []) as never[]).find((row) => of(row) === teen.id)
    const friends = body(await call(origin, 'listFriends', { query: {} }, viewer))
    same(
      'contact',
      rowOf((friends as { friends?: unknown })?.friends, (row: { id: string }) => row.id),
    )
    const requests = body(await call(origin, 'listReceivedRequests', { query: {} }, viewer))
    same(
      'request',
      rowOf(
        (requests as { requests?: unknown })?.requests,
        (row: { fromUserId: string }) => row.fromUserId,
      ),
    )
    const own = { params: { userId: viewer.id }, query: {} }
    const listedChats = body(await call(origin, 'listChats', own, viewer)) as ChatSeen[] | null
    const chat = listedChats?.find(({ members }) => members.some(({ _id }) => _id === teen.id))
    same(
      'chat',
      chat && {
        member: chat.members.find(({ _id }) => _id === teen.id),
        seenSeq: chat.seenSeq,
        away: chat.away,
      },
    )
    // The picture is seen by whoever reads its name in the profile or in the request.
    const image = await call(origin, 'getProfileImage', { params: { file } }, viewer)
    const named = JSON.stringify([parts.profile, parts.request]).includes(file)
    expect(image.status === 200).toBe(named)
  })

  test('shows everything to whom it is shown, and nothing but an old chat once it ended', async () => {
    await relate('connected and all shared')
    expect(await partsOf()).toMatchObject({
      profile: { view: 'client', score: 140, bio: 'I draw.' },
      score: { score: 140 },
      results: [{ id: resultId }],
      plan: { items: [{ step: 'people', text: 'My aunt' }] },
      briefs: [{ bookingId, content: { blocks: [{ text: 'School' }] } }],
      contact: { id: teen.id },
      request: null,
      chat: { member: { _id: teen.id } },
    })
    const [{ id } = { id: '' }] = (
      await call(server.origin, 'listFriends', { query: {} }, teen)
    ).reply.friends.map(({ connectionId }) => ({ id: connectionId }))
    await call(server.origin, 'endConnection', { params: { id } }, teen)
    const { chat: _chat, ...rest } = await partsOf()
    expect(Object.values(rest)).toEqual([null, null, null, null, null, null, null])
  })

  test('of a plan has the viewer’s own ideas, and no number of anybody', async () => {
    await relate('connected and all shared')
    const other = await addPerson(open.database, { ...listed, firstname: 'Other' })
    await addConnection(open.database, { clientId: teen.id, providerId: other.id })
    const idea = { ...planLine, itemId: crypto.randomUUID(), text: 'Your brother' }
    const { itemId, step, text, phone } = idea
    const proposed = { userId: teen.id, change: 'add', itemId, step, text, phone }
    expect(await push('plan.propose', proposed, viewer)).toMatchObject({ status: 'applied' })
    const { plan } = await partsOf()
    expect(plan).toMatchObject({ proposals: [{ text: 'Your brother', state: 'open' }] })
    expect(JSON.stringify((plan as { items: unknown }).items)).not.toMatch(/100\W*200\W*300/)
    const theirs = (await preview(other.id)).bytes.toString()
    expect(JSON.parse(theirs)).toMatchObject({ plan: null })
  })

  test('tells nobody that there is a block: it looks like a connection that ended', async () => {
    const seen = async (block: boolean) => {
      const provider = await addPerson(open.database, { ...listed, firstname: 'Nadia' })
      const client = await addPerson(open.database, { firstname: 'Omar' })
      await addImage(server, open.database, client.id)
      await addConnection(open.database, { clientId: client.id, providerId: provider.id }, 'ended')
      if (block) await addBlock(open.database, client.id, provider.id)
      const { profile, ...rest } = (await preview(client.id, provider)).reply
      const { viewers } = (await call(server.origin, 'getSharing', {}, provider)).reply
      const hidden = { _id: 0, username: 0, email: 0 }
      return [{ ...profile, ...hidden }, rest, viewers.map(({ state }) => state)]
    }
    expect(await seen(true)).toEqual(await seen(false))
  })

  test('is no look', async () => {
    await relate('connected and all shared')
    await preview()
    expect(await open.database.orm.$count(accessLog, eq(accessLog.subjectId, teen.id))).toBe(0)
  })

  test('of whoever is suspended shows nothing', async () => {
    await relate('connected and all shared')
    const gone = { suspendedAt: new Date(0) }
    await open.database.orm.update(users).set(gone).where(eq(users.id, viewer.id))
    expect(Object.values(await partsOf()).filter((part) => part !== null)).toEqual([])
  })

  test('is of nobody one never had to do with, and of no id at all', async () => {
    const stranger = await addPerson(open.database, listed)
    const parent = await addPerson(open.database, { userType: 'Parent' })
    await addConnection(open.database, { clientId: teen.id, providerId: stranger.id }, 'rejected')
    for (const id of [stranger.id, parent.id, teen.id, crypto.randomUUID(), 'me', "'--"]) {
      expect([id, (await preview(id)).status]).toEqual([id, 404])
    }
    // Another person's preview is not there: the caller is who is seen.
    await relate('connected and all shared')
    expect((await preview(viewer.id, parent)).status).toBe(404)
  })
})

interface ChatSeen {
  readonly members: readonly { readonly _id: string }[]
  readonly seenSeq: unknown
  readonly away: unknown
}

const planLine = {
  id: '01985a3c-0000-7a10-8c00-0000000000f1',
  step: 'people',
  text: 'My aunt',
  phone: '+20 100 200 300',
  order: 1,
  basedOn: null,
  settles: [],
  accepts: null,
}

const listed = { userType: 'ServiceProvider', verifiedAt: new Date(0) } as const
