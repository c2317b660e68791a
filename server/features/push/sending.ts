import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type pg from 'pg'
import type { Logger } from 'pino'
import * as v from 'valibot'
import { directionOf, type Language, baseLanguage } from '#contract/language.ts'
import { newestAdultBirthDate, utcDate, type LocalDate } from '#contract/local-date.ts'
import {
  pushKindOfTracker,
  type PushKind,
  recipientMark,
  type PushedKind,
  type PushPayload,
} from '#contract/push/model.ts'
import { pushTitle } from '#contract/push/words.ts'
import { trackerTypes, type TrackerType } from '#contract/trackers/catalog.ts'
import type { Database } from '#server/db/client.ts'
import type { Orm } from '#server/db/orm.ts'
import { users } from '#server/db/schema/account.ts'
import { pushSettings, pushSubscriptions } from '#server/db/schema/notices.ts'
import type { Limiter } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import type { Session } from '#server/http/session/caller.ts'
import type { PushAddress, Pushed, PushPort } from '#server/ports/push/port.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import { wordsIn } from '#server/words/words.ts'
import { addressOf, type PushDevices } from './devices.ts'
import {
  pushAgain,
  pushDelivered,
  pushDrop,
  pushGone,
  pushOutgoing,
  pushSent,
  type Outgoing,
} from './push.sql.ts'

interface SendingDeps {
  readonly database: Pick<Database, 'pool'>
  readonly push: PushPort
  readonly sealer: Sealer
  readonly publicUrl: string
  readonly log: Logger
  readonly now: () => number
}

/** So many at once to one push service. */
const lanesPerHost = 16

const jobPayload = v.object({ ids: v.array(v.pipe(v.string(), v.uuid())) })

/** A message to one device. */
interface Delivery {
  readonly row: Outgoing
  readonly subscriptionId: string
  readonly to: PushAddress
  readonly publicKey: string
}

/**
 * Sends what a job names to the devices that do not have it yet. What a device got is noted as soon as it is known, so
 * that another try of the same job repeats hardly anything; what cannot be sent now is left to a later job.
 */
export async function sendPushes(deps: SendingDeps, given: unknown): Promise<void> {
  const { ids } = v.parse(jobPayload, given)
  const { pool } = deps.database
  const nowMs = deps.now()
  const adult = newestAdultBirthDate(utcDate(nowMs))
  const found = await pushOutgoing.all(pool, [ids, new Date(nowMs), adult])
  const rows = found.filter(({ moot }) => moot === null)
  const others = found.filter(({ moot }) => moot !== null)
  if (others.length > 0) {
    await pushDrop.run(pool, [others.map(({ id }) => id), others.map(({ moot }) => moot)])
  }
  const { deliveries, unreadable } = deliveriesOf(rows, deps.sealer)
  if (unreadable.length > 0) await pushGone.run(pool, [unreadable])
  const later = new Map<string, number>()
  const byHost = Map.groupBy(deliveries, ({ to }) => deps.push.hostOf(to.endpoint))
  const lanes = [...byHost.values()].map((all) => sendToHost(deps, all, later))
  await Promise.all(lanes)
  const postponed = [...later]
  if (postponed.length > 0) {
    const due = postponed.map(([, afterMs]) => new Date(deps.now() + afterMs))
    await pushAgain.run(pool, [postponed.map(([id]) => id), due])
  }
  const done = [...new Set(rows.map(({ id }) => id))].filter((id) => !later.has(id))
  if (done.length > 0) await pushSent.run(pool, [done, new Date(deps.now())])
}

/** One push service that hangs holds up none of the others. */
async function sendToHost(
  deps: SendingDeps,
  all: readonly Delivery[],
  later: Map<string, number>,
): Promise<void> {
  const { pool } = deps.database
  for (let from = 0; from < all.length; from += lanesPerHost) {
    const some = all.slice(from, from + lanesPerHost)
    const outcomes = await Promise.all(
      some.map(async (delivery) => [delivery, await sendOne(deps, delivery)] as const),
    )
    for (const [{ row }, pushed] of outcomes) {
      if (pushed.status !== 'later') continue
      later.set(row.id, Math.max(pushed.afterMs, later.get(row.id) ?? 0))
    }
    await noteOutcomes(pool, outcomes)
  }
}

async function noteOutcomes(
  pool: pg.Pool,
  outcomes: readonly (readonly [Delivery, Pushed])[],
): Promise<void> {
  const had = outcomes.filter(([, { status }]) => status === 'sent')
  const gone = outcomes.filter(([, { status }]) => status === 'gone')
  if (had.length > 0) {
    await pushDelivered.run(pool, [
      had.map(([{ row }]) => row.id),
      had.map(([{ subscriptionId }]) => subscriptionId),
    ])
  }
  if (gone.length > 0) {
    await pushGone.run(pool, [gone.map(([{ subscriptionId }]) => subscriptionId)])
  }
}

async function sendOne(
  { push, sealer, publicUrl, now }: SendingDeps,
  { row, to, publicKey }: Delivery,
): Promise<Pushed> {
  const { asks, sendBefore, ...shown } = row
  const ttlSeconds = (sendBefore.getTime() - now()) / 1_000
  // Nobody is woken for what is over, by a push service either.
  if (ttlSeconds < 1) return { status: 'refused' }
  const tracker = trackerOf.get(row.kind)
  const kind = asks ? 'tracker.pause' : row.kind
  const text = payloadText({ ...shown, kind, ...(tracker ? { tracker } : {}) }, publicUrl)
  const topic = topicOf(row, sealer.keyFor('push topic'))
  return push.send({ to, publicKey, text, ttlSeconds, topic, urgency: urgencyOf(row.kind) })
}

