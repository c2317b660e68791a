import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { LocalDate } from '#contract/local-date.ts'
import { recipientMark } from '#contract/push/model.ts'
import { pushWords } from '#contract/push/words.ts'
import { contractHeader, contractVersion } from '#contract/version.ts'
import { users } from '#server/db/schema/account.ts'
import { pushReminders, pushSends, pushSubscriptions } from '#server/db/schema/notices.ts'
import { call } from '#tests/support/call.ts'
import { addPair } from '#tests/support/chats.ts'
import { addProvider } from '#tests/support/connections.ts'
import { databasesUnderTest } from '#tests/support/database.ts'
import { addArticle } from '#tests/support/library.ts'
import { addPaid, addSeller, hourFrom } from '#tests/support/money.ts'
import { answerOf, opIdAt, wireOp } from '#tests/support/ops.ts'
import { addPerson, addSession } from '#tests/support/people.ts'
import { everyDay, moodAt, startPushWorld, type PushWorld } from '#tests/support/push-world.ts'
import { answersTo, questOf } from '#tests/support/quests.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const adult = { birthDate: '1985-05-05' as LocalDate }

/** What nobody reads on a locked screen, nor in a log. */
const privateWords = ['Zainab', 'Quartzfield', 'Dr. Marlowe', 'Kintsugi', 'very sad', 'Insomnia']

