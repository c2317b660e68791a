import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slotHolds } from '#server/db/schema/booking.ts'
import { accessLog } from '#server/db/schema/providers.ts'
import { exportsPerHourMax } from '#server/features/account/profile/profile.ts'
import { argon2Cost } from '#server/features/account/sign-in/passwords.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { keepPictureOf } from '#tests/support/day-pictures.ts'
import { answerOf, testDay, wireOp } from '#tests/support/ops.ts'
import { addPerson, addSession, type SignedIn } from '#tests/support/people.ts'
import { askForCode } from '#tests/support/recovery.ts'
import { filePart, goodPassword, tinyPng } from '#tests/support/registration.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'
import { addImage, addResume } from '#tests/support/stored-files.ts'

const passwordHash = await hash(goodPassword, argon2Cost)

/** The part of an export that holds what a table knows of its person. */
const partOf: Readonly<Record<string, string>> = {
  access_log: 'accessLog',
  audit_events: 'auditTrail',
  blocks: 'blocks',
  bookings: 'bookings',
  busy_slots: 'calendar',
  chat_files: 'filesSent',
  chat_settings: 'chatSettings',
  chats: 'chats',
  connections: 'connections',
  email_codes: 'emailCode',
  google_calendars: 'calendar',
  intro_videos: 'library',
  known_devices: 'knownDevices',
  ledger_ops: 'operations',
  library_items: 'library',
  message_reactions: 'reactionsGiven',
  messages: 'chats',
  notices: 'notices',
  pack_receivers: 'readingPacks',
  packs: 'readingPacks',
  password_resets: 'passwordResets',
  payment_requests: 'paymentRequests',
  payments: 'payments',
  plan_history: 'safetyPlan',
  plan_items: 'safetyPlan',
  plan_proposals: 'safetyPlan',
  plan_shares: 'safetyPlan',
  plans: 'safetyPlan',
  pricing_plans: 'pricing',
  provider_papers: 'papers',
  providers: 'practice',
  push_reminders: 'push',
  push_sends: 'push',
  push_settings: 'push',
  push_stopped_addresses: 'push',
  push_subscriptions: 'push',
  quest_responses: 'quests',
  quest_shares: 'quests',
  recovery_codes: 'secondFactor',
  reports: 'reports',
  second_factors: 'secondFactor',
  session_briefs: 'sessionBriefs',
  session_rooms: 'calendar',
  sessions: 'sessions',
  slot_holds: 'heldSlots',
  tracker_entries: 'trackers',
  tracker_imports: 'trackerImports',
  tracker_notes: 'trackerNotes',
  tracker_pictures: 'trackerPictures',
  working_schedules: 'calendar',
}

/** What is sealed of messages that are gone is read by nobody but through a report. */
const withoutPart = ['message_evidence']

