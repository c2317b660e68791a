import * as v from 'valibot'
import {
  amend,
  countTry,
  type DeviceKey,
  end,
  forgetTries,
  type LockRecord,
  lockSession,
  readLock,
  readRecord,
  readTries,
  recordSchema,
  triesMax,
  unlockSession,
} from './lock-record.ts'
import { hashOfToken } from './session-copy.ts'
import { type SessionCopy, setVault } from './session-start.ts'

/** Bytes that only a key opens, and what they were sealed with besides. */
interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly data: Uint8Array<ArrayBuffer>
}

/** As many rounds as OWASP asks for with SHA-256: half a second of a slow phone, for each guess too. */
const rounds = 600_000
const cipher = 'AES-GCM'
const sealing: readonly KeyUsage[] = ['encrypt', 'decrypt']
const wrapping: readonly KeyUsage[] = ['wrapKey', 'unwrapKey']

export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length))
}

/** A new random key; it can leave this module wrapped. */
async function newKey(): Promise<CryptoKey> {
  return await crypto.subtle.generateKey({ name: cipher, length: 256 }, true, [...sealing])
}

/** The key that a PIN or a sentence stands for. */
async function keyOfWords(words: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const typed = await crypto.subtle.importKey('raw', utf8(words), 'PBKDF2', false, ['deriveKey'])
  return await crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', iterations: rounds, salt },
    typed,
    { name: cipher, length: 256 },
    false,
    [...wrapping],
  )
}

/** The key that 32 random bytes are, as an authenticator of this device gives them. */
async function keyOfBytes(bytes: BufferSource): Promise<CryptoKey> {
  return await crypto.subtle.importKey('raw', bytes, cipher, false, [...wrapping])
}

async function wrapKey(key: CryptoKey, by: CryptoKey): Promise<Sealed> {
  const iv = randomBytes(12)
  const data = await crypto.subtle.wrapKey('raw', key, by, { name: cipher, iv })
  return { iv, data: new Uint8Array(data) }
}

/** The wrapped key; undefined where `by` is another one than it was wrapped with. To be wrapped again it is `movable`. */
async function unwrapKey(
  { iv, data }: Sealed,
  by: CryptoKey,
  movable = false,
): Promise<CryptoKey | undefined> {
  try {
    const how = { name: cipher, iv }
    return await crypto.subtle.unwrapKey('raw', data, by, how, cipher, movable, [...sealing])
  } catch (error) {
    if (error instanceof DOMException && error.name === 'OperationError') return undefined
    throw error
  }
}

/** Seals a text for one person: under another id it does not open. */
async function sealText(key: CryptoKey, text: string, userId: string): Promise<Sealed> {
  const iv = randomBytes(12)
  const how = { name: cipher, iv, additionalData: utf8(userId) }
  return { iv, data: new Uint8Array(await crypto.subtle.encrypt(how, key, utf8(text))) }
}

/** Rejects where the key, the person or the bytes are others. */
async function openText(key: CryptoKey, { iv, data }: Sealed, userId: string) {
  const how = { name: cipher, iv, additionalData: utf8(userId) }
  return new TextDecoder().decode(await crypto.subtle.decrypt(how, key, data))
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

/** Of the digits of Arabic, and of Persian and Urdu. */
const zeros = [0x660, 0x6f0]

/** The same digits on every keyboard, and the same letters however a keyboard composes them. */
export function plainWords(words: string): string {
  return words
    .trim()
    .normalize('NFKC')
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => {
      const code = digit.codePointAt(0) ?? 0
      const zero = zeros.find((each) => code >= each && code < each + 10) ?? code
      return String(code - zero)
    })
}

/** The least length of a PIN or a sentence, in letters. */
const wordsMin = 6

/** What is wrong with words for a lock; undefined where nothing is. */
export function flawOf(words: string): 'short' | 'easy' | undefined {
  const said = plainWords(words)
  const codes = Array.from(said, (letter) => letter.codePointAt(0) ?? 0)
  if (codes.length < wordsMin) return 'short'
  const steps = new Set(codes.slice(1).map((code, at) => code - (codes[at] ?? 0)))
  const [step = 0] = steps
  return steps.size === 1 && Math.abs(step) <= 1 ? 'easy' : undefined
}

/**
 * Locks the session of this device with a PIN or a sentence. It stays open in this page. Resolves false where another session, or none, is
 * stored by then.
 */
export async function setLock(session: SessionCopy, words: string): Promise<boolean> {
  const { token, userId } = session
  const key = await newKey()
  const isLocked = await lockSession(session, {
    userId,
    tokenHash: await hashOfToken(token),
    sealed: await sealText(key, token, userId),
    words: await wrapWith(key, words),
  })
  if (isLocked) open(key, session)
  return isLocked
}