const trackerOf: ReadonlyMap<PushKind, TrackerType> = new Map(
  trackerTypes.map((type) => [pushKindOfTracker[type], type]),
)

/** What waits on a phone that saves its battery. */
function urgencyOf(kind: PushKind): 'low' | 'normal' | 'high' {
  if (kind === 'message' || kind === 'session.reminder') return 'high'
  return kind === 'article.published' ? 'low' : 'normal'
}

function deliveriesOf(rows: readonly Outgoing[], sealer: Sealer) {
  const deliveries: Delivery[] = []
  const unreadable: string[] = []
  for (const row of rows) {
    const { userId, subscriptionId, sealed, publicKey } = row
    if (subscriptionId === null || sealed === null || publicKey === null) continue
    const to = addressOf({ userId, sealed }, sealer)
    if (to) deliveries.push({ row, subscriptionId, to, publicKey })
    else unreadable.push(subscriptionId)
  }
  return { deliveries, unreadable }
}

/** What a notification is made of: ids and a day, and nothing that anybody wrote. */
interface Payload {
  readonly id: string
  readonly userId: string
  readonly kind: PushedKind
  /** The id of what it is about; of a reminder, its day. */
  readonly about: string
  /** The kind of the notice that says the same in the app. */
  readonly notice?: string | null
  readonly tracker?: TrackerType
  /** The person's. */
  readonly language: Language
  readonly discreet: boolean
  readonly silent: boolean
  readonly unread: number
}

/** The text of a notification, before it is encrypted. */
function payloadText(payload: Payload, publicUrl: string): string {
  const { id, userId, kind, about, tracker, language, discreet, silent, unread } = payload
  const words = wordsIn(language)
  const full: PushPayload = {
    web_push: 8030,
    notification: {
      title: pushTitle,
      body: discreet ? words.discreetPush : words.push[kind],
      navigate: publicUrl + placeOf(payload),
      lang: language,
      dir: directionOf(language),
      tag: tagOf(payload),
      silent,
      data: {
        k: kind,
        id,
        u: recipientMark(userId),
        ...(tracker ? { day: about as LocalDate, of: tracker } : {}),
      },
    },
    app_badge: unread,
  }
  return JSON.stringify(full)
}

/** What a push service sees of what it is about: two of the same are the same, and that is all. */
function topicOf({ kind, about }: Pick<Payload, 'kind' | 'about'>, key: string): string {
  return createHmac('sha256', key).update(`${kind} ${about}`).digest('base64url').slice(0, 32)
}

const remindersPlace = '/edit-profile?tab=reminders'

/** Where a tap leads. */
function placeOf({ kind, about, notice, tracker }: Payload): string {
  if (kind === 'test') return remindersPlace
  // The words may be neutral: the question is asked again where the tap leads.
  if (tracker && kind === 'tracker.pause') return `${remindersPlace}&ask=${tracker.toLowerCase()}`
  if (tracker) return `/trackers?day=${about}&of=${tracker.toLowerCase()}`
  // The words are those of a session: what was paid for is nobody's to read on a locked phone.
  if (notice?.startsWith('payment.')) return '/payment'
  if (notice === 'calendar.expired') return '/edit-profile?tab=calendar'
  const places: Partial<Record<PushedKind, string>> = {
    message: `/chats/${about}`,
    'session.reminder': `/sessions/${about}`,
    'session.changed': `/sessions/${about}`,
    'result.shared': `/gen-z/${about}`,
    'article.published': `/library/articles/${about}`,
    'pack.received': '/library/packs',
  }
  return places[kind] ?? '/notifications'
}

/** One of each kind is on a phone at a time; of chats and sessions one for each. */
function tagOf({ kind, about, tracker }: Payload): string {
  if (tracker || kind === 'test') return kind
  return `${kind} ${about}`
}

export type SendTest = (session: Session) => Promise<void>

const ttlSeconds = 600

/**
 * Sends a notification to the device that asks, at once and whatever its person chose. Throws `not_configured`,
 * `not_found` where it gets none, `partner_unavailable` and `rate_limited`.
 */
export function createSendTest(deps: {
  orm: Orm
  push: PushPort | undefined
  sealer: Sealer
  devices: PushDevices
  tests: Limiter
  publicUrl: string
  newId: () => string
}): SendTest {
  const { orm, push, sealer, devices, tests, publicUrl, newId } = deps

  return async function sendTest(session) {
    if (!push) throw new ProblemError('not_configured')
    const row = await devices.ofSession(session)
    const to = row && addressOf(row, sealer)
    if (!row || !to) throw new ProblemError('not_found')
    const { userId } = session.actor
    await tests.take(userId)
    const [person] = await orm
      .select({ language: users.language, discreet: pushSettings.discreet })
      .from(users)
      .leftJoin(pushSettings, eq(pushSettings.userId, users.id))
      .where(eq(users.id, userId))
    const about = { id: newId(), userId, kind: 'test', about: row.id } as const
    const { discreet, language = baseLanguage } = person ?? {}
    const said = { language, discreet: discreet ?? true, silent: false, unread: 0 }
    const text = payloadText({ ...about, ...said }, publicUrl)
    const topic = topicOf(about, sealer.keyFor('push topic'))
    const { publicKey } = row
    const pushed = await push.send({ to, publicKey, text, ttlSeconds, topic, urgency: 'high' })
    if (pushed.status === 'sent') return
    if (pushed.status !== 'gone') throw new ProblemError('partner_unavailable')
    await orm.delete(pushSubscriptions).where(eq(pushSubscriptions.id, row.id))
    throw new ProblemError('not_found')
  }
}