describe.each(databasesUnderTest())('the settings of a person, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const sessionsOf = async (token: string) =>
    (await call(server.origin, 'listSessions', {}, { token })).reply
  const isSignedIn = async (token: string) =>
    (await call(server.origin, 'listSessions', {}, { token })).status === 200
  const deleteAccount = (token: string, password = goodPassword) =>
    call(server.origin, 'deleteAccount', { body: { password } }, { token })

  test('show where they are signed in, newest use first, and nothing to sign in with', async () => {
    const { id, token } = await addPerson(open.database)
    await addSession(open.database, id, { lastUsedAt: new Date(testNoonMs + 1_000) })
    await addSession(open.database, id, { expiresAt: new Date(testNoonMs) })
    const answer = await call(server.origin, 'listSessions', {}, { token })
    expect(answer.reply.map(({ current }) => current)).toEqual([false, true])
    expect(Object.keys(answer.reply[0] ?? {})).toEqual([
      'id',
      'current',
      'userAgent',
      'createdAt',
      'lastUsedAt',
    ])
  })

  test('end one session of theirs, and none of others', async () => {
    const person = await addPerson(open.database)
    const other = await addPerson(open.database)
    const elsewhere = await addSession(open.database, person.id)
    const end = (token: string, id: string) =>
      call(server.origin, 'endSession', { params: { id } }, { token })
    const ofElsewhere = (await sessionsOf(elsewhere)).find(({ current }) => current)?.id ?? ''
    expect((await end(other.token, ofElsewhere)).status).toBe(404)
    expect(await isSignedIn(elsewhere)).toBe(true)
    expect((await end(person.token, ofElsewhere)).status).toBe(204)
    expect(await isSignedIn(elsewhere)).toBe(false)
    expect((await end(person.token, ofElsewhere)).status).toBe(404)
  })

  test('end every other session of theirs', async () => {
    const person = await addPerson(open.database)
    const other = await addPerson(open.database)
    const elsewhere = await addSession(open.database, person.id)
    await call(server.origin, 'endOtherSessions', {}, person)
    expect(await Promise.all([elsewhere, person.token, other.token].map(isSignedIn))).toEqual([
      false,
      true,
      true,
    ])
  })

  test('give everything the server holds of them, and nothing of others', async () => {
    const [person, other] = await Promise.all([full(), full()])
    await call(server.origin, 'listReviews', { query: {} }, person)
    await server.audit.flush()
    const answer = await call(server.origin, 'exportMyData', {}, person)
    expect(answer.reply).toMatchObject({
      exportedAt: '2026-06-15T12:00:00.000Z',
      account: { id: person.id, email: person.user.email, birthDate: '2009-03-14' },
      papers: [{ paper: 'resume', kind: 'pdf' }],
      sessions: [{ id: expect.any(String), lastUsedAt: expect.any(String) }],
      passwordResets: [{ tries: 0 }],
      trackers: [
        { trackerType: 'Mood', answer: 'sad', day: '2020-01-01', importId: expect.any(String) },
        { trackerType: 'Mood', answer: 'happy', score: 4, day: '2026-06-15', importId: null },
      ],
      trackerNotes: [
        { trackerType: 'Mood', day: '2026-06-15', note: 'A quiet day.', replaced: [] },
      ],
      trackerImports: [{ source: 'daylio', undoneAt: null }],
      trackerPictures: [{ trackerType: 'Mood', day: '2026-06-15', bytes: expect.any(Number) }],
      auditTrail: [{ event: 'denied', outcome: 'forbidden', at: '2026-06-15T12:00:00.000Z' }],
      heldSlots: [{ role: 'client', startsAt: '2026-06-16T10:00:00.000Z' }],
      operations: Array.from({ length: 4 }, () => ({ result: expect.anything() })),
      accessLog: [{ what: 'resume', byMe: false }],
    })
    const text = answer.bytes.toString()
    for (const name of ['id', 'email', 'username', 'profileImg'] as const) {
      expect([name, text.includes(String(other.user[name]))]).toEqual([name, false])
    }
    for (const secret of [passwordHash, person.token, 'codeHash', 'tokenHash', 'blobKey']) {
      expect([secret, text.includes(secret)]).toEqual([secret, false])
    }
  })

  test('hold a part for every table that knows a person', async () => {
    const { rows } = await open.database.pool.query<{ name: string }>(
      `select conrelid::regclass::text as name from pg_constraint where confrelid = 'users'::regclass
        union
        select relname::text from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
          and attname in ('user_id', 'actor_id', 'sender_id')`,
    )
    const known = [...Object.keys(partOf), ...withoutPart]
    expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(known))
    const { reply } = await call(server.origin, 'exportMyData', {}, await addPerson(open.database))
    expect(Object.keys(reply)).toEqual(expect.arrayContaining(Object.values(partOf)))
  })

  test('give it so often an hour', async () => {
    const person = await addPerson(open.database)
    for (let time = 0; time < exportsPerHourMax; time += 1) {
      expect((await call(server.origin, 'exportMyData', {}, person)).status).toBe(200)
    }
    const stopped = await call(server.origin, 'exportMyData', {}, person)
    expect(stopped.problem.code).toBe('rate_limited')
  })

  test('delete nothing without the password', async () => {
    const { token } = await addPerson(open.database, { passwordHash })
    const { status, problem } = await deleteAccount(token, 'Wrong-Pass1!')
    expect([status, problem.code, problem.fields]).toEqual([
      400,
      'wrong_password',
      { password: 'This is not your current password.' },
    ])
    expect(await isSignedIn(token)).toBe(true)
  })

  test('delete everything of theirs, files too, and nothing of others', async () => {
    const other = await full()
    const before = await everything()
    const person = await full()
    const elsewhere = await addSession(open.database, person.id)
    expect((await deleteAccount(person.token)).status).toBe(204)
    expect(await Promise.all([person.token, elsewhere].map(isSignedIn))).toEqual([false, false])
    expect(await everything()).toEqual(before)
    expect(await isSignedIn(other.token)).toBe(true)

    const body = { email: person.user.email, password: goodPassword }
    const login = await call(server.origin, 'login', { body })
    expect([login.status, login.problem.message]).toEqual([401, 'Wrong email or password.'])
    const params = { id: person.id }
    expect((await call(server.origin, 'getUser', { params }, other)).status).toBe(404)
  })

  test('leave no file behind a person who is deleted while they send one', async () => {
    const person = await addPerson(open.database, { passwordHash })
    const before = await filesInStore()
    const input = { params: { id: person.id }, body: {}, files: { profileImg: filePart(tinyPng) } }
    await Promise.all([
      ...Array.from({ length: 3 }, () => call(server.origin, 'updateProfileImage', input, person)),
      deleteAccount(person.token),
    ])
    expect(await filesInStore()).toEqual(before)
  })

  /** Somebody of whom there is a row in every table. */
  async function full(): Promise<SignedIn> {
    const admin = await addPerson(open.database, { role: 'superAdmin' })
    const person = await addPerson(open.database, { passwordHash })
    const profileImg = await addImage(server, open.database, person.id)
    await addResume(server, open.database, person.id)
    await call(
      server.origin,
      'pushOps',
      { body: { ops: [wireOp(answerOf()), noteOp(), importOp()] } },
      person,
    )
    await keepPictureOf(server.origin, person)
    const provider = await addPerson(open.database, { userType: 'ServiceProvider' })
    await open.database.orm.insert(slotHolds).values({
      id: uuidv7(),
      clientId: person.id,
      providerId: provider.id,
      startsAt: new Date('2026-06-16T10:00Z'),
      endsAt: new Date('2026-06-16T11:00Z'),
      until: new Date('2026-06-15T12:30Z'),
    })
    await askForCode(server, person.user.email)
    const params = { id: person.id, paper: 'resume' as const }
    await call(server.origin, 'getPaper', { params }, admin)
    return { ...person, user: { ...person.user, profileImg } }
  }

  async function filesInStore(): Promise<string[]> {
    const names = await readdir(join(server.dataDir, 'blobs'), { recursive: true })
    return names.filter((name) => name.includes('/')).toSorted((a, b) => a.localeCompare(b))
  }

  /** How much there is of every table that knows a person, and every file. Who reads papers stays. */
  async function everything() {
    const tables = [
      'password_resets',
      'provider_papers',
      'slot_holds',
      'ledger_ops',
      'tracker_entries',
      'tracker_imports',
      'tracker_notes',
      'tracker_pictures',
    ]
    const counts = await Promise.all(
      tables.map(async (table) => {
        const { rows } = await open.database.pool.query(
          `select count(*)::int as count from ${table}`,
        )
        return [table, rows[0]?.count]
      }),
    )
    const read = await open.database.orm.$count(accessLog)
    return { counts, read, files: await filesInStore() }
  }
})

/** Words beside the answer of the same day. */
function noteOp() {
  const words = { feelings: ['calm'], tags: [], ownTags: ['my cat'], text: 'A quiet day.' }
  const payload = { trackerType: 'Mood', day: testDay, ...words, basedOn: null, settles: [] }
  return wireOp(payload, { kind: 'trackers.note' })
}

function importOp() {
  const entries = [{ trackerType: 'Mood', answer: 'sad', date: '2020-01-01' }]
  const payload = { importId: uuidv7(), source: 'daylio', entries }
  return wireOp(payload, { kind: 'trackers.import' })
}
