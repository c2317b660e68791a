import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { recipientMark } from '#contract/push/model.ts'
import { neutralWords, phoneWords } from '#contract/push/words.ts'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import { changePush, readPush } from '#src/offline/features/push.ts'
import { writeDeviceLanguage } from '#src/offline/session/device-language.ts'
import { setLock } from '#src/offline/session/lock.ts'
import { clearSession, takeWay, writeSession } from '#src/offline/session/session-copy.ts'
import { setVault } from '#src/offline/session/session-start.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { answerWith, noNetwork, ours, oursRaw } from '#tests/offline/network.ts'
import { answers, closePhones, openPhone, today } from '#tests/offline/phone.ts'
import { showPushes } from '../../sw/push.ts'

const reminderWords = 'Time for a little check-in'
let worker: ReturnType<typeof startWorker>
let badges: number[]

beforeEach(() => {
  answerWith(noNetwork)
  badges = []
  const setAppBadge = async (count: number) => void badges.push(count)
  Object.defineProperty(navigator, 'setAppBadge', { value: setAppBadge, configurable: true })
  worker = startWorker()
})

afterEach(async () => {
  vi.restoreAllMocks()
  await clearSession()
  await closePhones()
})

describe('a push', () => {
  test('is shown once as it was sent, and its icon counts what is unread', async () => {
    const db = await loggedIn()
    await worker.push(payloadFor(db.userId))
    expect(worker.shown()).toEqual([{ title: 'Zync', body: reminderWords, actions: [] }])
    expect(badges).toEqual([2])
  })

  test('is looked up a second time where the browser has just put away the database', async () => {
    const db = await loggedIn()
    db.close()
    const opening = loseDatabase({ times: 1 })
    await worker.push(payloadFor(db.userId))
    expect(worker.shown()).toMatchObject([{ body: reminderWords }])
    expect(opening()).toBe(2)
  })

  test('is shown in neutral words where the database does not open again either', async () => {
    const db = await loggedIn()
    db.close()
    const opening = loseDatabase({ times: Number.POSITIVE_INFINITY })
    await worker.push(payloadFor(db.userId))
    expect(worker.shown()).toEqual([{ title: 'Zync', body: neutralWords.en, actions: [] }])
    expect(opening()).toBe(2)
    expect(worker.subscription.unsubscribed).toBe(false)
  })

  test('where nobody is logged in is neutral, ends the subscription, and clears what was shown before', async () => {
    const db = await loggedIn()
    await worker.push(payloadFor(db.userId))
    await clearSession()
    await worker.push(payloadFor(db.userId))
    expect(worker.shown()).toEqual([{ title: 'Zync', body: neutralWords.en, actions: [] }])
    expect(worker.subscription.unsubscribed).toBe(true)
  })

  test('for a day that is answered says so in its own words, and in neutral ones where those were sent', async () => {
    const db = await loggedIn()
    await answers(db)
    await worker.push(payloadFor(db.userId))
    expect(worker.shown()).toMatchObject([{ body: phoneWords.en.answered.body }])
    await worker.push(payloadFor(db.userId, { body: neutralWords.en }))
    expect(worker.shown()).toEqual([{ title: 'Zync', body: neutralWords.en, actions: [] }])
  })
})

test('behind an app lock a push is neutral and counts nothing, and an answer to one of before is not stored', async () => {
  const db = await loggedIn({ answers: true })
  await worker.push(payloadFor(db.userId))
  await setLock({ token: 'secret', userId: db.userId }, '204961')
  setVault(undefined)
  badges = []
  await worker.tap('half:high')
  await worker.tap('mood:happy')
  expect(worker.shown()).toMatchObject([{ body: phoneWords.en.notSaved }])
  await worker.push(payloadFor(db.userId))
  expect(worker.shown()).toContainEqual({ title: 'Zync', body: neutralWords.en, actions: [] })
  expect([badges, await unsentOps(db), worker.subscription.unsubscribed]).toEqual([[], [], false])
})

