import { closeApi } from '#src/offline/api/api.ts'
import { endSpentLock, readLock, type DeviceKey } from '#src/offline/session/lock-record.ts'
import {
  removeLock,
  setLock,
  unlock,
  unlockWithDevice,
  type Unlocking,
  randomBytes,
} from '#src/offline/session/lock.ts'
import { readSession } from '#src/offline/session/session-copy.ts'
import { setVault } from '#src/offline/session/session-start.ts'
import {
  clearStoredSession,
  currentSession,
  isTokenSealed,
  notifySession,
  storeToken,
  type Session,
} from './session.ts'

/** After how many minutes out of sight the app locks. */
export const lockAfterMinutes = [0, 1, 5, 15] as const
export type LockAfter = (typeof lockAfterMinutes)[number]

/** In local storage, where every tab reads it at once; it goes with the login. */
const afterKey = 'lockAfter'

export function readLockAfter(): LockAfter {
  const stored = Number(localStorage.getItem(afterKey))
  return lockAfterMinutes.find((minutes) => minutes === stored) ?? 0
}

export function chooseLockAfter(minutes: LockAfter): void {
  localStorage.setItem(afterKey, String(minutes))
}

/**
 * What this start begins with. A change of the lock is written to the session's own store first, in one step, and to
 * local storage after it: where a page was killed in between, the first one is right and the second follows here.
 */
export async function settleLock(): Promise<'locked' | 'open'> {
  const session = currentSession()
  if (!session) return 'open'
  const { _id: userId } = session.user
  await endSpentLock()
  if ((await readLock())?.userId === userId) {
    if (!isTokenSealed()) storeToken(undefined)
    return 'locked'
  }
  if (!isTokenSealed()) return 'open'
  const copy = await readSession()
  if (copy?.userId === userId) storeToken(copy.token)
  else clearStoredSession()
  return 'open'
}

/**
 * Turns the app lock on for the login that this person has now, open in this page; nothing where they have logged out, or
 * in anew, meanwhile.
 */
export async function turnOnLock(
  { user: { _id: userId } }: Pick<Session, 'user'>,
  words: string,
  after: LockAfter,
): Promise<Unlocking> {
  const session = currentSession()
  if (session?.user._id !== userId) return { status: 'changed' }
  const isLocked = await setLock({ token: session.token, userId }, words)
  if (!isLocked || currentSession()?.user._id !== userId) return { status: 'changed' }
  chooseLockAfter(after)
  storeToken(undefined)
  watchLock()
  return { status: 'open' }
}

/** Turns it off; nothing where its person has logged out, or in anew, meanwhile. */
export async function turnOffLock(words: string): Promise<Unlocking> {
  const userId = currentSession()?.user._id
  const { token, ...outcome } = await removeLock(words)
  if (token === undefined) return outcome
  if (currentSession()?.user._id !== userId) return { status: 'changed' }
  storeToken(token)
  localStorage.removeItem(afterKey)
  setVault(undefined)
  return outcome
}

/** Opens the app lock in this page, and what waited goes on. */
export async function openLock(words: string): Promise<Unlocking> {
  return goOn(await unlock(words))
}

export async function openLockWithDevice(secret: BufferSource): Promise<Unlocking> {
  return goOn(await unlockWithDevice(secret))
}

function goOn(outcome: Unlocking): Unlocking {
  if (outcome.status !== 'open') return outcome
  closeApi(false)
  watchLock()
  notifySession()
  return outcome
}

/** Tabs tell one another of a lock, by this channel. */
const channelName = 'zync-lock'

/** Locks every open tab. */
export function lockNow(): void {
  lockOtherTabs()
  lockPage()
}

export function lockOtherTabs(): void {
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is no window and takes no origin
  channel.postMessage('lock')
  channel.close()
}

/** Forgets in this page what the lock had opened; nothing is shown or sent from here on. */
function lockPage(): void {
  if (!isTokenSealed()) return
  blank(true)
  closeApi(true)
  setVault(undefined)
  notifySession()
}

/** Takes everything off the screen, or puts it back. */
export function blank(off: boolean): void {
  document.documentElement.hidden = off
}

