import { hash } from 'node:crypto'
import { and, desc, eq, gt, isNull, ne, notInArray, or } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import type { Api } from '#contract/api.ts'
import type { BodyOutput } from '#contract/endpoint.ts'
import { devicesMax, subscriptionSchema, type PushDevice } from '#contract/push/model.ts'
import { type Orm, type Transaction, lockPeople } from '#server/db/orm.ts'
import { sessions } from '#server/db/schema/account.ts'
import { pushStoppedAddresses, pushStops, pushSubscriptions } from '#server/db/schema/notices.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { authorize } from '#server/http/session/authorize.ts'
import type { Actor, Session } from '#server/http/session/caller.ts'
import type { PushAddress, PushPort } from '#server/ports/push/port.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import { isOwnPush, type OwnPush, followZone, insertSettings, defaultsFor } from './settings.ts'

export interface DevicesDeps {
  readonly orm: Orm
  readonly push: PushPort | undefined
  readonly sealer: Sealer
  readonly now: () => number
  readonly newId: () => string
}

export type SubscriptionRow = typeof pushSubscriptions.$inferSelect
export type PushDevices = ReturnType<typeof createPushDevices>

/** Which devices of a person get notifications: each for as long as the session that it is of. */
export function createPushDevices(deps: DevicesDeps) {
  const { orm, push, sealer, now, newId } = deps

  function key() {
    if (!push) throw new ProblemError('not_configured')
    return { publicKey: push.publicKey, contentEncodings: ['aes128gcm'] }
  }

  /**
   * An address that another person had on a shared phone is this person's from here on, and theirs no more. Throws
   * `not_configured`, `invalid_input` for an address of no push service that we know or a key that is none, and
   * `wrong_state` for the renewal of a device that its person has stopped.
   */
  async function subscribe(
    { actor, tokenHash }: Session,
    given: BodyOutput<Api['putSubscription']>,
  ): Promise<void> {
    if (!push) throw new ProblemError('not_configured')
    const { subscription, timeZone, language, renewal } = given
    const { endpoint, keys, expirationTime } = subscription
    if (!(await push.admits({ endpoint, keys }))) throw notAdmitted()
    const own = authorize<OwnPush, Actor>(actor, { userId: actor.userId }, isOwnPush)
    const { userId } = own
    const at = new Date(now())
    await orm.transaction(async (tx) => {
      await lockPeople(tx, userId)
      const sessionId = await sessionIdOf(tx, tokenHash)
      const device = { sessionId, userId, endpointHash: endpointHashOf(endpoint) }
      if (renewal) await refuseStopped(tx, device)
      else await forgetStop(tx, device)
      await insertSettings(tx, own, await defaultsFor(tx, userId, now(), timeZone), at)
      await followZone(tx, own, timeZone, at)
      const row = {
        userId,
        sessionId,
        language,
        sealed: sealer.seal(JSON.stringify({ endpoint, keys }), purposeOf(userId)),
        seenAt: at,
        expiresAt: expirationTime === null ? null : new Date(expirationTime),
      }
      await putSubscription(tx, row, {
        id: newId(),
        endpointHash: device.endpointHash,
        publicKey: push.publicKey,
        createdAt: at,
      })
    })
  }

  async function unsubscribe(actor: Actor, endpoint: string): Promise<void> {
    const own = authorize<OwnPush, Actor>(actor, { userId: actor.userId }, isOwnPush)
    await orm
      .delete(pushSubscriptions)
      .where(
        and(
          eq(pushSubscriptions.endpointHash, endpointHashOf(endpoint)),
          eq(pushSubscriptions.userId, own.userId),
        ),
      )
  }

  return { key, subscribe, unsubscribe, ...createDeviceList(deps) }
}

function createDeviceList({ orm, now }: DevicesDeps) {
  async function list({ actor, tokenHash }: Session): Promise<{ devices: PushDevice[] }> {
    const rows = await orm
      .select({ device: pushSubscriptions, session: sessions })
      .from(pushSubscriptions)
      .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
      .where(and(eq(pushSubscriptions.userId, actor.userId), isOpen(new Date(now()))))
      .orderBy(desc(pushSubscriptions.seenAt), desc(pushSubscriptions.id))
    return {
      devices: rows.map(({ device, session }) => ({
        id: device.id,
        current: session.tokenHash === tokenHash,
        userAgent: session.userAgent,
        createdAt: device.createdAt.toISOString(),
        seenAt: device.seenAt.toISOString(),
      })),
    }
  }

  /** The device stays off until notifications are turned on there. Throws `not_found`. */
  async function stop(actor: Actor, id: string): Promise<void> {
    const own = authorize<OwnPush, Actor>(actor, { userId: actor.userId }, isOwnPush)
    const isTheOne = and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, own.userId))
    await orm.transaction(async (tx) => {
      await lockPeople(tx, own.userId)
      const [device] = await tx
        .select({ sessionId: sessions.id, endpointHash: pushSubscriptions.endpointHash })
        .from(pushSubscriptions)
        .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
        .where(isTheOne)
        .for('share', { of: sessions })
      if (!device) throw new ProblemError('not_found')
      await tx.delete(pushSubscriptions).where(isTheOne)
      await noteStop(tx, { ...device, userId: own.userId }, new Date(now()))
    })
  }

  /** The subscription of a session; undefined where it has none. */
  async function ofSession({ tokenHash }: Session): Promise<SubscriptionRow | undefined> {
    const [row] = await orm
      .select({ device: pushSubscriptions })
      .from(pushSubscriptions)
      .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
      .where(eq(sessions.tokenHash, tokenHash))
    return row?.device
  }

  return { list, stop, ofSession }
}

