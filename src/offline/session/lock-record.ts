import { get, update } from 'idb-keyval'
import * as v from 'valibot'
import { tokenHashSchema } from '#contract/account/model.ts'
import { withQuotaRetry } from '#src/offline/storage/quota.ts'
import { ownerIn, revocationKey, type SessionCopy, sessionStore } from './session-start.ts'

const bytes = v.instance(Uint8Array<ArrayBuffer>)
const wrapped = { salt: bytes, iv: bytes, data: bytes }

/** How an authenticator of this device opens the lock: its credential, and what it is asked to make a key of. */
const deviceSchema = v.object({ ...wrapped, credentialId: bytes })

/**
 * The session of somebody with an app lock: a random key seals the token, and is itself wrapped with what the PIN, or an
 * authenticator of this device, stands for. All of it is one value, so that it is the old or the new, whatever happens.
 */
export const recordSchema = v.object({
  userId: v.string(),
  /** By which the session can be ended at the server without the token. */
  tokenHash: tokenHashSchema,
  sealed: v.object({ iv: bytes, data: bytes }),
  words: v.object({ ...wrapped, digits: v.boolean() }),
  device: v.optional(deviceSchema),
})
export type LockRecord = v.InferOutput<typeof recordSchema>
export type DeviceKey = Pick<v.InferOutput<typeof deviceSchema>, 'credentialId' | 'salt'>

/** After so many wrong ones in a row each further one has to wait. */
export const triesBeforeWait = 5
/** After so many in a row the lock takes none any more, and the session is over. */
export const triesMax = 10
/** Counted while the page is open, by no clock that can be set: who closes it begins anew. */
export const waitMs = 30_000

const triesSchema = v.object({ wrong: v.number(), waits: v.boolean() })
type Tries = v.InferOutput<typeof triesSchema>
const noTries: Tries = { wrong: 0, waits: false }

/** What is known of the lock of this device without opening it. */
export interface Lock extends Tries {
  readonly userId: string
  /** False once too many tries were wrong, or where what is stored cannot be read: only a login helps then. */
  readonly opens: boolean
  /** The PIN has digits alone. */
  readonly digits: boolean
  readonly device: DeviceKey | undefined
  /** Of the session, where it is known. */
  readonly tokenHash: string | undefined
}

const ownerSchema = v.object({
  userId: v.string(),
  token: v.optional(v.undefined()),
  tokenHash: v.optional(tokenHashSchema),
})

/** The lock of this device; undefined where there is none. */
export async function readLock(): Promise<Lock | undefined> {
  const [stored, tries] = await Promise.all([readStored(), readTries()])
  const owner = v.safeParse(ownerSchema, stored)
  if (!owner.success) return undefined
  const { userId, tokenHash } = owner.output
  const parsed = v.safeParse(recordSchema, stored)
  const opens = parsed.success && tries.wrong < triesMax
  const { words, device } = parsed.output as Partial<LockRecord>
  return { userId, tokenHash, opens, digits: words?.digits ?? true, device, ...tries }
}

/** The lock of a person that can still be opened. */
export async function readRecord(): Promise<LockRecord | undefined> {
  const parsed = v.safeParse(recordSchema, await readStored())
  return parsed.success ? parsed.output : undefined
}

function readStored(): Promise<unknown> {
  return get('current', sessionStore())
}

export async function readTries(): Promise<Tries> {
  return triesOf(await get('tries', sessionStore()))
}

function triesOf(stored: unknown): Tries {
  const parsed = v.safeParse(triesSchema, stored)
  return parsed.success ? parsed.output : noTries
}

/** Locks a session that is stored as it is, and forgets wrong tries. Resolves false, and changes nothing, where another one is stored by then. */
export async function lockSession(
  { token, userId }: SessionCopy,
  record: LockRecord,
): Promise<boolean> {
  return await replace((stored) => {
    const owner = ownerIn(stored)
    return owner?.userId === userId && owner.token === token ? record : undefined
  })
}

/**
 * Changes a lock as it is stored by then, and forgets wrong tries, both or neither: another tab may have put a new login into it, or another
 * way to open it, while this one asked for something. Resolves false, and changes nothing, where its words are others by then.
 */
export async function amend(
  before: LockRecord,
  change: (stored: LockRecord) => LockRecord | SessionCopy | undefined,
): Promise<boolean> {
  return await replace((stored) => {
    const record = v.safeParse(recordSchema, stored)
    if (!record.success || !isSame(record.output.words.salt, before.words.salt)) return undefined
    return change(record.output)
  })
}

/** Takes a lock away and stores the session that it sealed; false as well where it seals another token by then. */
export async function unlockSession(before: LockRecord, session: SessionCopy): Promise<boolean> {
  return await amend(before, ({ sealed }) =>
    isSame(sealed.iv, before.sealed.iv) ? session : undefined,
  )
}

/** Stores what follows from what is stored by then, where anything does, and forgets wrong tries; on the disk before it resolves. */
async function replace(
  next: (stored: unknown) => LockRecord | SessionCopy | undefined,
): Promise<boolean> {
  let changed = false
  await write((store) => {
    changed = false
    const reading = store.get('current')
    reading.addEventListener('success', () => {
      const session = next(reading.result)
      if (!session) return
      changed = true
      store.put(session, 'current')
      store.delete('tries')
    })
  })
  return changed
}

/** Both are random: the same salt is of the same words, and the same start of a sealing of the same token. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}

/** One transaction, for which caches make room where there is none; on the disk before it resolves. */
async function write(work: (store: IDBObjectStore) => void): Promise<void> {
  await withQuotaRetry(() =>
    sessionStore()('readwrite', (store) => {
      work(store)
      return done(store.transaction)
    }),
  )
}

/** Any error of a request aborts its transaction, which then has it. */
function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('The lock was not stored')),
    )
  })
}

/** The right words were given. */
export async function forgetTries(): Promise<void> {
  await changeTries(() => noTries)
}

/** Counts a try; undefined while the one before it still has to be waited for. */
export async function countTry(): Promise<Tries | undefined> {
  let counted: Tries | undefined
  await changeTries((before) => {
    const wrong = before.wrong + 1
    counted = before.waits ? undefined : { wrong, waits: wrong >= triesBeforeWait }
    return counted ?? before
  })
  return counted
}

/** The wait is over: whoever calls it has had the page open for so long. */
export async function endWait(): Promise<void> {
  await changeTries((before) => ({ ...before, waits: false }))
}

async function changeTries(change: (before: Tries) => Tries): Promise<void> {
  const changed = (stored: unknown) => change(triesOf(stored))
  await withQuotaRetry(() => update('tries', changed, sessionStore()))
}

/** Ends a lock whose last try was wrong and whose page was closed before it could be ended. */
export async function endSpentLock(): Promise<void> {
  const record = await readRecord()
  if (record && (await readTries()).wrong >= triesMax) await end(record)
}

/** What could be guessed further goes; whose it was stays, and that the server has still to end the session. */
export async function end({ userId, tokenHash }: LockRecord): Promise<void> {
  await write((store) => {
    store.put({ userId, tokenHash }, 'current')
    store.put(true, revocationKey(tokenHash))
  })
}

/** Takes the session and its lock off this device, for a new login; the server hears of it at the next contact. */
export async function dropLockedSession(tokenHash: string | undefined): Promise<void> {
  await write((store) => {
    store.delete('current')
    store.delete('tries')
    if (tokenHash) store.put(true, revocationKey(tokenHash))
  })
}
