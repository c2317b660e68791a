import { v7 as newUuid } from 'uuid'
import * as v from 'valibot'
import { baseLanguage, readLanguage, type Language } from '#contract/language.ts'
import { localDateSchema } from '#contract/local-date.ts'
import { type PushPayload, recipientMark } from '#contract/push/model.ts'
import { neutralWords, phoneWords, type PhoneWords } from '#contract/push/words.ts'
import type { MoodAnswer } from '#contract/trackers/catalog.ts'
import { drainNow } from '#src/offline/engine/drain-now.ts'
import { type Enqueued, enqueue } from '#src/offline/engine/outbox.ts'
import { deviceZone, tapMoment } from '#src/offline/engine/tap-moment.ts'
import { badgeCount, openReminders } from '#src/offline/features/badge.ts'
import {
  type Arrival,
  type ArrivalFacts,
  arrivalOf,
  factsFor,
  readPayload,
  readPush,
  subscribeDevice,
  type Tap,
  tapSchema,
} from '#src/offline/features/push.ts'
import { readDeviceLanguage } from '#src/offline/session/device-language.ts'
import { noteWay, readOwner, readSession } from '#src/offline/session/session-copy.ts'
import { isSealed, type SessionCopy } from '#src/offline/session/session-start.ts'
import { type UserDatabase, openUserDatabase } from '#src/offline/storage/database.ts'
import { notify, type Said, said } from './notify.ts'

/** Both halves are shown alike; which one stands first says nothing. */
const halves = [
  { action: 'half:high', half: 'high', moods: ['happy', 'normal'] },
  { action: 'half:low', half: 'low', moods: ['sad', 'very sad'] },
] as const

/** Shows what the server sends, and does what the person taps on it, with every page closed too. */
export function showPushes(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => {
    event.waitUntil(show(worker, event.data?.text()))
  })
  worker.addEventListener('notificationclick', (event) => {
    event.waitUntil(follow(worker, event))
  })
  worker.addEventListener('pushsubscriptionchange', (event) => {
    const renewing = asPerson((db, session) => renew(worker, db, session)).catch(() => undefined)
    ;(event as ExtendableEvent).waitUntil(renewing)
  })
}

/** One notification for every push, whatever comes: a browser that sees none ends the subscription. */
async function show(worker: ServiceWorkerGlobalScope, text: string | undefined): Promise<void> {
  const payload = readPayload(text)
  const { facts, reminders, loggedOut } = await lookUp(payload)
  const arrival = arrivalOf(payload, facts)
  const language = await languageOf(worker, arrival.lang)
  await notify(worker, wordsOf(arrival, language), {
    tag: arrival.tag,
    silent: arrival.silent,
    data: arrival.tap,
    ...(arrival.asksMood && {
      actions: halves.map(({ action, half }) => ({
        action,
        title: phoneWords[language].halves[half],
      })),
    }),
  })
  if (arrival.shown !== 'neutral') await showBadge((payload?.app_badge ?? 0) + reminders)
  if (loggedOut) await leave(worker, arrival.tag)
}

interface Known {
  readonly facts: ArrivalFacts
  /** Check-ins that a reminder has asked for and that are open. */
  readonly reminders: number
  readonly loggedOut: boolean
}

/** Browsers cut off who reads while they put away the storage of the last page: who comes again finds it open. */
const triesMax = 2

/** What this device knows of a push; a database that does not open leaves the neutral words. */
async function lookUp(payload: PushPayload | undefined, tried = 1): Promise<Known> {
  const nobody = { facts: await factsFor(undefined, payload), reminders: 0 }
  // Behind an app lock nothing is read: what is shown says no more than that there is news.
  if (await isSealed().catch(() => false)) return { ...nobody, loggedOut: false }
  try {
    const known = await asPerson(async (db) => ({
      facts: await factsFor(db, payload),
      reminders: await openReminders(db, Date.now()),
    }))
    return { ...nobody, ...known, loggedOut: known === undefined }
  } catch {
    return tried < triesMax ? await lookUp(payload, tried + 1) : { ...nobody, loggedOut: false }
  }
}

function wordsOf({ shown, title, body, lang, dir }: Arrival, language: Language): Said {
  const { answered } = phoneWords[language]
  if (shown === 'answered') return said(language, answered.body, answered.title)
  const own = said(language, body ?? neutralWords[language], title)
  // What a server says in a language that only a later build knows is still in that language.
  return lang && dir ? { ...own, lang, dir } : own
}

/** The language that a push is in; else the one that was chosen on this device, or the browser's. */
async function languageOf(worker: ServiceWorkerGlobalScope, lang?: string): Promise<Language> {
  const chosen = async () => String(await readDeviceLanguage().catch(() => undefined))
  return (
    readLanguage(lang) ??
    readLanguage(await chosen()) ??
    readLanguage(worker.navigator.language) ??
    baseLanguage
  )
}

/** A bonus of installed apps. */
async function showBadge(count: number): Promise<void> {
  await navigator.setAppBadge?.(count).catch(() => undefined)
}

/** Nobody is logged in here any more: nothing more is to come, and nothing of before stays on the screen. */
async function leave({ registration }: ServiceWorkerGlobalScope, shown: string): Promise<void> {
  const all = await registration.getNotifications()
  for (const one of all) if (one.tag !== shown) one.close()
  const subscription = await registration.pushManager.getSubscription()
  await subscription?.unsubscribe().catch(() => false)
}