describe('a mood on the notification', () => {
  test('is asked for in two steps and stored before anything is sent', async () => {
    const db = await loggedIn({ answers: true })
    await worker.push(payloadFor(db.userId))
    expect(worker.shown()).toMatchObject([{ actions: ['half:high', 'half:low'] }])
    await worker.tap('half:low')
    expect(worker.shown()).toMatchObject([{ actions: ['mood:sad', 'mood:very sad'] }])
    await worker.tap('mood:sad')
    expect(worker.shown()).toMatchObject([{ body: phoneWords.en.saved, actions: [] }])
    expect((await unsentOps(db)).map(({ payload }) => payload)).toEqual([
      { trackerType: 'Mood', answer: 'sad', date: today },
    ])
    expect(worker.opened).toEqual([])
  })

  test('that is very sad leads on to the app', async () => {
    const db = await loggedIn({ answers: true })
    await worker.push(payloadFor(db.userId))
    await worker.tap('half:low')
    await worker.tap('mood:very sad')
    expect(worker.shown()).toMatchObject([{ body: phoneWords.en.savedLowest }])
    expect(worker.opened).toEqual([`/trackers?day=${today}&of=mood`])
  })

  test('leaves on the icon what is unread', async () => {
    const db = await loggedIn({ answers: true })
    await db.notices.bulkPut([notice(), notice()])
    await worker.push(payloadFor(db.userId))
    await worker.tap('half:high')
    await worker.tap('mood:happy')
    expect(badges.at(-1)).toBe(2)
  })

  test('for a day that was answered meanwhile says so, and changes nothing', async () => {
    const db = await loggedIn({ answers: true })
    await worker.push(payloadFor(db.userId))
    await answers(db)
    await worker.tap('half:low')
    await worker.tap('mood:sad')
    expect(worker.shown()).toMatchObject([
      { title: phoneWords.en.answered.title, body: phoneWords.en.answered.body },
    ])
    expect(await unsentOps(db)).toHaveLength(1)
  })

  test('of somebody who logged out, or of somebody else, says that it was not saved', async () => {
    const db = await loggedIn({ answers: true })
    for (const leave of [clearSession, loggedIn]) {
      await writeSession({ token: 'secret', userId: db.userId })
      await worker.push(payloadFor(db.userId))
      await worker.tap('half:low')
      await leave()
      await worker.tap('mood:sad')
      expect(worker.shown()).toMatchObject([{ body: phoneWords.en.notSaved }])
    }
    expect(await unsentOps(db)).toEqual([])
  })
})

describe('another language than English', () => {
  const arabic = { body: 'لحظة قصيرة لك', lang: 'ar', dir: 'rtl' } as const

  afterEach(() => writeDeviceLanguage(''))

  test('is that of the push, at every step of an answer', async () => {
    const db = await loggedIn({ answers: true })
    const { halves, which, moods, savedLowest } = phoneWords.ar
    await worker.push(payloadFor(db.userId, arabic))
    expect(worker.said()).toEqual([arabic.body, halves.high, halves.low, 'ar', 'rtl'])
    await worker.tap('half:low')
    expect(worker.said()).toEqual([which, moods.sad, moods['very sad'], 'ar', 'rtl'])
    await worker.tap('mood:very sad')
    expect(worker.said()).toEqual([savedLowest, 'ar', 'rtl'])
  })

  test.each(['en', 'ar', 'fr'] as const)(
    'for a day that is answered says so in %s, and in neutral words where those were sent',
    async (lang) => {
      const db = await loggedIn()
      await answers(db)
      await worker.push(payloadFor(db.userId, { lang }))
      expect(worker.shown()).toMatchObject([phoneWords[lang].answered])
      await worker.push(payloadFor(db.userId, { lang, body: neutralWords[lang] }))
      expect(worker.shown()).toEqual([{ title: 'Zync', body: neutralWords[lang], actions: [] }])
    },
  )

  test('is that of the device, where a push cannot be read or nobody is logged in', async () => {
    await writeDeviceLanguage('ar-u-nu-arab')
    for (const text of ['{', payloadFor(crypto.randomUUID(), { lang: 'fr' })]) {
      await worker.push(text)
      expect(worker.said()).toEqual([neutralWords.ar, 'ar', 'rtl'])
    }
  })

  test('that only a later server knows stays as it was sent, with words of the device around it', async () => {
    const db = await loggedIn({ answers: true })
    const later = { body: 'Kısa bir an', lang: 'tr', dir: 'ltr' } as const
    await worker.push(payloadFor(db.userId, later))
    const { high, low } = phoneWords.en.halves
    expect(worker.said()).toEqual([later.body, high, low, 'tr', 'ltr'])
    await worker.tap('half:high')
    expect(worker.said()).toContain(phoneWords.en.which)
  })
})

