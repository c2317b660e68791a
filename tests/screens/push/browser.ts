import { expect, onTestFinished } from 'vitest'
import { userEvent, type Locator } from 'vitest/browser'

interface Said {
  /** What the browser was told; absent where it knows no notifications. */
  readonly permission?: NotificationPermission
  /** What the person says once it asks. */
  readonly answer?: NotificationPermission
  readonly userAgent?: string
  /** No service worker becomes active. */
  readonly workerless?: true
}

/**
 * The browser's part of notifications: what it was told, what it is told when it asks, an address, and the tags of those on
 * the screen.
 */
export function browserSays({ permission, answer = 'granted', userAgent, workerless }: Said) {
  const shown: string[] = []
  let said = permission
  const subscription = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/of-this-browser',
    options: { applicationServerKey: null },
    ended: false,
    unsubscribe: async () => (subscription.ended = true),
    toJSON: () => ({
      endpoint: subscription.endpoint,
      expirationTime: null,
      keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
    }),
  }
  const pushManager = {
    getSubscription: () => Promise.resolve(subscription),
    subscribe: () => Promise.resolve(subscription),
  }
  const getNotifications = async () =>
    shown.map((tag) => ({ close: () => void shown.splice(shown.indexOf(tag), 1) }))
  const registration = { pushManager, getNotifications }
  const there = Promise.resolve(registration)
  const ready = workerless ? new Promise(() => {}) : there
  replace(navigator, 'serviceWorker', { ready, getRegistration: () => there })
  if (userAgent) replace(navigator, 'userAgent', userAgent)
  const parts = { shown, subscription }
  if (permission === undefined) {
    remove(window, 'PushManager')
    return parts
  }
  const requestPermission = async () => (said = answer)
  replace(window, 'Notification', {
    requestPermission,
    get permission() {
      return said
    },
  })
  return parts
}

function replace(target: object, name: string, value: unknown): void {
  remember(target, name)
  Object.defineProperty(target, name, { configurable: true, value })
}

function remove(target: object, name: string): void {
  remember(target, name)
  Reflect.deleteProperty(target, name)
}

function remember(target: object, name: string): void {
  const own = Object.getOwnPropertyDescriptor(target, name)
  onTestFinished(() => {
    if (own) Object.defineProperty(target, name, own)
    else Reflect.deleteProperty(target, name)
  })
}

/** Types the minutes of a time as a person does who has a keyboard: a digit after the other, after the hours. */
export async function typeMinutes(field: Locator, digits: string): Promise<void> {
  await expect.element(field).toBeVisible()
  field.element().focus()
  await userEvent.keyboard('{ArrowRight}')
  for (const digit of digits) await userEvent.keyboard(digit)
}
