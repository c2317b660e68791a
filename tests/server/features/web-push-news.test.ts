import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { withNewKinds } from '#contract/push/model.ts'
import { users } from '#server/db/schema/account.ts'
import { addNotice } from '#server/features/notices/index.ts'
import { queueDue } from '#server/features/push/queue.ts'
import type { Pushed } from '#server/ports/push/port.ts'
import { call } from '#tests/support/call.ts'
import { addPair } from '#tests/support/chats.ts'
import { addProvider, loseVerification, turnMinorsAway } from '#tests/support/connections.ts'
import { databasesUnderTest } from '#tests/support/database.ts'
import { adultBirthDate } from '#tests/support/evidence.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { subscriptionOf } from '#tests/support/push-silent.ts'
import { everyDay, moodAt, startPushWorld, type PushWorld } from '#tests/support/push-world.ts'
import { answersTo, questOf } from '#tests/support/quests.ts'

const adult = { birthDate: adultBirthDate }
const minuteMs = 60_000
const hourMs = 60 * minuteMs

describe.each(databasesUnderTest('both'))(
  'notifications that cannot come at once, on %s',
  (kind) => {
    let world: PushWorld

    beforeAll(async () => {
      world = await startPushWorld(kind)
    })
    afterEach(() => world.answerAll())

    /** Answers a quest; gives what shows its result to a provider. */
    async function resultOf(client: SignedIn) {
      const body = { answers: answersTo(await questOf('pq16')) }
      const { reply } = await call(
        world.origin,
        'submitSurvey',
        { params: { id: '6' }, body },
        client,
      )
      return ({ id: providerId }: SignedIn) =>
        call(world.origin, 'shareResult', { params: { id: reply.id, providerId } }, client)
    }
    afterAll(() => world.end())

    test('of news wait for the next morning where six have come, and reach the person then', async () => {
      const reminders = [13, 14, 15].flatMap((hour) =>
        (['Mood', 'Sleep'] as const).map((tracker) => ({
          tracker,
          minute: hour * 60,
          days: everyDay,
          on: true,
        })),
      )
      const teen = await world.teenWith({ reminders })
      const { provider, chatId } = await addPair(world.database, { client: teen })
      await world.goTo(world.cairo(12, 59), hourMs)
      await world.goTo(world.cairo(16), 10 * minuteMs)
      await world.write(provider, chatId)
      await world.write(provider, chatId)
      await world.goTo(world.cairo(6, 58), 30 * minuteMs)
      expect(world.kindsOf(teen)).toHaveLength(6)
      await world.goTo(world.cairo(7, 1))
      expect(world.kindsOf(teen).slice(6)).toEqual(['message'])
    })

    test('tell of the next message of a chat where the one before could not be delivered', async () => {
      const teen = await world.teenWith()
      const { provider, chatId } = await addPair(world.database, { client: teen })
      world.answer = () => ({ status: 'later', afterMs: 48 * hourMs })
      await world.write(provider, chatId)
      await world.goTo(world.nowMs + minuteMs)
      world.answerAll()
      await world.write(provider, chatId)
      await world.goTo(world.nowMs + minuteMs)
      await world.write(provider, chatId)
      await world.goTo(world.nowMs + minuteMs)
      expect(world.kindsOf(teen)).toEqual(['message'])
    })

    test.each(['gone', 'refused'] as const)(
      'tell of the next message of a chat where no device got the one before: %s',
      async (status) => {
        const teen = await world.teenWith()
        const { provider, chatId } = await addPair(world.database, { client: teen })
        world.answer = () => ({ status })
        await world.write(provider, chatId)
        await world.goTo(world.nowMs + minuteMs)
        world.answerAll()
        const again = await world.subscribed(teen)
        await world.write(provider, chatId)
        await world.goTo(world.nowMs + minuteMs)
        await world.write(provider, chatId)
        await world.goTo(world.nowMs + minuteMs)
        expect(world.kindsOf(again)).toEqual(['message'])
      },
    )

    test('tell no provider of the result of a minor whom they see no more, whenever that is', async () => {
      const provider = await world.subscribed(await addProvider(world.database, adult))
      const { client } = await addPair(world.database, { provider })
      const share = await resultOf(client)
      await share(provider)
      await turnMinorsAway(world.database, provider.id)
      await world.goTo(world.nowMs + minuteMs)
      expect(world.kindsOf(provider)).toEqual([])

      const other = await world.subscribed(await addProvider(world.database, adult))
      await addPair(world.database, { client, provider: other })
      await share(other)
      world.answer = () => ({ status: 'later', afterMs: hourMs })
      await world.goTo(world.nowMs + minuteMs)
      expect(world.kindsOf(other)).toEqual([])
      world.answerAll()
      await turnMinorsAway(world.database, other.id)
      await world.goTo(world.nowMs + 2 * hourMs, 10 * minuteMs)
      expect(world.kindsOf(other)).toEqual([])
    })

    /** Somebody who hears of articles in the morning; gives what publishes one for them at night, and gives its id. */
    async function followerByNight() {
      const provider = await addProvider(world.database, adult)
      const client = await addPerson(world.database, adult)
      await addPair(world.database, { provider, client })
      const kinds = withNewKinds({ 'article.published': true })
      const quiet = { from: 21 * 60, to: 7 * 60 }
      const follower = await world.subscribed(client, { kinds, quiet })
      await world.goTo(world.cairo(22), 12 * hourMs)
      const publish = async () => {
        const content = 'Rest for everybody. '.repeat(9)
        const body = { title: 'Rest', content, category: 'Emotional Wellness' as const }
        return (await call(world.origin, 'createArticle', { body, files: {} }, provider)).reply._id
      }
      return { provider, follower, publish }
    }

    test('tell in the morning of the article that was published in the place of a deleted one', async () => {
      const { provider, follower, publish } = await followerByNight()
      const first = await publish()
      await world.goTo(world.nowMs + minuteMs)
      await call(world.origin, 'deleteArticle', { params: { id: first } }, provider)
      const second = await publish()
      await world.goTo(world.cairo(7, 1), hourMs)
      expect(world.got(follower).map(({ notification }) => notification.navigate)).toEqual([
        expect.stringMatching(`/library/articles/${second}$`),
      ])
    })

    test('tell of no article that was deleted before the morning, or whose author nobody finds any more', async () => {
      const { provider, follower, publish } = await followerByNight()
      const id = await publish()
      await call(world.origin, 'deleteArticle', { params: { id } }, provider)
      const other = await followerByNight()
      await other.publish()
      await loseVerification(world.database, other.provider.id)
      await world.goTo(world.cairo(7, 1), hourMs)
      expect([world.kindsOf(follower), world.kindsOf(other.follower)]).toEqual([[], []])
    })

    test('tell of a message after one whose job met its person suspended', async () => {
      const teen = await world.teenWith()
      const { provider, chatId } = await addPair(world.database, { client: teen })
      const suspend = (suspendedAt: Date | null) =>
        world.database.orm.update(users).set({ suspendedAt }).where(eq(users.id, teen.id))
      await world.write(provider, chatId)
      world.nowMs += minuteMs
      const due = { database: world.database, jobs: world.jobs, now: () => world.nowMs }
      await queueDue(due)
      await suspend(new Date(world.nowMs))
      await world.goTo(world.nowMs + minuteMs)
      await suspend(null)
      await world.write(provider, chatId)
      await world.goTo(world.nowMs + minuteMs)
      expect(world.kindsOf(teen)).toEqual(['message'])
    })

    test('tell of a message that came while an earlier one of its chat was read', async () => {
      const teen = await world.teenWith()
      const { provider, chatId } = await addPair(world.database, { client: teen })
      await world.write(provider, chatId)
      await world.write(provider, chatId)
      await call(world.origin, 'markRead', { params: { chatId }, body: { seq: 1 } }, teen)
      await world.goTo(world.nowMs + minuteMs)
      expect(world.kindsOf(teen)).toEqual(['message'])
    })

    test('lead to the session that they are about, and in the same words to one’s payments', async () => {
      const teen = await world.teenWith()
      const [{ id: userId }, aboutId] = [teen, uuidv7()]
      const at = new Date(world.nowMs)
      for (const kind of ['payment.paid', 'booking.withdrawn', 'booking.reminder'] as const) {
        const about = { userId, actorId: userId, kind, aboutId }
        await addNotice(world.database.pool, { id: uuidv7(), ...about, at })
        await world.goTo(world.nowMs + minuteMs)
      }
      expect(world.got(teen).map(({ notification }) => notification)).toMatchObject([
        { navigate: expect.stringMatching(/\/payment$/), data: { k: 'session.changed' } },
        {
          navigate: expect.stringMatching(`/sessions/${aboutId}$`),
          data: { k: 'session.changed' },
        },
        {
          navigate: expect.stringMatching(`/sessions/${aboutId}$`),
          data: { k: 'session.reminder' },
        },
      ])
    })

    test('that a phone gets days later tell of nothing that is over', async () => {
      const teen = await world.teenWith(moodAt(20 * 60))
      const { provider, chatId } = await addPair(world.database, { client: teen })
      await world.write(provider, chatId)
      await world.goTo(world.cairo(20, 5), hourMs)
      const ttls = world.sent
        .filter(({ to }) => to.endpoint === teen.endpoint)
        .map(({ ttlSeconds }) => ttlSeconds)
      expect(ttls).toHaveLength(2)
      expect(ttls[0]).toBeLessThanOrEqual(24 * 3_600)
      expect(ttls[1]).toBeLessThanOrEqual(3_600)
    })

    test('go on to the others while one push service hangs', async () => {
      const elsewhere = subscriptionOf({ endpoint: `https://web.push.apple.com/${uuidv7()}` })
      const person = await addPerson(world.database)
      const hanging = await world.subscribed(person, moodAt(10 * 60), elsewhere)
      const reached = await world.teenWith(moodAt(10 * 60))
      await world.goTo(world.cairo(9, 59), hourMs)
      const held = Promise.withResolvers<Pushed>()
      world.answer = ({ to }) =>
        to.endpoint === hanging.endpoint ? held.promise : { status: 'sent' }
      world.nowMs = world.cairo(10, 5)
      const running = world.jobs.runDue()
      await expect.poll(() => world.kindsOf(reached)).toEqual(['tracker.mood'])
      expect(world.kindsOf(hanging)).toEqual([])
      held.resolve({ status: 'later', afterMs: minuteMs })
      await running
      world.answerAll()
      await world.goTo(world.nowMs + 5 * minuteMs)
      expect([world.kindsOf(reached), world.kindsOf(hanging)]).toEqual([
        ['tracker.mood'],
        ['tracker.mood'],
      ])
    })

    test('come in their minute, though the clock of the process is an hour behind or ahead', async () => {
      const teen = await world.teenWith(moodAt(20 * 60))
      world.aheadMs = -hourMs
      world.nowMs = world.cairo(20, 5)
      await world.jobs.runDue()
      expect(world.kindsOf(teen)).toEqual(['tracker.mood'])
      world.aheadMs = hourMs
      await world.goTo(world.cairo(19, 55), 30 * minuteMs)
      expect(world.kindsOf(teen)).toHaveLength(1)
      await world.goTo(world.cairo(20, 5))
      expect(world.kindsOf(teen)).toHaveLength(2)
      world.aheadMs = 0
    })
  },
)
