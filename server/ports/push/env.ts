import { createECDH, randomBytes } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Orm } from '#server/db/orm.ts'
import { pushKeys } from '#server/db/schema/notices.ts'
import type { Sealer } from '#server/ports/sealing.ts'

/** A pair of keys by which push services know a server (RFC 8292); both in base64url. */
export interface VapidPair {
  readonly publicKey: string
  readonly privateKey: string
}

const vapidKeyBytes = 32

/** The pair of a private key of 32 bytes; throws for one that is none. */
export function pairOf(privateKey: Buffer): VapidPair {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey)
  return {
    publicKey: curve.getPublicKey().toString('base64url'),
    privateKey: privateKey.toString('base64url'),
  }
}

function newPair(): VapidPair {
  for (;;) {
    try {
      return pairOf(randomBytes(vapidKeyBytes))
    } catch {
      // One in four billion numbers is none of the curve.
    }
  }
}

/**
 * The pairs of this server, that for new subscriptions first: the one given, or one that was made once and is the same for
 * every process. Those from before stay, because a browser takes messages signed with the key that it subscribed with.
 */
export async function loadVapidPairs(
  { orm, sealer, now }: { orm: Orm; sealer: Sealer; now: () => number },
  given: Buffer | undefined,
): Promise<readonly [VapidPair, ...VapidPair[]]> {
  const origin = given ? 'given' : 'made'
  const own = given ? pairOf(given) : newPair()
  await forgetUnreadable()
  await orm
    .insert(pushKeys)
    .values({
      publicKey: own.publicKey,
      sealedPrivateKey: sealer.seal(own.privateKey, purposeOf(own.publicKey)),
      origin,
      createdAt: new Date(now()),
    })
    .onConflictDoNothing()
  const rows = await orm.select().from(pushKeys).orderBy(desc(pushKeys.createdAt))
  const pairs = rows.flatMap(({ publicKey, sealedPrivateKey, origin: from }) => {
    const privateKey = sealer.open(sealedPrivateKey, purposeOf(publicKey))
    return privateKey === undefined ? [] : [{ publicKey, privateKey, from }]
  })
  const first = pairs.find(({ publicKey, from }) =>
    given ? publicKey === own.publicKey : from === 'made',
  )
  if (!first) throw new Error('The keys for push services could not be stored')
  return [first, ...pairs.filter((pair) => pair !== first)]

  /** What was sealed with another key of the server is of no use, and would stand in the way of a new one. */
  async function forgetUnreadable(): Promise<void> {
    for (const { publicKey, sealedPrivateKey } of await orm.select().from(pushKeys)) {
      if (sealer.open(sealedPrivateKey, purposeOf(publicKey)) !== undefined) continue
      await orm.delete(pushKeys).where(eq(pushKeys.publicKey, publicKey))
    }
  }
}

function purposeOf(publicKey: string): string {
  return `push key ${publicKey}`
}

/** What the environment says of notifications. */
export interface PushEnv {
  readonly push: {
    readonly on: boolean
    /** Unset: a key that is made once and stored, sealed. */
    readonly privateKey: Buffer | undefined
    readonly subject: string | undefined
    /** In the place of the known hosts. */
    readonly hosts: readonly string[] | undefined
  }
  readonly publicUrl: string
}

/** The variables beside `PUSH`, as they are read. */
export const pushEntries = {
  VAPID_PRIVATE_KEY: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => Buffer.from(text, 'base64url')),
      v.check(
        (key) => isVapidKey(key),
        `must be a private key of P-256: ${vapidKeyBytes} bytes in base64url`,
      ),
    ),
  ),
  VAPID_SUBJECT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(mailto:[^@\s]+@[^@\s]+|https:\/\/[^/\s]+\/?)$/, 'must be mailto: or https://'),
    ),
  ),
  PUSH_HOSTS: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[\w.-]+(:\d{1,5})?(,[\w.-]+(:\d{1,5})?)*$/, 'must be hosts with commas between'),
      v.transform((text) => text.split(',')),
    ),
  ),
}

const variables = v.object({ ...pushEntries, PUSH: v.optional(v.boolean()) })

export function pushOf(env: v.InferOutput<typeof variables>): PushEnv['push'] {
  const { VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject, PUSH_HOSTS: hosts } = env
  return { on: env.PUSH ?? true, privateKey, subject, hosts }
}

function isVapidKey(key: Buffer): boolean {
  try {
    return key.length === vapidKeyBytes && pairOf(key).publicKey !== ''
  } catch {
    return false
  }
}
