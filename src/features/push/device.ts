import { useSyncExternalStore } from 'react'
import { pushApi } from '#contract/push/api.ts'
import { useLive } from '#src/data/resource.ts'
import { isInstalled, isIos } from '#src/lib/install.ts'
import { onResume } from '#src/lib/online.ts'
import { createStore } from '#src/lib/store.ts'
import { within } from '#src/lib/within.ts'
import { callApi } from '#src/offline/api/api.ts'
import { deviceZone } from '#src/offline/engine/tap-moment.ts'
import { changePush, readPush, subscribeDevice } from '#src/offline/features/push.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'

/** Whether this device gets notifications, or why it does not. */
export type DeviceState =
  | 'on'
  | 'off'
  /** The browser was told not to ask: only its own settings change that. */
  | 'denied'
  | 'unsupported'
  /** iOS: only an app on the home screen gets any. */
  | 'home_screen_first'

interface DeviceFacts {
  /** What the browser says; undefined where it knows no notifications. */
  readonly permission: NotificationPermission | undefined
  readonly needsHomeScreen: boolean
  /** This device has told the server its address. */
  readonly subscribed: boolean
}

export function deviceStateOf({
  permission,
  needsHomeScreen,
  subscribed,
}: DeviceFacts): DeviceState {
  if (permission === undefined) return needsHomeScreen ? 'home_screen_first' : 'unsupported'
  if (permission === 'denied') return 'denied'
  return permission === 'granted' && subscribed ? 'on' : 'off'
}

/** The state of this device, followed as it changes; undefined until the database was read. */
export function useDeviceState(db: UserDatabase): DeviceState | undefined {
  const permission = useSyncExternalStore(watchPermission, currentPermission)
  const stored = useLive(db, () => readPush(db))
  if (!stored) return undefined
  return deviceStateOf({
    permission,
    needsHomeScreen: isIos() && !isInstalled(),
    subscribed: stored.address !== undefined,
  })
}

/** How often the browser has asked on this page. */
const timesAsked = createStore(0)

/** The person answers the browser, or changes it in its settings and comes back. */
function watchPermission(listener: () => void): () => void {
  const leaving = new AbortController()
  onResume(listener, leaving.signal)
  const forget = timesAsked.subscribe(listener)
  return () => {
    leaving.abort()
    forget()
  }
}

/** What the browser was told; undefined where there are no notifications. */
function currentPermission(): NotificationPermission | undefined {
  const able = 'Notification' in window && 'serviceWorker' in navigator && 'PushManager' in window
  return able ? Notification.permission : undefined
}

/** Lets the browser ask, and makes this device one that gets notifications. Rejects as the browser and the calls do. */
export async function turnOn(db: UserDatabase): Promise<'on' | 'off' | 'denied'> {
  const permission = await Notification.requestPermission()
  timesAsked.set(timesAsked.get() + 1)
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  await subscribe(db)
  return 'on'
}

/** This device gets none any more. Rejects as the call does: the server has to know. */
export async function turnOff(db: UserDatabase): Promise<void> {
  const subscription = await ownSubscription()
  const { address } = await readPush(db)
  const endpoint = subscription?.endpoint ?? address?.endpoint
  if (endpoint !== undefined) {
    const body = { endpoint }
    await asMember(db, (token) => callApi(pushApi.deleteSubscription, { body }, { token }))
  }
  await subscription?.unsubscribe()
  await changePush(db, { address: undefined })
}

/** Sees to it that a device that gets notifications still does; at the start, and when the person is back. */
export async function renewDevice(db: UserDatabase): Promise<void> {
  const { address } = await readPush(db)
  if (!address) return
  if (currentPermission() === 'granted') await subscribe(db, { renews: true })
  else await changePush(db, { address: undefined })
}

/** The server does not have this device: it was stopped from another one, or the server has lost it. */
export async function tellAgain(db: UserDatabase): Promise<void> {
  const { address } = await readPush(db)
  if (address) await changePush(db, { address: { ...address, atMs: 0 } })
  await renewDevice(db)
}

/** A worker that is not there by then may never be: its files did not come, or the browser takes none. */
const workerMaxMs = 10_000

async function subscribe(db: UserDatabase, how: { renews?: true } = {}): Promise<void> {
  const registration = await within(workerMaxMs, navigator.serviceWorker.ready)
  if (!registration) throw new Error('No service worker')
  await asMember(db, (token) =>
    subscribeDevice(db, registration.pushManager, {
      token,
      timeZone: deviceZone(),
      language: document.documentElement.lang,
      nowMs: Date.now(),
      ...how,
    }),
  )
}

async function ownSubscription(): Promise<PushSubscription | null | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration()
  return await registration?.pushManager?.getSubscription()
}
