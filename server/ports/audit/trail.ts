import { createHmac, hkdfSync } from 'node:crypto'
import { lt } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Orm } from '#server/db/orm.ts'
import { auditEvents } from '#server/db/schema/upkeep.ts'
import { loggableError } from '#server/http/routing/problem.ts'

/** What the trail tells apart. */
export type AuditEvent =
  | 'sign_in'
  | 'sign_out'
  | 'register'
  | 'password_reset'
  | 'password_change'
  | 'sessions_ended'
  | 'email_confirmed'
  | 'email_change'
  | 'second_factor'
  | 'proof'
  | 'review'
  | 'minors_read'
  | 'report_file_read'
  | 'report_decision'
  | 'refund'
  | 'paper_read'
  | 'reports_read'
  | 'export'
  | 'account_deleted'
  | 'pricing_change'
  | 'denied'
  | 'operator'
  | 'suppressed'

/** One thing that happened. */
export interface AuditNote {
  readonly event: AuditEvent
  /** `ok`, or the code of the problem that ended it. */
  readonly outcome: string
  readonly actorId?: string | undefined
  /** An id; an e-mail goes through `hashed` first. */
  readonly object?: string | undefined
  readonly detail?: string | undefined
  /** The caller's address; only its hash is stored. */
  readonly address?: string | undefined
}

export interface AuditTrail {
  /** Resolves once the event is stored. Rejects when it cannot be. */
  write(note: AuditNote): Promise<void>
  /** Stores the event within a second, with others: for what strangers can cause as often as they like. */
  add(note: AuditNote): void
  /** The form in which an e-mail or an address is stored. */
  hashed(text: string): string
  /** Stores what was added. */
  flush(): Promise<void>
  /** Stores what was added and takes nothing more. */
  stop(): Promise<void>
}

const flushEveryMs = 1_000
/** More than these in a second are counted, not told one by one: a flood fills no disk. */
const pendingMax = 2_000
/** A refusal of a limit is noted once in this time for each event and address; the limit itself costs strangers nothing. */
const refusalEveryMs = 60_000
/** ISO 27001 and the GDPR name no number; three years cover the limitation periods that matter here. */
export const auditRetentionMonths = 36

/** The trail of one process. `key` keeps hashes of addresses and e-mails from being tried out. */
export function createAuditTrail(deps: {
  orm: Orm
  key: Buffer
  log: Logger
  now: () => number
  newId: () => string
}): AuditTrail {
  const { orm, log, now, newId } = deps
  const hashKey = Buffer.from(hkdfSync('sha256', deps.key, '', 'zync audit trail', 32))
  let pending: (typeof auditEvents.$inferInsert)[] = []
  let suppressed = 0
  const stores = oneByOne(store)
  const isNoted = createRefusals(now)
  const timer = setInterval(() => {
    if (stores.areOver()) void stores.next().catch(logFailure)
  }, flushEveryMs).unref()

  const hashed = (text: string) =>
    createHmac('sha256', hashKey).update(text).digest('base64url').slice(0, 22)
  const rowOf = (note: AuditNote) => auditRow(note, { id: newId(), at: new Date(now()), hashed })

  async function write(note: AuditNote): Promise<void> {
    await orm.insert(auditEvents).values(rowOf(note))
  }

  function add(note: AuditNote): void {
    if (pending.length < pendingMax && !isNoted(note)) pending.push(rowOf(note))
    else suppressed += 1
  }

  async function store(): Promise<void> {
    const rows = pending
    pending = []
    if (suppressed > 0) {
      rows.push(rowOf({ event: 'suppressed', outcome: 'ok', detail: String(suppressed) }))
      suppressed = 0
    }
    if (rows.length === 0) return
    try {
      // What is tried again may be there: the answer alone was lost.
      await orm.insert(auditEvents).values(rows).onConflictDoNothing()
    } catch (error) {
      pending = [...rows, ...pending].slice(0, pendingMax)
      throw error
    }
  }

  function logFailure(error: unknown): void {
    log.error(loggableError(error), 'the audit trail could not be written; tried again in a second')
  }

  return {
    write,
    add,
    hashed,
    flush: stores.next,
    stop: async () => {
      clearInterval(timer)
      await stores.next().catch(logFailure)
    },
  }
}

/** Work that begins once the one before is over: whoever waits for theirs has waited for those, and takes what failed with them. */
function oneByOne(work: () => Promise<void>) {
  let last = Promise.resolve()
  let count = 0
  const next = () => {
    count += 1
    last = last
      .catch(() => undefined)
      .then(work)
      .finally(() => (count -= 1))
    return last
  }
  return { next, areOver: () => count === 0 }
}

/** Whether a refusal of a limit has been noted within its minute; a minute that is over forgets all of its own. */
function createRefusals(now: () => number): (note: AuditNote) => boolean {
  let minute = 0
  let noted = new Set<string>()
  return ({ event, outcome, address }) => {
    if (outcome !== 'rate_limited') return false
    const current = Math.floor(now() / refusalEveryMs)
    if (current !== minute) noted = new Set()
    minute = current
    const key = `${event} ${address}`
    if (noted.has(key)) return true
    noted.add(key)
    return false
  }
}

function auditRow(
  { event, outcome, actorId, object, detail, address }: AuditNote,
  made: { id: string; at: Date; hashed: (text: string) => string },
): typeof auditEvents.$inferInsert {
  const { id, at, hashed } = made
  const addressHash = address === undefined ? undefined : hashed(address)
  return { id, at, event, outcome, actorId, object, detail, addressHash }
}

/** Deletes events whose time is over; says how many. */
export async function deleteOldAudit(orm: Orm, now: Date): Promise<number> {
  const before = new Date(now)
  before.setUTCMonth(before.getUTCMonth() - auditRetentionMonths)
  const { rowCount } = await orm.delete(auditEvents).where(lt(auditEvents.at, before))
  return rowCount ?? 0
}
