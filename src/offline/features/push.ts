import * as v from 'valibot'
import { pushApi } from '#contract/push/api.ts'
import {
  type PushPayload,
  pushPayloadSchema,
  type PushSettings,
  pushSettingsSchema,
  recipientMark,
  subscriptionSchema,
} from '#contract/push/model.ts'
import { isNeutral } from '#contract/push/words.ts'
import { trackerTypes, type TrackerType } from '#contract/trackers/catalog.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import { hashOfToken } from '#src/offline/session/session-copy.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { isDayAnswered } from './trackers.ts'

/** What this device knows of its notifications. */
export interface PushOnDevice {
  /** The address that was given to the server last; absent while they are off here. */
  readonly address?: undefined | OwnAddress
  /** A mood can be answered from the notification itself. */
  readonly answers?: boolean
  /** As the server last sent them; read through the contract's schema. */
  readonly settings?: PushSettings
  /** Of which trackers the reminders rested when the server was last asked for that and the settings, once a day. */
  readonly resting?:
    | undefined
    | { readonly trackers: readonly TrackerType[]; readonly atMs: number }
}

interface OwnAddress {
  readonly endpoint: string
  /** When it was told, in epoch milliseconds. */
  readonly atMs: number
  /** Of the token that it was told with: the server forgets it with that session. */
  readonly tokenHash?: string
  /** The zone that it was told with; absent where an older build told it. */
  readonly timeZone?: string
}

/** For a live query. */
export async function readPush(db: UserDatabase): Promise<PushOnDevice> {
  const row = await db.meta.get('push')
  return row?.key === 'push' ? row : {}
}

export async function changePush(db: UserDatabase, change: Partial<PushOnDevice>): Promise<void> {
  await userTransaction(db, [], async () => {
    await db.meta.put({ ...(await readPush(db)), ...change, key: 'push' })
  })
}

/** The settings as the server last sent them; undefined where it never has. For a live query. */
export async function readPushSettings(db: UserDatabase): Promise<PushSettings | undefined> {
  const parsed = v.safeParse(pushSettingsSchema, (await readPush(db)).settings)
  return parsed.success ? parsed.output : undefined
}

/** An address is told to the server again after so long, so that it knows the device is still there. */
const tellAgainMs = 86_400_000

type Subscribing = Pick<PushManager, 'getSubscription' | 'subscribe'>

interface Renewal {
  readonly token: string
  readonly nowMs: number
  /** The language that the device shows. */
  readonly language: string
  readonly timeZone: string
  /** Nobody has asked for it just now: a device that was stopped from another one is off then. */
  readonly renews?: true
}

/**
 * Makes this device one that gets notifications, or sees to it that it still is: browsers change their addresses without
 * saying so. Asks for nothing but where the browser was never asked. Rejects as the calls and the browser do. A renewal of
 * a device that its person has stopped from another one turns it off here too.
 */
export async function subscribeDevice(
  db: UserDatabase,
  manager: Subscribing,
  renewal: Renewal,
): Promise<void> {
  const { token, nowMs, language, timeZone, renews } = renewal
  const tokenHash = await hashOfToken(token)
  const { address } = await readPush(db)
  const before = await manager.getSubscription()
  const same = before && address?.endpoint === before.endpoint && address.tokenHash === tokenHash
  const known = same && address.timeZone === timeZone
  if (known && Math.abs(nowMs - address.atMs) < tellAgainMs) return
  const { publicKey } = await callApi(pushApi.getPushKey, {}, { token })
  const key = before && keyOf(before)
  if (key !== undefined && key !== publicKey) await before?.unsubscribe()
  const subscription = await manager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  const body = {
    subscription: v.parse(subscriptionSchema, subscription.toJSON()),
    timeZone,
    language,
    // Only where it is so: a server of before refuses words that it does not know.
    ...(renews && { renewal: true }),
  }
  try {
    await callApi(pushApi.putSubscription, { body }, { token })
  } catch (error) {
    if (!isApiProblem(error) || error.problem.code !== 'wrong_state') throw error
    await subscription.unsubscribe().catch(() => false)
    return await changePush(db, { address: undefined })
  }
  const { endpoint } = subscription
  await changePush(db, { address: { endpoint, atMs: nowMs, tokenHash, timeZone } })
}