describe('a tap', () => {
  test('opens the day that the reminder was for, in the page that is open where there is one', async () => {
    const db = await loggedIn()
    const path = `/trackers?day=${today}&of=mood`
    await worker.push(payloadFor(db.userId))
    await worker.tap('')
    expect(worker.opened).toEqual([path])
    const told: unknown[] = []
    worker.pages.push({
      focus: () => Promise.reject(new Error('No tap')),
      postMessage: (message) => void told.push(message),
    })
    await worker.push(payloadFor(db.userId))
    await worker.tap('')
    expect(told).toEqual([{ type: 'OPEN', path }])
    expect(await takeWay(Date.now())).toBe(path)
    expect(worker.opened).toHaveLength(1)
  })

  test('on what was for somebody else leads to the start, whoever is logged in', async () => {
    const one = await loggedIn()
    for (const next of [clearSession, loggedIn]) {
      await writeSession({ token: 'secret', userId: one.userId })
      await worker.push(payloadFor(one.userId, { navigate: 'https://zync.example/chats/1' }))
      await next()
      await worker.tap('')
      expect(worker.opened.at(-1)).toBe('/dashboard')
    }
  })
})

describe('an address that the browser has changed', () => {
  const address = { endpoint: 'https://fcm.googleapis.com/of-before', atMs: 0 }

  test('is told to the server at once', async () => {
    const db = await loggedIn()
    await changePush(db, { address })
    const requests = answerWith(server)
    await worker.fire('pushsubscriptionchange')
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'PUT'])
    expect((await readPush(db)).address?.endpoint).toBe(worker.subscription.endpoint)
  })

  test('without a network leaves notifications on, and the next start tells it', async () => {
    const db = await loggedIn()
    await changePush(db, { address })
    await worker.fire('pushsubscriptionchange')
    expect((await readPush(db)).address).toEqual(address)
  })

  test('turns nothing on where notifications are off', async () => {
    const db = await loggedIn()
    const requests = answerWith(server)
    await worker.fire('pushsubscriptionchange')
    expect(requests).toEqual([])
    expect((await readPush(db)).address).toBeUndefined()
  })
})

async function loggedIn({ answers: onNotification = false } = {}): Promise<UserDatabase> {
  const db = await openPhone()
  await writeSession({ token: 'secret', userId: db.userId })
  if (onNotification) await changePush(db, { answers: true })
  return db
}

/** The browser fails to open the person's database so many times. */
function loseDatabase({ times }: { times: number }): () => number {
  const open = indexedDB.open.bind(indexedDB)
  let opened = 0
  vi.spyOn(indexedDB, 'open').mockImplementation((...given) => {
    if (given[0] === 'zync-device') return open(...given)
    opened += 1
    if (opened <= times) throw new DOMException('The connection was closed', 'AbortError')
    return open(...given)
  })
  return () => opened
}

