import { eq } from 'drizzle-orm'
import pino from 'pino'
import { v7 as uuidv7 } from 'uuid'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Language } from '#contract/language.ts'
import type { LocalDate } from '#contract/local-date.ts'
import { devicesMax, quietHoursAtFirst, pushPayloadSchema } from '#contract/push/model.ts'
import {
  pushReminders,
  pushSends,
  pushStoppedAddresses,
  pushSubscriptions,
} from '#server/db/schema/notices.ts'
import { auditEvents } from '#server/db/schema/upkeep.ts'
import type { Pushed } from '#server/ports/push/port.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPerson, addSession, type SignedIn } from '#tests/support/people.ts'
import { silentPush, subscriptionOf } from '#tests/support/push-silent.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

describe.each(databasesUnderTest('both'))(
  'devices and settings of notifications, on %s',
  (kind) => {
    let open: TestDatabase
    let server: TestServer
    let nowMs = testNoonMs
    let answer: Pushed = { status: 'sent' }
    const sent: Parameters<typeof silentPush>[0] = []
    const lines: string[] = []

    beforeAll(async () => {
      open = await openTestDatabase(kind)
      const push = silentPush(sent, () => answer)
      const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
      server = await startTestServer(open.database, { now: () => nowMs, push, log })
    })
    afterAll(async () => {
      await server.close()
      await open.drop()
    })

    const subscribe = (
      token: { token: string },
      { subscription = subscriptionOf(), timeZone = 'Africa/Cairo', renewal = false } = {},
    ) => {
      const body = { subscription, timeZone, language: 'en', renewal }
      return call(server.origin, 'putSubscription', { body }, token)
    }
    const devices = async (token: { token: string }) =>
      (await call(server.origin, 'listPushDevices', {}, token)).reply.devices
    const settingsOf = async (token: { token: string }) =>
      (await call(server.origin, 'getPushSettings', {}, token)).reply
    const rowsOf = ({ id }: Pick<SignedIn, 'id'>) =>
      open.database.orm.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, id))

    test('a device counts once however often it says that it is there', async () => {
      const teen = await addPerson(open.database)
      const subscription = subscriptionOf()
      await subscribe(teen, { subscription })
      const [first] = await devices(teen)
      nowMs += 1_000
      expect((await subscribe(teen, { subscription })).status).toBe(204)
      const [again, ...others] = await devices(teen)
      expect(others).toEqual([])
      expect(again).toMatchObject({ id: first?.id, current: true, createdAt: first?.createdAt })
      expect(again?.seenAt).not.toBe(first?.seenAt)
    })

    test('a session has one address: a new one takes the place of the one before', async () => {
      const teen = await addPerson(open.database)
      await subscribe(teen)
      await subscribe(teen)
      expect(await devices(teen)).toHaveLength(1)
    })

    test('an address that changes hands on a shared phone never serves two people', async () => {
      const [one, two] = [await addPerson(open.database), await addPerson(open.database)]
      const subscription = subscriptionOf()
      await subscribe(one, { subscription })
      await subscribe(two, { subscription })
      expect([(await rowsOf(one)).length, (await rowsOf(two)).length]).toEqual([0, 1])
      const both = [one, two].map((person) => subscribe(person, { subscription }))
      await Promise.all(both)
      expect((await rowsOf(one)).length + (await rowsOf(two)).length).toBe(1)
    })

    test('of eleven devices the one that was not seen for longest goes', async () => {
      const teen = await addPerson(open.database)
      await subscribe(teen)
      const [oldest] = await rowsOf(teen)
      for (let count = 1; count <= devicesMax; count += 1) {
        nowMs += 1_000
        await subscribe({ token: await addSession(open.database, teen.id) })
      }
      const left = await rowsOf(teen)
      expect(left).toHaveLength(devicesMax)
      expect(left.map(({ id }) => id)).not.toContain(oldest?.id)
    })

    test('a device is gone with its session, however that ends', async () => {
      const teen = await addPerson(open.database)
      const other = { token: await addSession(open.database, teen.id) }
      await subscribe(teen)
      await subscribe(other)
      await call(server.origin, 'logout', {}, other)
      expect(await rowsOf(teen)).toHaveLength(1)
      const third = { token: await addSession(open.database, teen.id) }
      await subscribe(third)
      await call(server.origin, 'endOtherSessions', {}, third)
      expect(await devices(third)).toMatchObject([{ current: true }])
    })

    test('a device whose browser ends the subscription by itself is none from then on', async () => {
      const teen = await addPerson(open.database)
      const expirationTime = nowMs + 3_600_000
      await subscribe(teen, { subscription: subscriptionOf({ expirationTime }) })
      expect(await devices(teen)).toHaveLength(1)
      nowMs = expirationTime + 1
      expect(await devices(teen)).toEqual([])
      await server.upkeep()
      expect(await rowsOf(teen)).toEqual([])
    })

    test('what was sent goes after 30 days, a question whether to stop after 400', async () => {
      const teen = await addPerson(open.database)
      await subscribe(teen)
      const ages = [29, 31, 399, 401].flatMap((days) => [
        { days, asks: false },
        { days, asks: true },
      ])
      await open.database.orm.insert(pushSends).values(
        ages.map(({ days, asks }) => {
          const dueAt = new Date(nowMs - days * 86_400_000)
          const about = `${days} ${asks}`
          const of = { userId: teen.id, kind: 'tracker.mood', slot: '1200' } as const
          return { id: uuidv7(), ...of, about, asks, dueAt, sendBefore: dueAt, sentAt: dueAt }
        }),
      )
      await server.upkeep()
      const left = await open.database.orm
        .select({ about: pushSends.about })
        .from(pushSends)
        .where(eq(pushSends.userId, teen.id))
        .orderBy(pushSends.about)
      expect(left.map(({ about }) => about)).toEqual(['29 false', '29 true', '31 true', '399 true'])
    })

    test('what cannot be swept holds up nothing else of the upkeep, which fails', async () => {
      const { orm, pool } = open.database
      await orm.insert(auditEvents).values({
        id: uuidv7(),
        at: new Date(0),
        event: 'sign_in',
        outcome: 'ok',
      })
      await pool.query('alter table push_sends rename to elsewhere')
      lines.length = 0
      await expect(server.upkeep()).rejects.toThrow('The upkeep is not done')
      await pool.query('alter table elsewhere rename to push_sends')
      expect(lines.join('')).toMatch(/push\/index\.ts.*a part of the upkeep failed/)
      expect(await orm.$count(auditEvents, eq(auditEvents.at, new Date(0)))).toBe(0)
      await server.upkeep()
    })

    test('a device that was stopped from another one stays off until its person turns it on there', async () => {
      const teen = await addPerson(open.database)
      const other = { token: await addSession(open.database, teen.id) }
      const subscription = subscriptionOf()
      await subscribe(teen, { subscription })
      const params = { id: (await devices(teen))[0]?.id ?? '' }
      expect((await call(server.origin, 'stopPushDevice', { params }, other)).status).toBe(204)
      for (const renewed of [subscription, subscriptionOf()]) {
        const refused = await subscribe(teen, { subscription: renewed, renewal: true })
        expect(refused.problem.code).toBe('wrong_state')
      }
      expect(await rowsOf(teen)).toEqual([])
      // The phone serves whoever else uses it.
      const sibling = await addPerson(open.database)
      expect((await subscribe(sibling, { renewal: true })).status).toBe(204)
      expect((await subscribe(teen, { subscription })).status).toBe(204)
      expect((await subscribe(teen, { subscription, renewal: true })).status).toBe(204)
      expect(await devices(teen)).toHaveLength(1)
    })

    test('a stopped device stays off after its session ended and its person has logged in there anew', async () => {
      const teen = await addPerson(open.database)
      const subscription = subscriptionOf()
      const tablet = { token: await addSession(open.database, teen.id) }
      await subscribe(tablet, { subscription })
      const params = { id: (await devices(teen))[0]?.id ?? '' }
      await call(server.origin, 'stopPushDevice', { params }, teen)
      await call(server.origin, 'endOtherSessions', {}, teen)
      const anew = { token: await addSession(open.database, teen.id) }
      const renewed = await subscribe(anew, { subscription, renewal: true })
      expect(renewed.problem.code).toBe('wrong_state')
      expect(await rowsOf(teen)).toEqual([])
      // It is theirs alone: the phone serves whoever else uses it, and another phone of theirs goes on.
      const other = { token: await addSession(open.database, teen.id) }
      const sibling = await addPerson(open.database)
      expect((await subscribe(sibling, { subscription, renewal: true })).status).toBe(204)
      expect((await subscribe(other, { renewal: true })).status).toBe(204)
      expect((await subscribe(anew, { subscription })).status).toBe(204)
      expect((await subscribe(anew, { subscription, renewal: true })).status).toBe(204)
      expect(await rowsOf(teen)).toHaveLength(2)
    })

    test('of stopped devices as many are remembered as somebody can have', async () => {
      const teen = await addPerson(open.database)
      for (let count = 0; count <= devicesMax; count += 1) {
        nowMs += 1_000
        const device = { token: await addSession(open.database, teen.id) }
        await subscribe(device)
        const params = { id: (await devices(teen))[0]?.id ?? '' }
        await call(server.origin, 'stopPushDevice', { params }, device)
      }
      const { orm } = open.database
      const ofTeen = eq(pushStoppedAddresses.userId, teen.id)
      expect(await orm.$count(pushStoppedAddresses, ofTeen)).toBe(devicesMax)
      const exported = await call(server.origin, 'exportMyData', {}, teen)
      const { push } = JSON.parse(exported.bytes.toString())
      expect(push.stopped).toHaveLength(devicesMax)
    })

    test('nobody lists, stops or takes away a device of somebody else', async () => {
      const [owner, other] = [await addPerson(open.database), await addPerson(open.database)]
      const subscription = subscriptionOf()
      await subscribe(owner, { subscription })
      const [device] = await devices(owner)
      const params = { id: device?.id ?? '' }
      expect(await devices(other)).toEqual([])
      expect((await call(server.origin, 'stopPushDevice', { params }, other)).status).toBe(404)
      const body = { endpoint: subscription.endpoint }
      await call(server.origin, 'deleteSubscription', { body }, other)
      expect(await devices(owner)).toHaveLength(1)
      expect((await call(server.origin, 'stopPushDevice', { params }, owner)).status).toBe(204)
      expect(await devices(owner)).toEqual([])
    })

    test('what is stored of a device reaches it only with the key of the server', async () => {
      const teen = await addPerson(open.database)
      const subscription = subscriptionOf()
      await subscribe(teen, { subscription })
      const stored = JSON.stringify(await rowsOf(teen))
      for (const secret of [subscription.endpoint, ...Object.values(subscription.keys)]) {
        expect(stored).not.toContain(secret)
      }
      const exported = await call(server.origin, 'exportMyData', {}, teen)
      expect(exported.bytes.toString()).not.toContain(subscription.endpoint)
    })

    test('a young person sleeps undisturbed and discreetly until they choose otherwise, an adult is not asked', async () => {
      const teen = await addPerson(open.database)
      const adult = await addPerson(open.database, {
        userType: 'Parent',
        birthDate: '1980-01-01' as LocalDate,
      })
      expect(await settingsOf(teen)).toMatchObject({
        quiet: quietHoursAtFirst,
        discreet: true,
        reminders: [],
        zone: { follows: true, name: 'Africa/Cairo' },
      })
      const grown = await settingsOf(adult)
      expect(grown).toMatchObject({ quiet: null, discreet: false })
      expect(grown.kinds['article.published']).toBe(false)
    })

    test('reminders stand at the next time of the person’s own clock, which follows the device', async () => {
      const teen = await addPerson(open.database)
      const before = await settingsOf(teen)
      const reminders = [
        { tracker: 'Mood' as const, minute: 20 * 60, days: [0, 1, 2, 3, 4, 5, 6], on: true },
        { tracker: 'Sleep' as const, minute: 8 * 60, days: [1], on: false },
      ]
      const body = { ...before, reminders }
      expect((await call(server.origin, 'putPushSettings', { body }, teen)).reply).toEqual(body)
      const nextOf = async () => {
        const rows = await open.database.orm
          .select()
          .from(pushReminders)
          .where(eq(pushReminders.userId, teen.id))
        return Object.fromEntries(
          rows.map((row) => [row.tracker, row.nextAt?.toISOString() ?? null]),
        )
      }
      expect(await nextOf()).toEqual({ Mood: '2026-06-15T17:00:00.000Z', Sleep: null })
      await subscribe(teen, { timeZone: 'America/New_York' })
      expect(await nextOf()).toEqual({ Mood: '2026-06-16T00:00:00.000Z', Sleep: null })
      const fixed = { ...body, zone: { follows: false, name: 'Africa/Cairo' } }
      await call(server.origin, 'putPushSettings', { body: fixed }, teen)
      await subscribe(teen, { timeZone: 'America/New_York' })
      expect(await nextOf()).toEqual({ Mood: '2026-06-15T17:00:00.000Z', Sleep: null })
      expect((await call(server.origin, 'remindersIcs', {}, teen)).bytes.toString()).toContain(
        'DTSTART:20260615T200000',
      )
    })

    test('the calendar file begins with the evening that is still to come where its person is', async () => {
      const before = nowMs
      onTestFinished(() => void (nowMs = before))
      const teen = await addPerson(open.database)
      await subscribe(teen, { timeZone: 'America/Los_Angeles' })
      const monday = { tracker: 'Mood' as const, minute: 20 * 60, days: [1], on: true }
      const body = { ...(await settingsOf(teen)), reminders: [monday] }
      await call(server.origin, 'putPushSettings', { body }, teen)
      nowMs = Date.parse('2026-06-16T00:30:00Z')
      expect((await call(server.origin, 'remindersIcs', {}, teen)).bytes.toString()).toContain(
        'DTSTART:20260615T200000',
      )
    })

    test('reminders beyond three of a tracker, twice at a time, at no day or for a parent are refused', async () => {
      const [teen, parent] = [
        await addPerson(open.database),
        await addPerson(open.database, { userType: 'Parent' }),
      ]
      const settings = await settingsOf(teen)
      const at = (minute: number) => ({ tracker: 'Mood' as const, minute, days: [1], on: true })
      const put = async (actor: SignedIn, reminders: (typeof settings)['reminders']) =>
        (await call(server.origin, 'putPushSettings', { body: { ...settings, reminders } }, actor))
          .status
      expect(await put(teen, [at(0), at(5), at(10), at(15)])).toBe(400)
      expect(await put(teen, [at(5), at(5)])).toBe(400)
      expect(await put(teen, [{ ...at(5), days: [] }])).toBe(400)
      expect(await put(teen, [at(7)])).toBe(400)
      expect(await put(parent, [at(5)])).toBe(400)
      expect(await put(teen, [at(0), at(5), at(10)])).toBe(200)
    })

    test('a test comes at once to the device that asks, and says where it does not', async () => {
      const teen = await addPerson(open.database)
      const test = () => call(server.origin, 'sendTestPush', {}, teen)
      expect((await test()).status).toBe(404)
      await subscribe(teen)
      expect((await test()).status).toBe(204)
      answer = { status: 'later', afterMs: 1 }
      expect((await test()).problem.code).toBe('partner_unavailable')
      answer = { status: 'gone' }
      expect((await test()).status).toBe(404)
      expect(await rowsOf(teen)).toEqual([])
    })

    test('a notification speaks the language that its person chose last, in its direction', async () => {
      answer = { status: 'sent' }
      const teen = await addPerson(open.database)
      await subscribe(teen)
      const body = (await call(server.origin, 'getPushSettings', {}, teen)).reply
      await call(server.origin, 'putPushSettings', { body: { ...body, discreet: false } }, teen)
      const said = async (language: Language) => {
        await call(
          server.origin,
          'updateLanguage',
          { params: { id: teen.id }, body: { language } },
          teen,
        )
        expect((await call(server.origin, 'sendTestPush', {}, teen)).status).toBe(204)
        const { text } = sent.at(-1) ?? { text: '' }
        const { notification } = v.parse(v.pipe(v.string(), v.parseJson(), pushPayloadSchema), text)
        return [notification.body, notification.lang, notification.dir]
      }
      expect(await said('ar')).toEqual(['الإشعارات تصل إلى هذا الجهاز', 'ar', 'rtl'])
      expect(await said('fr')).toEqual(['Les notifications arrivent sur cet appareil', 'fr', 'ltr'])
      expect(await said('en')).toEqual(['Notifications reach this device', 'en', 'ltr'])
    })

    test('a server without keys says so, and still lets people choose', async () => {
      const without = await startTestServer(open.database, { push: null })
      try {
        const teen = await addPerson(open.database)
        const key = await call(without.origin, 'getPushKey', {}, teen)
        expect(key.problem.code).toBe('not_configured')
        expect((await call(without.origin, 'getPushSettings', {}, teen)).status).toBe(200)
      } finally {
        await without.close()
      }
    })
  },
)