/** When the page was put away, by the clock of the device and by one that nobody can set. */
interface Moment {
  readonly wallMs: number
  readonly pageMs: number
}

let watching = false
let hiddenSince: Moment | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Locks this page once it was out of sight for as long as was chosen, and covers it meanwhile; once for each page. */
function watchLock(): void {
  if (watching) return
  watching = true
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') putAway()
    else comeBack()
  })
  window.addEventListener('pagehide', putAway)
  window.addEventListener('pageshow', comeBack)
  new BroadcastChannel(channelName).addEventListener('message', () => {
    if (isOpenHere()) lockPage()
  })
}

/** At once: the picture for the switcher of apps is taken right after. */
function putAway(): void {
  if (!isOpenHere()) return
  blank(true)
  hiddenSince ??= { wallMs: Date.now(), pageMs: performance.now() }
  clearTimeout(timer)
  const waitMs = readLockAfter() * 60_000
  if (waitMs === 0) lockPage()
  else timer = setTimeout(lockPage, waitMs)
}

function comeBack(): void {
  clearTimeout(timer)
  const since = hiddenSince
  hiddenSince = undefined
  if (!since) return
  // Locked meanwhile: who covers the page is told that it is looked at.
  if (currentSession()?.token === '') notifySession()
  else if (isTokenSealed() && isOver(since, readLockAfter() * 60_000)) lockPage()
  else blank(false)
}

/** By either clock; one that was set back says nothing of how long it was. */
function isOver({ wallMs, pageMs }: Moment, waitMs: number): boolean {
  const awayMs = Date.now() - wallMs
  return awayMs < 0 || awayMs >= waitMs || performance.now() - pageMs >= waitMs
}

function isOpenHere(): boolean {
  return isTokenSealed() && Boolean(currentSession()?.token)
}

/** What TypeScript's library does not know of WebAuthn, Level 3. */
interface Capable {
  getClientCapabilities?: () => Promise<Record<string, boolean | undefined>>
}

/** Whether this device has an authenticator of its own that can make a key; a browser that does not say so has none. */
export async function mayMakeKeys(): Promise<boolean> {
  if (!('PublicKeyCredential' in window)) return false
  const known = await (PublicKeyCredential as Capable).getClientCapabilities?.()
  return Boolean(known?.['extension:prf'] && known['userVerifyingPlatformAuthenticator'])
}

/** Of 32 bytes; the name stands in the list that a device has of its keys. */
const secretBytes = 32
const name = 'Zync'

/** Makes a credential on this device that turns a salt into a secret. Rejects where its person or the device says no. */
export async function makeKey(): Promise<DeviceKey & { secret: BufferSource }> {
  const salt = randomBytes(secretBytes)
  const made = await navigator.credentials.create({
    publicKey: {
      rp: { name },
      user: { id: randomBytes(16), name, displayName: name },
      // Nothing is signed for anybody: what counts is the secret, and that only this device makes it.
      challenge: randomBytes(secretBytes),
      pubKeyCredParams: [-7, -257].map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: {
        authenticatorAttachment: 'platform',
        residentKey: 'discouraged',
        userVerification: 'required',
      },
      extensions: { prf: { eval: { first: salt } } },
    },
  })
  if (!(made instanceof PublicKeyCredential)) throw new Error('The device made no key')
  const { prf } = made.getClientExtensionResults()
  if (!prf?.enabled) throw new Error('The device makes no secrets')
  const device = { credentialId: new Uint8Array(made.rawId), salt }
  return { ...device, secret: prf.results?.first ?? (await secretOf(device)) }
}

/** The secret that a credential of this device makes of its salt. Rejects where its person or the device says no. */
export async function secretOf({ credentialId, salt }: DeviceKey): Promise<BufferSource> {
  const given = await navigator.credentials.get({
    publicKey: {
      challenge: randomBytes(secretBytes),
      allowCredentials: [{ type: 'public-key', id: credentialId, transports: ['internal'] }],
      userVerification: 'required',
      extensions: { prf: { eval: { first: salt } } },
    },
  })
  const secret =
    given instanceof PublicKeyCredential
      ? given.getClientExtensionResults().prf?.results?.first
      : undefined
  if (!secret) throw new Error('The device gave no secret')
  return secret
}
