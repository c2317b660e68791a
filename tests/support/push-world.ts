import pino from 'pino'
import * as v from 'valibot'
import type { LocalDate } from '#contract/local-date.ts'
import { pushPayloadSchema, type PushSettings } from '#contract/push/model.ts'
import type { PushMessage, Pushed } from '#server/ports/push/port.ts'
import { call } from './call.ts'
import { openTestDatabase } from './database.ts'
import { addPerson, type SignedIn } from './people.ts'
import { silentPush, subscriptionOf } from './push-silent.ts'
import { startTestServer } from './server.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
export const everyDay = [0, 1, 2, 3, 4, 5, 6]
type Device = Readonly<{ endpoint: string }>

export const moodAt = (minute: number) => ({
  reminders: [{ tracker: 'Mood' as const, minute, days: everyDay, on: true }],
})

export type PushWorld = Awaited<ReturnType<typeof startPushWorld>>

/** A server with a clock of its own and devices that get what it sends; it begins at noon in Cairo, on a Monday. */
export async function startPushWorld(kind: Parameters<typeof openTestDatabase>[0]) {
  const open = await openTestDatabase(kind)
  const sent: PushMessage[] = []
  const lines: string[] = []
  const answerSent = (): Pushed => ({ status: 'sent' })

  const world = {
    nowMs: Date.parse('2026-06-15T09:00:00Z'),
    /** How far the clock of the process is ahead of the database's. */
    aheadMs: 0,
    /** What push services say. */
    answer: answerSent as (message: PushMessage) => Pushed | Promise<Pushed>,
    answerAll: () => void (world.answer = answerSent),
    sent,
    lines,
    database: open.database,
    subscribed,
    teenWith: async (chosen: Partial<PushSettings> = {}) =>
      subscribed(
        await addPerson(open.database, { firstname: 'Zainab', lastname: 'Quartzfield' }),
        chosen,
      ),
    got,
    kindsOf: (device: Device) => got(device).map(({ notification }) => notification.data.k),
    /** Goes on to a moment in steps of a minute at most, as processes look. */
    async goTo(untilMs: number, stepMs = minuteMs) {
      while (world.nowMs < untilMs) {
        world.nowMs = Math.min(untilMs, world.nowMs + stepMs)
        await server.jobs.runDue()
      }
    },
    /** The next time that it is so late in Cairo. */
    cairo(hours: number, minutes = 0): number {
      const midnightMs = Date.parse(new Date(world.nowMs).toISOString().slice(0, 10))
      const at = midnightMs + (hours - 3) * hourMs + minutes * minuteMs
      return at > world.nowMs ? at : at + 24 * hourMs
    },
    record(who: SignedIn, date = new Date(world.nowMs + 3 * hourMs).toISOString().slice(0, 10)) {
      const body = { trackerType: 'Mood' as const, answer: 'very sad', date: date as LocalDate }
      return call(server.origin, 'recordTracker', { body }, who)
    },
    restingOf: async (who: SignedIn) =>
      (await call(server.origin, 'getRestingReminders', {}, who)).reply.trackers,
    write(from: SignedIn, chatId: string) {
      const body = { content: 'Kintsugi and Insomnia' }
      return call(server.origin, 'postMessage', { params: { chatId }, body, files: {} }, from)
    },
    end: async () => {
      await server.close()
      await open.drop()
    },
  }

  const server = await startTestServer(open.database, {
    now: () => world.nowMs + world.aheadMs,
    databaseNow: () => world.nowMs,
    push: silentPush(sent, (message) => world.answer(message)),
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
  })

  async function subscribed(
    person: SignedIn,
    chosen: Partial<PushSettings> = {},
    subscription = subscriptionOf(),
  ) {
    const place = { timeZone: 'Africa/Cairo', language: 'en' }
    await call(server.origin, 'putSubscription', { body: { subscription, ...place } }, person)
    const before = (await call(server.origin, 'getPushSettings', {}, person)).reply
    const body = { ...before, quiet: null, ...chosen }
    await call(server.origin, 'putPushSettings', { body }, person)
    return { ...person, endpoint: subscription.endpoint }
  }

  /** What came to a device, newest last. */
  function got({ endpoint }: Device) {
    return sent
      .filter(({ to }) => to.endpoint === endpoint)
      .map(({ text }) => v.parse(v.pipe(v.string(), v.parseJson(), pushPayloadSchema), text))
  }

  return Object.assign(world, { origin: server.origin, jobs: server.jobs })
}
