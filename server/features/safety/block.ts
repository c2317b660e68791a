import type pg from 'pg'
import * as v from 'valibot'
import { utcDate, type LocalDate } from '#contract/local-date.ts'
import { blockSchema, type Block } from '#contract/safety/api.ts'
import type { Queryable } from '#server/db/orm.ts'
import type { Hooks } from '#server/feature.ts'
import { endByBlock, lockPairs, pairStatus } from '#server/features/connections/index.ts'
import { dropNoticesBetween } from '#server/features/notices/index.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { type Verdict, authorize, type Authorized } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import { type Acquaintance, blockDelete, blockInsert, safetyAcquaintance } from './safety.sql.ts'

/** Members block and report; a provider once their papers were accepted, and a superAdmin has other means. */
export function maySpeakUp(actor: Actor): Verdict {
  const waiting = actor.userType === 'ServiceProvider' && !actor.verifiedProvider
  return actor.superAdmin || waiting ? 'forbidden' : 'allow'
}

/**
 * Whom one may block or report: those one sees, or has had to do with. An end, or a block from the other side, takes
 * nobody's voice.
 */
function mayName(actor: Actor, other: Acquaintance): Verdict {
  if (other.id === actor.userId) return 'not_found'
  const seen = other.listed && !other.blockedByThem
  return other.met || other.blockedByMe || seen ? 'allow' : 'not_found'
}

/** Reports are handled by superAdmins. */
export function onlySuperAdmins(actor: Actor): Verdict {
  return actor.superAdmin ? 'allow' : 'forbidden'
}

/** What belongs to one person is that person's alone. */
export function isOwn(actor: Actor, record: { readonly userId: string }): Verdict {
  return record.userId === actor.userId ? 'allow' : 'not_found'
}

/** Who blocks, and what follows. */
interface Blocker {
  readonly actor: Actor
  readonly onBlocked: Hooks['onBlocked']
}

/**
 * Blocks people, in the order given, inside a transaction: what joined the two ends with it. A block that stands
 * already is answered as it stands. Somebody whom the actor may not name is `not_found`.
 */
export async function blockPeople(
  client: pg.PoolClient,
  blocker: Blocker,
  userIds: readonly string[],
  now: Date,
): Promise<(Block | 'not_found')[]> {
  const ids = userIds.map((id) => id.toLowerCase())
  await lockPairs(client, blocker.actor.userId, ids)
  const blocked: (Block | 'not_found')[] = []
  for (const id of ids) blocked.push(await blockOne(client, blocker, id, now))
  return blocked
}

async function blockOne(
  client: pg.PoolClient,
  { actor, onBlocked }: Blocker,
  id: string,
  now: Date,
): Promise<Block | 'not_found'> {
  const other = await nameable(client, actor, id)
  if (!other) return 'not_found'
  const rows = await blockInsert.all(client, [actor.userId, other.id, now])
  await endByBlock(client, actor, other.id, now)
  await onBlocked(client, actor.userId, other.id)
  await dropNoticesBetween(client, actor.userId, other.id)
  const named = await namedFor(client, actor, other, utcDate(now.getTime()))
  return presentBlock(named, rows[0]?.createdAt ?? now)
}

/** What the ledger keeps of a block: the name is the other's, and goes with their account. */
export function withoutName(block: Block): Block {
  return { ...block, name: '' }
}

/** A block as its repeat is answered, from what the ledger holds: without a name once there is nobody. */
export async function recallBlock(
  client: Queryable,
  { actor, today }: { readonly actor: Actor; readonly today: LocalDate },
  saved: unknown,
): Promise<Block> {
  const block = v.parse(blockSchema, saved)
  const other = await acquaintanceOf(client, actor.userId, block.userId)
  if (!other) return withoutName(block)
  return presentBlock(await namedFor(client, actor, other, today), new Date(block.createdAt))
}

async function namedFor(
  client: Queryable,
  actor: Actor,
  other: Acquaintance,
  today: LocalDate,
): Promise<Acquaintance> {
  const { relation } = await pairStatus(client, actor.userId, other.id, today)
  return relation === 'unavailable' ? { ...other, ...nameless } : other
}

/** In the place of a name that the provider does not get: of somebody under 18 whom they do not see. */
const nameless = { firstname: 'Somebody', lastname: 'under 18' }

/** Somebody whom the actor may block or report; undefined for everybody else, and for nobody. */
export async function nameable(
  client: Queryable,
  actor: Actor,
  id: string,
): Promise<Authorized<Acquaintance> | undefined> {
  const other = await acquaintanceOf(client, actor.userId, id)
  return other && mayName(actor, other) === 'allow' ? authorize(actor, other, mayName) : undefined
}

/** Takes a block back, or throws `not_found`. What it ended stays ended. */
export async function unblock(
  client: Queryable,
  own: Authorized<{ readonly userId: string }>,
  blockedId: string,
): Promise<void> {
  const changed = await blockDelete.run(client, [own.userId, blockedId])
  if (changed === 0) throw new ProblemError('not_found')
}

export function presentBlock(
  other: Pick<Acquaintance, 'id' | 'firstname' | 'lastname'>,
  createdAt: Date,
): Block {
  return {
    userId: other.id,
    name: `${other.firstname} ${other.lastname}`,
    createdAt: createdAt.toISOString(),
  }
}

/** A person and how somebody stands to them; undefined for an id that nobody has. */
async function acquaintanceOf(
  client: Queryable,
  viewerId: string,
  id: string,
): Promise<Acquaintance | undefined> {
  return safetyAcquaintance.first(client, [viewerId, id])
}
