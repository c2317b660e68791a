import { and, desc, eq, lt, or, type SQL } from 'drizzle-orm'
import { ormOn, type Orm, type Statements, type Queryable } from '#server/db/orm.ts'
import { users } from '#server/db/schema/account.ts'
import { planProposals } from '#server/db/schema/safety.ts'
import {
  evidenceOfMessages,
  openEvidence,
  sealLetters,
  type Letter,
} from '#server/features/evidence/index.ts'
import { authorize, type Authorized } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import { mayKeepPlan, type Plan } from './policy.ts'

interface Sealing {
  readonly sealer: Sealer
  readonly at: Date
}

/**
 * Locks away what was proposed to or by somebody before their account goes, and ends what waits of theirs: nobody could
 * answer it any more.
 */
export async function sealProposalsOf(
  tx: Statements,
  { userId }: Authorized<{ readonly userId: string }>,
  sealing: Sealing,
): Promise<void> {
  const byThem = eq(planProposals.providerId, userId)
  await sealProposals(tx, byThem, sealing)
  await sealProposals(tx, eq(planProposals.userId, userId), sealing)
  await tx
    .update(planProposals)
    .set({ state: 'ended', decidedAt: sealing.at })
    .where(and(byThem, eq(planProposals.state, 'open')))
}

/** Deletes proposals that were answered before a moment, once those of adults to minors are locked away. */
export async function sweepProposals(orm: Orm, before: Date, sealing: Sealing): Promise<void> {
  const over = lt(planProposals.decidedAt, before)
  await orm.transaction(async (tx) => {
    await sealProposals(tx, over, sealing)
    await tx.delete(planProposals).where(over)
  })
}

/** A proposal as evidence has it. */
const letterColumns = {
  id: planProposals.evidenceId,
  ofId: planProposals.id,
  senderId: users.id,
  recipientId: planProposals.userId,
  sentAt: planProposals.createdAt,
  text: planProposals.text,
  phone: planProposals.phone,
  sender: { firstname: users.firstname, lastname: users.lastname },
}

async function sealProposals(tx: Statements, chosen: SQL, sealing: Sealing): Promise<void> {
  const rows = await tx
    .select(letterColumns)
    .from(planProposals)
    .innerJoin(users, eq(users.id, planProposals.providerId))
    .where(and(chosen, eq(planProposals.toMinor, true)))
    .for('update', { of: planProposals })
  await sealLetters(tx, rows.map(letterOf), sealing)
}

function letterOf<Row extends { text: string; phone: string | null }>({
  text,
  phone,
  ...letter
}: Row) {
  return { ...letter, content: [text, phone].filter(Boolean).join('\n') }
}

/** The newest proposals of an adult to a minor that are there, of two people. */
export async function proposalsBetween(
  client: Queryable,
  [one, other]: readonly [string, string],
  limit: number,
): Promise<Letter[]> {
  const { providerId, userId, toMinor, createdAt } = planProposals
  const between = or(
    and(eq(providerId, one), eq(userId, other)),
    and(eq(providerId, other), eq(userId, one)),
  )
  const rows = await ormOn(client)
    .select(letterColumns)
    .from(planProposals)
    .innerJoin(users, eq(users.id, providerId))
    .where(and(between, eq(toMinor, true)))
    .orderBy(desc(createdAt))
    .limit(limit)
  return rows.map(letterOf)
}

/** Null where the sender's account is gone. */
interface ReportedProposal {
  readonly authorId: string | null
  readonly fields: Readonly<Record<string, unknown>>
}

/**
 * What a report copies of a proposal for the actor's own plan; undefined for any other. Whose account is gone is known by
 * what was locked away, and by nothing else.
 */
export async function reportedProposal(
  client: Queryable,
  actor: Actor,
  id: string,
  { evidenceSealer, now }: { readonly evidenceSealer: Sealer; readonly now: Date },
): Promise<ReportedProposal | undefined> {
  if (mayKeepPlan(actor, { ownerId: actor.userId }) !== 'allow') return undefined
  const plan = authorize<Plan, Actor>(actor, { ownerId: actor.userId }, mayKeepPlan)
  const orm = ormOn(client)
  const [row] = await orm
    .select({
      author: { id: users.id, firstname: users.firstname, lastname: users.lastname },
      evidenceId: planProposals.evidenceId,
      change: planProposals.change,
      step: planProposals.step,
      text: planProposals.text,
      phone: planProposals.phone,
      sentAt: planProposals.createdAt,
    })
    .from(planProposals)
    .leftJoin(users, eq(users.id, planProposals.providerId))
    .where(and(eq(planProposals.userId, plan.ownerId), eq(planProposals.id, id)))
  if (!row) return undefined
  const { author, evidenceId, sentAt, ...words } = row
  const fields = { ...words, sentAt: sentAt.toISOString() }
  if (author) return { authorId: author.id, fields: { ...fields, author: nameOf(author) } }
  const [evidence] = await evidenceOfMessages(orm, [evidenceId], now)
  const opened = evidence && openEvidence(evidenceSealer, evidence)
  if (!opened) return undefined
  const { content: text, sender } = opened
  return { authorId: null, fields: { ...fields, text, author: nameOf(sender) } }
}

function nameOf({ firstname, lastname }: { firstname: string; lastname: string }): string {
  return `${firstname} ${lastname}`
}