describe.each(databasesUnderTest('both'))('notifications, on %s', (kind) => {
  let world: PushWorld

  beforeAll(async () => {
    world = await startPushWorld(kind)
  })
  afterEach(() => world.answerAll())
  afterAll(() => world.end())

  test('remind of a tracker at its time, once a day, and lead to the day they are for', async () => {
    const teen = await world.teenWith(moodAt(20 * 60))
    await world.goTo(world.cairo(19, 59), hourMs)
    expect(world.kindsOf(teen)).toEqual([])
    await world.goTo(world.cairo(20, 5))
    await world.goTo(world.cairo(23), hourMs)
    const [only, ...others] = world.got(teen)
    expect(others).toEqual([])
    expect(only?.notification).toMatchObject({
      title: 'Zync',
      body: 'You have news',
      navigate: 'https://zync.example/trackers?day=2026-06-15&of=mood',
      tag: 'tracker.mood',
      data: { k: 'tracker.mood', day: '2026-06-15', of: 'Mood', u: recipientMark(teen.id) },
    })
    await world.goTo(world.cairo(20, 6), 30 * minuteMs)
    expect(world.got(teen).map(({ notification }) => notification.data.day)).toEqual([
      '2026-06-15',
      '2026-06-16',
    ])
  })

  test('say nothing for a day that is answered, also between the time and the sending', async () => {
    const teen = await world.teenWith(moodAt(15 * 60))
    await world.goTo(world.cairo(14, 58), hourMs)
    await world.record(teen)
    await world.goTo(world.cairo(15, 6))
    expect(world.kindsOf(teen)).toEqual([])
    const late = await world.teenWith(moodAt(16 * 60))
    world.nowMs = world.cairo(15, 59)
    await world.database.orm.insert(pushSends).values({
      id: uuidv7(),
      userId: late.id,
      kind: 'tracker.mood',
      about: new Date(world.nowMs).toISOString().slice(0, 10),
      slot: '960',
      dueAt: new Date(world.nowMs + minuteMs),
      sendBefore: new Date(world.nowMs + hourMs),
    })
    await world.record(late)
    await world.goTo(world.cairo(16, 6))
    expect(world.kindsOf(late)).toEqual([])
  })

  test('wake nobody for what was due during an outage, and come again the next day', async () => {
    const teen = await world.teenWith(moodAt(18 * 60))
    world.nowMs = world.cairo(21)
    await world.jobs.runDue()
    expect(world.kindsOf(teen)).toEqual([])
    await world.goTo(world.cairo(18, 5), 6 * hourMs)
    expect(world.kindsOf(teen)).toEqual(['tracker.mood'])
  })

  test('come once, also where the clock of the server was set back an hour', async () => {
    const teen = await world.teenWith(moodAt(19 * 60))
    const atMs = world.cairo(19)
    await world.goTo(atMs + 5 * minuteMs, hourMs)
    await world.database.orm
      .update(pushReminders)
      .set({ nextAt: new Date(atMs) })
      .where(eq(pushReminders.userId, teen.id))
    await world.goTo(world.nowMs + 5 * minuteMs)
    expect(world.kindsOf(teen)).toEqual(['tracker.mood'])
  })

  test('rest in quiet hours: a reminder is left out, a message waits for the morning', async () => {
    const quiet = { from: 21 * 60, to: 7 * 60 }
    const teen = await world.teenWith({ ...moodAt(22 * 60), quiet })
    const { provider, chatId } = await addPair(world.database, { client: teen })
    await world.goTo(world.cairo(22, 30), hourMs)
    await world.write(provider, chatId)
    await world.goTo(world.cairo(6, 58), hourMs)
    expect(world.kindsOf(teen)).toEqual([])
    await world.goTo(world.cairo(7, 1))
    expect(world.kindsOf(teen)).toEqual(['message'])
  })

  test('are six a day at most for whoever is no provider', async () => {
    const trackers = ['Mood', 'Fitness', 'Sleep', 'Diet'] as const
    const reminders = trackers.flatMap((tracker) =>
      [13, 14].map((hour) => ({ tracker, minute: hour * 60, days: everyDay, on: true })),
    )
    const teen = await world.teenWith({ reminders })
    await world.goTo(world.cairo(12, 59), hourMs)
    await world.goTo(world.cairo(15), 10 * minuteMs)
    expect(world.kindsOf(teen)).toHaveLength(6)
  })

  test('ask once whether to stop after three days without an answer, and go on after one', async () => {
    const teen = await world.teenWith(moodAt(17 * 60))
    for (let day = 0; day < 6; day += 1) await world.goTo(world.cairo(17, 5), 8 * hourMs)
    expect(world.kindsOf(teen)).toEqual([
      'tracker.mood',
      'tracker.mood',
      'tracker.mood',
      'tracker.pause',
    ])
    expect(world.got(teen).at(-1)?.notification.navigate).toBe(
      'https://zync.example/edit-profile?tab=reminders&ask=mood',
    )
    expect(await world.restingOf(teen)).toEqual(['Mood'])
    await world.record(teen, new Date(world.nowMs - 24 * hourMs).toISOString().slice(0, 10))
    await world.goTo(world.cairo(17, 5), 8 * hourMs)
    expect(world.kindsOf(teen).at(-1)).toBe('tracker.mood')
    expect(await world.restingOf(teen)).toEqual([])
  })

  test('go on as well where the person says so in their settings', async () => {
    const teen = await world.teenWith(moodAt(17 * 60))
    for (let day = 0; day < 5; day += 1) await world.goTo(world.cairo(17, 5), 8 * hourMs)
    const body = (await call(world.origin, 'getPushSettings', {}, teen)).reply
    await call(world.origin, 'putPushSettings', { body }, teen)
    expect(await world.restingOf(teen)).toEqual([])
    await world.goTo(world.cairo(17, 5), 8 * hourMs)
    expect(world.kindsOf(teen).slice(3)).toEqual(['tracker.pause', 'tracker.mood'])
  })

  test('tell of messages once for a chat until it is read, and not of one that was read at once', async () => {
    const teen = await world.teenWith()
    const { provider, chatId } = await addPair(world.database, { client: teen })
    const params = { chatId }
    await world.write(provider, chatId)
    await world.goTo(world.nowMs + 10 * secondMs, 10 * secondMs)
    expect(world.kindsOf(teen)).toEqual([])
    await world.goTo(world.nowMs + 30 * secondMs, 10 * secondMs)
    await world.write(provider, chatId)
    await world.goTo(world.nowMs + minuteMs, 10 * secondMs)
    expect(world.got(teen)).toMatchObject([
      { app_badge: 1, notification: { data: { k: 'message' } } },
    ])
    await call(world.origin, 'markRead', { params, body: { seq: 2 } }, teen)
    await world.write(provider, chatId)
    await world.goTo(world.nowMs + minuteMs, 10 * secondMs)
    expect(world.kindsOf(teen)).toHaveLength(2)
    await call(world.origin, 'markRead', { params, body: { seq: 3 } }, teen)
    await world.write(provider, chatId)
    await call(world.origin, 'markRead', { params, body: { seq: 4 } }, teen)
    await world.goTo(world.nowMs + minuteMs, 10 * secondMs)
    expect(world.kindsOf(teen)).toHaveLength(2)
  })

  test('say nothing of somebody who was blocked meanwhile', async () => {
    const teen = await world.teenWith()
    const { provider, chatId } = await addPair(world.database, { client: teen })
    await world.write(provider, chatId)
    await call(world.origin, 'blockPerson', { body: { userId: provider.id } }, teen)
    await world.write(provider, chatId)
    await world.goTo(world.nowMs + 2 * minuteMs)
    expect(world.kindsOf(teen)).toEqual([])
  })

  test('end with the session, and with a suspension', async () => {
    const [out, suspended] = [
      await world.teenWith(moodAt(14 * 60)),
      await world.teenWith(moodAt(14 * 60)),
    ]
    await world.goTo(world.cairo(13, 59), hourMs)
    await call(world.origin, 'logout', {}, out)
    const gone = { suspendedAt: new Date(world.nowMs) }
    await world.database.orm.update(users).set(gone).where(eq(users.id, suspended.id))
    await world.goTo(world.cairo(14, 10))
    expect([world.kindsOf(out), world.kindsOf(suspended)]).toEqual([[], []])
  })

  test('tell a provider of requests and shared results, a client of acceptance and articles, in one sentence each', async () => {
    const client = await world.subscribed(
      await addPerson(world.database, { userType: 'Parent', firstname: 'Zainab', ...adult }),
    )
    const provider = await world.subscribed(
      await addProvider(world.database, { firstname: 'Dr. Marlowe', ...adult }),
    )
    const asked = { requestedServiceProvider: provider.id, message: 'Kintsugi' }
    const { _id: id } = (await call(world.origin, 'requestConnection', { body: asked }, client))
      .reply
    await world.goTo(world.nowMs + minuteMs)
    await call(world.origin, 'acceptConnection', { params: { id } }, provider)
    await world.goTo(world.nowMs + minuteMs)
    expect(world.got(provider).map(({ notification }) => notification.body)).toEqual([
      pushWords['request.received'],
    ])
    expect(world.kindsOf(client)).toEqual(['request.accepted'])
    const publish = () => {
      const body = {
        title: 'Insomnia',
        content: 'Kintsugi for everybody. '.repeat(9),
        category: 'Emotional Wellness' as const,
      }
      return call(world.origin, 'createArticle', { body, files: {} }, provider)
    }
    expect((await publish()).status).toBe(201)
    await world.goTo(world.nowMs + minuteMs)
    expect(world.kindsOf(client)).toEqual(['request.accepted'])
    const settings = (await call(world.origin, 'getPushSettings', {}, client)).reply
    const kinds = { ...settings.kinds, 'article.published': true }
    await call(world.origin, 'putPushSettings', { body: { ...settings, kinds } }, client)
    await publish()
    await publish()
    await world.goTo(world.nowMs + minuteMs)
    expect(world.kindsOf(client)).toEqual(['request.accepted', 'article.published'])
  })

  test('tell of something to read, without its words, also whoever chose before there were packs', async () => {
    const provider = await world.subscribed(await addProvider(world.database, adult))
    const client = await world.subscribed(await addPerson(world.database, adult))
    await addPair(world.database, { provider, client })
    await world.database.pool.query(
      `update push_settings set kinds = kinds - 'pack.received' where user_id = any($1)`,
      [[provider.id, client.id]],
    )
    const body = { title: 'Kintsugi', articleIds: [await addArticle(world.database, provider.id)] }
    const input = { body: { ...body, receiverIds: [client.id] } }
    expect((await call(world.origin, 'sendPack', input, provider)).status).toBe(201)
    await world.goTo(world.nowMs + minuteMs)
    expect(world.kindsOf(client)).toEqual(['pack.received'])
    const now = { ...provider, headers: { [contractHeader]: String(contractVersion) } }
    const { reply } = await call(world.origin, 'getPushSettings', {}, now)
    expect(reply.kinds['pack.received']).toBe(true)
    // A build that does not know the kind is told nothing of it, and what it stores says nothing about it.
    const off = { ...reply, kinds: { ...reply.kinds, 'pack.received': false } }
    await call(world.origin, 'putPushSettings', { body: off }, now)
    const old = { ...provider, headers: { [contractHeader]: '2' } }
    const known = await call(world.origin, 'getPushSettings', {}, old)
    expect(Object.keys(known.reply.kinds)).not.toContain('pack.received')
    await call(world.origin, 'putPushSettings', { body: known.reply }, old)
    const after = await call(world.origin, 'getPushSettings', {}, now)
    expect(after.reply.kinds['pack.received']).toBe(false)
  })

  test('tell a provider of a shared result unless it was taken back at once, and once a day', async () => {
    const provider = await world.subscribed(await addProvider(world.database, adult))
    const { client } = await addPair(world.database, { provider })
    const answers = answersTo(await questOf('pq16'))
    const quest = { params: { id: '6' }, body: { answers } }
    const { id } = (await call(world.origin, 'submitSurvey', quest, client)).reply
    const params = { id, providerId: provider.id }
    await call(world.origin, 'shareResult', { params }, client)
    await call(world.origin, 'unshareResult', { params }, client)
    await world.goTo(world.nowMs + minuteMs)
    expect(world.kindsOf(provider)).toEqual([])
    await call(world.origin, 'shareResult', { params }, client)
    await world.goTo(world.nowMs + minuteMs)
    await call(world.origin, 'shareResult', { params }, client)
    await world.goTo(world.nowMs + minuteMs)
    expect(world.got(provider).map(({ notification }) => notification)).toMatchObject([
      {
        body: pushWords['result.shared'],
        navigate: `https://zync.example/gen-z/${client.id}`,
      },
    ])
  })

  test('tell of a result that stays shared when another of the same day is taken back', async () => {
    const provider = await world.subscribed(await addProvider(world.database, adult))
    const { client } = await addPair(world.database, { provider })
    const answers = answersTo(await questOf('pq16'))
    const quest = { params: { id: '6' }, body: { answers } }
    const share = async () => {
      const { id } = (await call(world.origin, 'submitSurvey', quest, client)).reply
      const params = { id, providerId: provider.id }
      await call(world.origin, 'shareResult', { params }, client)
      return params
    }
    const first = await share()
    expect((await share()).id).not.toBe(first.id)
    await call(world.origin, 'unshareResult', { params: first }, client)
    await world.goTo(world.nowMs + minuteMs)
    expect(world.kindsOf(provider)).toEqual(['result.shared'])
  })

  test('come by the clock of where the device did something last', async () => {
    const teen = await world.teenWith(moodAt(20 * 60))
    // What has waited for a day was tapped where the phone is no more.
    for (const [tz, hoursAgo] of [
      ['Asia/Dubai', 0],
      ['Africa/Cairo', 24],
    ] as const) {
      const opId = opIdAt(new Date(world.nowMs - hoursAgo * hourMs).toISOString())
      const op = wireOp(answerOf({ trackerType: 'Diet', answer: 'well' }), { opId, tz })
      await call(world.origin, 'pushOps', { body: { ops: [op] } }, teen)
    }
    const { zone } = (await call(world.origin, 'getPushSettings', {}, teen)).reply
    expect(zone).toEqual({ follows: true, name: 'Asia/Dubai' })
    // An hour before it is so late in Cairo.
    await world.goTo(world.cairo(19, 5), hourMs)
    expect(world.kindsOf(teen)).toEqual(['tracker.mood'])
  })

  test('remind of a session a day and an hour before, and tell of each change', async () => {
    const client = await world.subscribed(await addPerson(world.database, adult))
    const provider = await world.subscribed(await addSeller(world.database))
    const ids = { userId: client.id, providerId: provider.id }
    await addPaid(world.database, ids, { sessions: 1 })
    let startMs = world.cairo(15) + 48 * hourMs
    // Providers work from Monday to Friday.
    while (![2, 3, 4].includes(new Date(startMs).getUTCDay())) startMs += 24 * hourMs
    const body = { serviceProviderId: provider.id, ...hourFrom(new Date(startMs).toISOString()) }
    const booked = await call(world.origin, 'book', { body }, client)
    expect(booked.status).toBe(201)
    await world.goTo(world.nowMs + minuteMs, 20 * secondMs)
    expect([world.kindsOf(client), world.kindsOf(provider)]).toEqual([[], ['session.changed']])
    for (const ms of [startMs - 23 * hourMs, startMs - 50 * minuteMs]) {
      await world.goTo(ms, 6 * hourMs)
      await world.goTo(ms + minuteMs, 20 * secondMs)
    }
    expect(world.kindsOf(client)).toEqual(['session.reminder', 'session.reminder'])
  })

  test('to a device that is gone end there, and those that a service holds up come when it says', async () => {
    const [gone, slow] = [
      await world.teenWith(moodAt(11 * 60)),
      await world.teenWith(moodAt(11 * 60)),
    ]
    await world.goTo(world.cairo(10, 59), hourMs)
    world.answer = ({ to }) =>
      to.endpoint === gone.endpoint
        ? { status: 'gone' }
        : { status: 'later', afterMs: 7 * minuteMs }
    await world.goTo(world.cairo(11, 5))
    world.answerAll()
    const devices = world.database.orm.select().from(pushSubscriptions)
    expect(await devices.where(eq(pushSubscriptions.userId, gone.id))).toEqual([])
    const [waits] = await world.database.orm
      .select()
      .from(pushSends)
      .where(eq(pushSends.userId, slow.id))
    const dueMs = waits?.dueAt.getTime() ?? 0
    await world.goTo(dueMs - secondMs)
    expect(world.kindsOf(slow)).toEqual([])
    await world.goTo(dueMs + minuteMs)
    expect(world.kindsOf(slow)).toEqual(['tracker.mood'])
    expect(world.kindsOf(gone)).toEqual([])
  })

  test('go to every device of a person, and again to the one alone that could not be reached', async () => {
    const first = await world.teenWith(moodAt(9 * 60))
    const token = await addSession(world.database, first.id)
    const second = await world.subscribed({ ...first, token }, moodAt(9 * 60))
    await world.goTo(world.cairo(8, 59), hourMs)
    world.answer = ({ to }) =>
      to.endpoint === second.endpoint ? { status: 'later', afterMs: minuteMs } : { status: 'sent' }
    await world.goTo(world.cairo(9, 5))
    world.answerAll()
    await world.goTo(world.cairo(9, 15))
    expect([world.kindsOf(first), world.kindsOf(second)]).toEqual([
      ['tracker.mood'],
      ['tracker.mood'],
    ])
  })

  test('all of the above hold no name, word, title or answer, and the log no address', async () => {
    const texts = world.sent.map(({ text, topic }) => `${topic} ${text}`)
    expect(texts.length).toBeGreaterThan(20)
    for (const text of [...texts, ...world.lines]) {
      for (const word of privateWords) expect(text.toLowerCase()).not.toContain(word.toLowerCase())
    }
    for (const { to } of world.sent) expect(world.lines.join('\n')).not.toContain(to.endpoint)
    for (const { text, topic } of world.sent) {
      expect(Buffer.byteLength(text)).toBeLessThan(1_024)
      expect(topic).toMatch(/^[\w-]{32}$/)
    }
  })
})