/** The server's key that a subscription was made with, in base64url; undefined where the browser does not say. */
function keyOf({ options }: PushSubscription): string | undefined {
  const key = options.applicationServerKey
  if (!key) return undefined
  const base64 = btoa(String.fromCodePoint(...new Uint8Array(key)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** What is known on this device about a notification that arrives. */
export interface ArrivalFacts {
  /** The id of the person who is logged in. */
  readonly userId: string | undefined
  /** The day that it asks about is answered already. */
  readonly answered: boolean
  /** A mood can be answered from the notification itself. */
  readonly answers: boolean
}

/** What a notification shows and carries for its tap. */
export interface Arrival {
  readonly shown: 'as_sent' | 'answered' | 'neutral'
  readonly title?: string
  readonly body?: string
  readonly tag: string
  readonly silent: boolean
  readonly lang?: string
  readonly dir?: 'ltr' | 'rtl' | 'auto'
  readonly tap: Tap
  /** The two halves of the moods are shown as buttons. */
  readonly asksMood: boolean
}

/** What a notification carries for its tap. */
export const tapSchema = v.object({
  /** Where it leads: a path of this app. */
  path: v.pipe(v.string(), v.startsWith('/')),
  /** `recipientMark` of the person whom it is for. */
  u: v.optional(v.string()),
  /** The day that it asks about. */
  day: v.optional(v.string()),
  /** The language that it was sent in: what follows its tap is said in the same. */
  lang: v.optional(v.string()),
})
export type Tap = v.InferOutput<typeof tapSchema>

const neutral: Arrival = {
  shown: 'neutral',
  tag: 'news',
  silent: false,
  tap: { path: '/dashboard' },
  asksMood: false,
}

/** The payload of a push; undefined for one that is not ours. */
export function readPayload(text: string | undefined): PushPayload | undefined {
  try {
    const parsed = v.safeParse(pushPayloadSchema, JSON.parse(text ?? ''))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

/**
 * What is shown for a push: always exactly one notification, or browsers end the subscription. Neutral for what cannot be
 * read and for what is somebody else's.
 */
export function arrivalOf(payload: PushPayload | undefined, facts: ArrivalFacts): Arrival {
  if (!payload || facts.userId === undefined) return neutral
  const { title, body, navigate, lang, dir, tag, silent, data } = payload.notification
  if (data.u !== recipientMark(facts.userId)) return neutral
  const tap = { path: pathOf(navigate), u: data.u, lang, ...(data.day && { day: data.day }) }
  const shared = { tag, lang, dir, tap }
  if (facts.answered) {
    // Neutral words stay neutral: that a day is answered says what they are about.
    const words = isNeutral(body)
      ? ({ shown: 'as_sent', title, body } as const)
      : { shown: 'answered' as const }
    return { ...shared, ...words, silent: true, asksMood: false }
  }
  const asksMood = facts.answers && data.k === 'tracker.mood' && data.day !== undefined
  return { ...shared, shown: 'as_sent', title, body, silent, asksMood }
}

/** A tap never leaves this app, whatever the address says. */
function pathOf(address: string): string {
  try {
    const { pathname, search } = new URL(address, 'https://app.invalid')
    return /^\/(?!\/)/.test(pathname) ? pathname + search : neutral.tap.path
  } catch {
    return neutral.tap.path
  }
}

/** What this device knows about what a push says; nothing where nobody is logged in. */
export async function factsFor(
  db: UserDatabase | undefined,
  payload: PushPayload | undefined,
): Promise<ArrivalFacts> {
  if (!db) return { userId: undefined, answered: false, answers: false }
  const { of, day } = payload?.notification.data ?? {}
  const type = trackerTypes.find((one) => one === of)
  const answered = type !== undefined && day !== undefined && (await isDayAnswered(db, type, day))
  const { answers = false } = await readPush(db)
  return { userId: db.userId, answered, answers }
}
