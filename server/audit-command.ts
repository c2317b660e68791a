import { parseArgs } from 'node:util'
import { and, desc, eq, gte, inArray, or, sql } from 'drizzle-orm'
import type { Orm } from './db/orm.ts'
import { users } from './db/schema/account.ts'
import { auditEvents } from './db/schema/upkeep.ts'
import type { AuditTrail } from './ports/audit/trail.ts'

export interface AuditCommandDeps {
  readonly orm: Orm
  readonly audit: Pick<AuditTrail, 'hashed'>
  readonly write: (line: string) => void
}

const options = {
  of: { type: 'string' },
  event: { type: 'string' },
  since: { type: 'string' },
  limit: { type: 'string' },
} as const

/** Prints events of the audit trail. Returns `usage` for arguments that say nothing. */
export async function showAudit(
  { orm, audit, write }: AuditCommandDeps,
  args: readonly string[],
): Promise<'shown' | 'usage'> {
  const asked = readArgs(args)
  if (!asked) return 'usage'
  const names = asked.of === undefined ? undefined : await namesOf(orm, audit, asked.of)
  const rows = await orm
    .select()
    .from(auditEvents)
    .where(
      and(
        names &&
          or(inArray(sql`${auditEvents.actorId}::text`, names), inArray(auditEvents.object, names)),
        asked.event === undefined ? undefined : eq(auditEvents.event, asked.event),
        asked.since && gte(auditEvents.at, asked.since),
      ),
    )
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
    .limit(asked.limit)
  if (rows.length === 0) write('Nothing.')
  for (const row of rows) {
    const { at, event, outcome, actorId, object, detail, addressHash } = row
    const cells = [at.toISOString(), event, outcome, actorId, object, detail, addressHash]
    write(cells.map((cell) => cell ?? '-').join(' | '))
  }
  return 'shown'
}

const limitDefault = 100
const limitMax = 10_000

function readArgs(args: readonly string[]) {
  try {
    const { values } = parseArgs({ args: [...args], options })
    const limit = Number(values.limit ?? limitDefault)
    const since = values.since === undefined ? undefined : new Date(values.since)
    const bad = !Number.isInteger(limit) || limit < 1 || limit > limitMax
    if (bad || (since && Number.isNaN(since.getTime()))) return undefined
    return { of: values.of, event: values.event, since, limit }
  } catch {
    return undefined
  }
}

/** A person as the trail may name them: by id, and by the hash of their e-mail. */
async function namesOf(orm: Orm, audit: Pick<AuditTrail, 'hashed'>, of: string): Promise<string[]> {
  const email = of.toLowerCase()
  if (!email.includes('@')) return [email]
  const found = await orm
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email))
  return [audit.hashed(email), ...found.map(({ id }) => id)]
}