async function wrapWith(key: CryptoKey, words: string): Promise<LockRecord['words']> {
  const said = plainWords(words)
  const salt = randomBytes(16)
  return {
    ...(await wrapKey(key, await keyOfWords(said, salt))),
    salt,
    digits: /^\d+$/.test(said),
  }
}

function open(key: CryptoKey, { token, userId }: SessionCopy): void {
  setVault({
    token,
    userId,
    reseal: async (stored, next) => {
      const record = v.safeParse(recordSchema, stored)
      if (!record.success) return undefined
      const sealed = await sealText(key, next, userId)
      return { ...record.output, tokenHash: await hashOfToken(next), sealed }
    },
  })
}

export type Unlocking =
  | { status: 'open' }
  /** `left` more before the lock takes none any more. */
  | { status: 'wrong'; left: number; waits: boolean }
  /** The wait after the last wrong one is not over. */
  | { status: 'waits' }
  /** Too many were wrong, or what is stored cannot be read. */
  | { status: 'over' }
  /** There is no lock any more. */
  | { status: 'none' }
  /** Another tab has changed the lock meanwhile: nothing was stored. */
  | { status: 'changed' }

/** Opens the lock in this page. A try is counted before it is looked at: a page killed meanwhile has used it. */
export async function unlock(words: string): Promise<Unlocking> {
  return await tryWords(words, openRecord, 'kept')
}

async function openRecord(record: LockRecord, key: CryptoKey): Promise<boolean> {
  const token = await openText(key, record.sealed, record.userId)
  await forgetTries()
  open(key, { token, userId: record.userId })
  return true
}

async function tryWords(
  words: string,
  then: (record: LockRecord, key: CryptoKey) => Promise<boolean>,
  use: 'kept' | 'wrapped' = 'wrapped',
): Promise<Unlocking> {
  const tries = await countTry()
  if (!tries) return { status: 'waits' }
  const record = await readRecord()
  if (!record) return await withoutRecord()
  if (tries.wrong > triesMax) return await over(record)
  const by = await keyOfWords(plainWords(words), record.words.salt)
  const key = await unwrapKey(record.words, by, use === 'wrapped')
  if (key) return { status: (await then(record, key)) ? 'open' : 'changed' }
  if (tries.wrong === triesMax) return await over(record)
  return { status: 'wrong', left: triesMax - tries.wrong, waits: tries.waits }
}

async function over(record: LockRecord): Promise<Unlocking> {
  await end(record)
  return { status: 'over' }
}

async function withoutRecord(): Promise<Unlocking> {
  return { status: (await readLock()) ? 'over' : 'none' }
}

/** Puts other words in the place of those that are given first. */
export async function changeWords(words: string, next: string): Promise<Unlocking> {
  return await tryWords(words, async (record, key) => {
    const wrapped = await wrapWith(key, next)
    return await amend(record, (stored) => ({ ...stored, words: wrapped }))
  })
}

/** Takes the lock away and gives the token that it sealed, which is stored as it is again; open in this page until then. */
export async function removeLock(words: string): Promise<Unlocking & { token?: string }> {
  let token: string | undefined
  const outcome = await tryWords(words, async (record, key) => {
    const { userId, sealed } = record
    const opened = await openText(key, sealed, userId)
    const isRemoved = await unlockSession(record, { token: opened, userId })
    if (isRemoved) token = opened
    return isRemoved
  })
  return { ...outcome, ...(token !== undefined && { token }) }
}

/** Lets an authenticator of this device open the lock too; it is asked once the words are right. */
export async function addDevice(
  words: string,
  make: () => Promise<DeviceKey & { secret: BufferSource }>,
): Promise<Unlocking> {
  return await tryWords(words, async (record, key) => {
    await forgetTries()
    const { secret, ...device } = await make()
    const sealed = await wrapKey(key, await keyOfBytes(secret))
    return await amend(record, (stored) => ({ ...stored, device: { ...device, ...sealed } }))
  })
}

export async function removeDevice(): Promise<void> {
  const record = await readRecord()
  if (!record) return
  await amend(record, (stored) => {
    const { device: _, ...rest } = stored
    return rest
  })
}

/** Opens the lock in this page with what the authenticator made of the salt. */
export async function unlockWithDevice(secret: BufferSource): Promise<Unlocking> {
  const record = await readRecord()
  if (!record) return await withoutRecord()
  if (!record.device) return { status: 'none' }
  const key = await unwrapKey(record.device, await keyOfBytes(secret))
  const { wrong, waits } = await readTries()
  if (!key) return { status: 'wrong', left: triesMax - wrong, waits }
  await openRecord(record, key)
  return { status: 'open' }
}