/** True of subscriptions whose session is one still, and which did not end by themselves. */
export function isOpen(at: Date) {
  const { expiresAt } = pushSubscriptions
  return and(gt(sessions.expiresAt, at), or(isNull(expiresAt), gt(expiresAt, at)))
}

/** Where a row leads; undefined where the server's key is another one than it was sealed with. */
export function addressOf(
  { userId, sealed }: Pick<SubscriptionRow, 'userId' | 'sealed'>,
  sealer: Sealer,
): PushAddress | undefined {
  const address = v.safeParse(addressSchema, sealer.open(sealed, purposeOf(userId)))
  return address.success ? address.output : undefined
}

const addressSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    endpoint: subscriptionSchema.entries.endpoint,
    keys: subscriptionSchema.entries.keys,
  }),
)

/** One address is one row, and one session has one address; the caller holds the person's lock. */
async function putSubscription(
  tx: Transaction,
  row: Omit<SubscriptionRow, 'id' | 'endpointHash' | 'publicKey' | 'createdAt'>,
  fresh: Pick<SubscriptionRow, 'id' | 'endpointHash' | 'publicKey' | 'createdAt'>,
): Promise<void> {
  const { endpointHash: hashed, userId, sessionId } = pushSubscriptions
  const [others, another] = [ne(userId, row.userId), ne(hashed, fresh.endpointHash)]
  await tx
    .delete(pushSubscriptions)
    .where(
      or(and(eq(hashed, fresh.endpointHash), others), and(eq(sessionId, row.sessionId), another)),
    )
  await tx
    .insert(pushSubscriptions)
    .values({ ...row, ...fresh })
    // The key it was made with stays that of the first time: a device that has another one subscribes anew.
    .onConflictDoUpdate({ target: hashed, set: row })
  const newest = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(userId, row.userId))
    .orderBy(desc(pushSubscriptions.seenAt), desc(pushSubscriptions.id))
    .limit(devicesMax)
  await tx
    .delete(pushSubscriptions)
    .where(and(eq(userId, row.userId), notInArray(pushSubscriptions.id, newest)))
}

async function sessionIdOf(tx: Transaction, tokenHash: string): Promise<string> {
  const [row] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
    .for('share')
  if (!row) throw new ProblemError('unauthenticated')
  return row.id
}

type StoppedDevice = Pick<SubscriptionRow, 'userId' | 'sessionId' | 'endpointHash'>

/** By its session, whatever address it has then, and by its address, whatever session; the caller holds the person's lock. */
async function noteStop(tx: Transaction, device: StoppedDevice, at: Date): Promise<void> {
  const { sessionId, userId, endpointHash } = device
  const { userId: owner, endpointHash: hashed, stoppedAt } = pushStoppedAddresses
  await tx.insert(pushStops).values({ sessionId, stoppedAt: at }).onConflictDoNothing()
  await tx
    .insert(pushStoppedAddresses)
    .values({ userId, endpointHash, stoppedAt: at })
    .onConflictDoUpdate({ target: [owner, hashed], set: { stoppedAt: at } })
  const newest = tx
    .select({ endpointHash: hashed })
    .from(pushStoppedAddresses)
    .where(eq(owner, userId))
    .orderBy(desc(stoppedAt), desc(hashed))
    .limit(devicesMax)
  await tx.delete(pushStoppedAddresses).where(and(eq(owner, userId), notInArray(hashed, newest)))
}

/** The person turns notifications on there. */
async function forgetStop(tx: Transaction, device: StoppedDevice): Promise<void> {
  await tx.delete(pushStops).where(eq(pushStops.sessionId, device.sessionId))
  await tx.delete(pushStoppedAddresses).where(hasAddressOf(device))
}

async function refuseStopped(tx: Transaction, device: StoppedDevice): Promise<void> {
  const bySession = tx
    .select({ at: pushStops.stoppedAt })
    .from(pushStops)
    .where(eq(pushStops.sessionId, device.sessionId))
  const byAddress = tx
    .select({ at: pushStoppedAddresses.stoppedAt })
    .from(pushStoppedAddresses)
    .where(hasAddressOf(device))
  if ((await unionAll(bySession, byAddress)).length > 0) throw new ProblemError('wrong_state')
}

function hasAddressOf({ userId, endpointHash }: StoppedDevice) {
  const { userId: owner, endpointHash: hashed } = pushStoppedAddresses
  return and(eq(owner, userId), eq(hashed, endpointHash))
}

function notAdmitted(): ProblemError {
  const fields = { subscription: 'This browser’s push service cannot be used' }
  return new ProblemError('invalid_input', { fields })
}

function endpointHashOf(endpoint: string): string {
  return hash('sha256', endpoint, 'hex')
}

/** A subscription that was put into another person's row opens nothing. */
function purposeOf(userId: string): string {
  return `push subscription of ${userId}`
}