async function follow(worker: ServiceWorkerGlobalScope, event: NotificationEvent): Promise<void> {
  const { action, notification } = event
  const tap = await ownTap(notification.data)
  const half = halves.find((one) => one.action === action)
  const mood = moods.find((one) => action === answerAction(one))
  const step = { notification, tap, language: await languageOf(worker, tap.lang) }
  // What comes next replaces this one by its tag; closed as well, it could take the next one along.
  if (half && tap.u !== undefined) return await askWhich(worker, step, half.moods)
  if (mood) return await answer(worker, step, mood)
  notification.close()
  await openApp(worker, tap.path)
}

/** What a tap carries; of a notification that was for somebody else, nothing but the way into the app. */
async function ownTap(data: unknown): Promise<Tap> {
  const parsed = v.safeParse(tapSchema, data)
  const userId = await readOwner().catch(() => undefined)
  const own = parsed.success && userId && parsed.output.u === recipientMark(userId)
  return own ? parsed.output : { path: '/dashboard' }
}

const moods: readonly MoodAnswer[] = halves.flatMap((half) => half.moods)

function answerAction(mood: MoodAnswer): string {
  return `mood:${mood}`
}

/** A tap on a button, on a notification of the person who is logged in. */
interface Step {
  readonly notification: Notification
  readonly tap: Tap
  readonly language: Language
}

/** The second step, in the place of the first. */
async function askWhich(
  worker: ServiceWorkerGlobalScope,
  { notification: { title, tag }, tap, language }: Step,
  choices: readonly MoodAnswer[],
): Promise<void> {
  const words = phoneWords[language]
  const actions = choices.map((mood) => ({ action: answerAction(mood), title: words.moods[mood] }))
  await notify(worker, said(language, words.which, title), {
    tag,
    silent: true,
    data: tap,
    actions,
  })
}

/** Saves the answer on the phone first, as every answer is; the lowest one leads on to the app and its help. */
async function answer(
  worker: ServiceWorkerGlobalScope,
  { notification: { tag }, tap, language }: Step,
  mood: MoodAnswer,
): Promise<void> {
  const lowest = mood === 'very sad'
  const saved = await asPerson((db) => saveMood(db, mood, tap)).catch(() => undefined)
  const { title, body } = outcomeWords(saved?.status, lowest, phoneWords[language])
  await notify(worker, said(language, body, title), { tag, silent: true, data: tap })
  // A window opens only right after a tap; it is a bonus where the browser says no.
  if (lowest) await openApp(worker, tap.path).catch(() => undefined)
  const following = asPerson(async (db) => {
    await showBadge(await badgeCount(db, Date.now()))
    // Without a network it waits like every answer, and the browser wakes the worker once there is one.
    await drainNow(db, 'worker').catch(() => undefined)
    await wakeWithNetwork(worker)
  })
  await following.catch(() => undefined)
}

/** What is said of an answer: it is there, its day had one already, or it could not be saved. */
function outcomeWords(
  status: Enqueued['status'] | undefined,
  lowest: boolean,
  words: PhoneWords,
): { title?: string; body: string } {
  if (status === 'refused') return words.answered
  if (status === undefined) return { body: words.notSaved }
  return { body: lowest ? words.savedLowest : words.saved }
}

/** A day that is answered already stays as it is. Throws for somebody else's notification. */
async function saveMood(db: UserDatabase, mood: MoodAnswer, { u, day }: Tap): Promise<Enqueued> {
  if (u !== recipientMark(db.userId)) throw new Error('This notification is for somebody else')
  const payload = {
    trackerType: 'Mood',
    answer: mood,
    date: v.parse(localDateSchema, day),
  } as const
  const tap = tapMoment({ epochMs: Date.now(), opId: newUuid() })
  return await enqueue(db, { kind: 'trackers.record', payload }, tap)
}

async function wakeWithNetwork(worker: ServiceWorkerGlobalScope): Promise<void> {
  const { sync } = worker.registration as ServiceWorkerRegistration & {
    sync?: { register(tag: string): Promise<void> }
  }
  await sync?.register(`outbox:${Date.now()}`).catch(() => undefined)
}

/** The app that is open already goes there by itself: what somebody writes in it is not lost. */
async function openApp({ clients }: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const [page] = await clients.matchAll({ type: 'window' })
  if (!page) return void (await clients.openWindow(path))
  // A page that is on its way, or locked, hears nothing and looks for it later.
  await noteWay(path, Date.now()).catch(() => undefined)
  // Some browsers let nothing but a tap bring a page to the front; where it leads, it goes all the same.
  await page.focus().catch(() => undefined)
  // A worker's clients are of its own origin.
  page.postMessage({ type: 'OPEN', path }, [])
}

/** Where it does not work now, the address of before stays known, and the app does it at its next start. */
async function renew(
  worker: ServiceWorkerGlobalScope,
  db: UserDatabase,
  { token }: SessionCopy,
): Promise<void> {
  if (!(await readPush(db)).address) return
  await subscribeDevice(db, worker.registration.pushManager, {
    token,
    timeZone: deviceZone(),
    language: await languageOf(worker),
    nowMs: Date.now(),
    renews: true,
  })
}

/** Works with the database of the person who is logged in; undefined where nobody is. */
async function asPerson<T>(
  work: (db: UserDatabase, session: SessionCopy) => Promise<T>,
): Promise<T | undefined> {
  const session = await readSession()
  if (!session) return undefined
  const { userId } = session
  const db = await openUserDatabase(userId, async () => (await readSession())?.userId === userId)
  try {
    return await work(db, session)
  } finally {
    db.close()
  }
}