function server(request: Request): Response {
  return request.method === 'GET'
    ? ours({ publicKey: 'B'.repeat(87), contentEncodings: ['aes128gcm'] })
    : oursRaw(null, { status: 204 })
}

function payloadFor(
  userId: string,
  more: { body?: string; navigate?: string; lang?: string; dir?: string } = {},
): string {
  const notification = {
    title: 'Zync',
    body: reminderWords,
    navigate: `https://zync.example/trackers?day=${today}&of=mood`,
    lang: 'en',
    dir: 'ltr',
    tag: 'tracker.mood',
    silent: false,
    data: { k: 'tracker.mood', id: 'one', u: recipientMark(userId), day: today, of: 'Mood' },
    ...more,
  }
  return JSON.stringify({ web_push: 8030, notification, app_badge: 2 })
}

function notice() {
  const _id = crypto.randomUUID()
  const person = {
    id: crypto.randomUUID(),
    firstname: 'Sofia',
    lastname: 'Almeida',
    userType: 'ServiceProvider' as const,
    profileImg: null,
  }
  const createdAt = '2026-11-21T10:00:00.000Z'
  return { _id, kind: 'connection.accepted', aboutId: _id, person, createdAt, read: false }
}

interface ShownNotification {
  readonly title: string
  readonly body: string
  readonly tag: string
  readonly data: unknown
  readonly actions?: readonly { action: string; title: string }[]
  readonly lang: string
  readonly dir: string
}

interface FakePage {
  focus(): Promise<unknown>
  postMessage(message: unknown): void
}

/** A worker's scope: what it shows, opens and subscribes, without a browser. */
function startWorker() {
  const listeners = new Map<string, (event: object) => void>()
  const tray = new Map<string, ShownNotification>()
  const pages: FakePage[] = []
  const opened: string[] = []
  const endpoint = `https://fcm.googleapis.com/${crypto.randomUUID()}`
  const subscription = {
    endpoint,
    unsubscribed: false,
    options: { applicationServerKey: null },
    toJSON: () => ({
      endpoint,
      expirationTime: null,
      keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
    }),
    unsubscribe: async () => (subscription.unsubscribed = true),
  }
  const withClose = (one: ShownNotification) => ({ ...one, close: () => tray.delete(one.tag) })
  const scope = {
    addEventListener: (type: string, listener: (event: object) => void) =>
      void listeners.set(type, listener),
    navigator: { language: 'en' },
    registration: {
      showNotification: async (title: string, options: Omit<ShownNotification, 'title'>) =>
        void tray.set(options.tag, { title, ...options }),
      getNotifications: async () => [...tray.values()].map(withClose),
      pushManager: {
        getSubscription: async () => subscription,
        subscribe: async () => subscription,
      },
    },
    clients: {
      matchAll: async () => pages,
      openWindow: async (path: string) => void opened.push(path),
    },
  }
  showPushes(scope)

  async function fire(type: string, event: object = {}): Promise<void> {
    const waits: Promise<unknown>[] = []
    const waitUntil = (wait: Promise<unknown>) => void waits.push(wait)
    listeners.get(type)?.({ ...event, waitUntil })
    await Promise.all(waits)
  }

  return {
    pages,
    opened,
    subscription,
    fire,
    push: (text: string) => fire('push', { data: { text: () => text } }),
    /** On the one that is shown, or on one of its buttons. */
    tap: async (action: string) => {
      const [one] = tray.values()
      if (!one) throw new Error('No notification is shown')
      await fire('notificationclick', { action, notification: withClose(one) })
    },
    /** The words of the one that is shown and of its buttons, and their language. */
    said: () =>
      [...tray.values()].flatMap(({ body, actions = [], lang, dir }) => {
        return [body, ...actions.map(({ title }) => title), lang, dir]
      }),
    shown: () =>
      [...tray.values()].map(({ title, body, actions = [] }) => ({
        title,
        body,
        actions: actions.map(({ action }) => action),
      })),
  }
}
