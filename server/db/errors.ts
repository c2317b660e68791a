import { EmbeddedStoppedError } from './embedded/worker-link.ts'

/** The name of the unique index or constraint that refused a write, however deep drizzle wrapped it. */
export function violatedUnique(error: unknown): string | undefined {
  return violated(error, '23505')
}

/** True when a write was refused by this unique index or constraint. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return violatedUnique(error) === constraint
}

/** The name of the foreign key that refused a write. */
export function violatedForeignKey(error: unknown): string | undefined {
  return violated(error, '23503')
}

/** The name of the exclusion constraint that refused a write: it would have overlapped what is there. */
export function violatedExclusion(error: unknown): string | undefined {
  return violated(error, '23P01')
}

/**
 * True when the database could not be asked or did not answer in time, so that the same request may succeed
 * later: HTTP answers 503 `database_unavailable`.
 */
export function isDatabaseAway(error: unknown): boolean {
  return chain(error).some((link) => {
    const code = codeOf(link) ?? ''
    if (link instanceof EmbeddedStoppedError || awayCodes.has(code)) return true
    return (
      connectionException.test(code) || (link instanceof Error && awayMessages.has(link.message))
    )
  })
}

/** True when PostgreSQL ended a transaction for the sake of others: nothing of it is done, and it may be done anew. */
export function isDeadlock(error: unknown): boolean {
  return chain(error).some((link) => deadlockCodes.has(codeOf(link) ?? ''))
}

/** Two who waited for each other, and two who could not have come one after the other. */
const deadlockCodes = new Set(['40P01', '40001'])

/**
 * What may be logged of a database error: drizzle's own message repeats the query's parameters, which hold
 * what people wrote, and PostgreSQL's `detail` repeats the row.
 */
export function databaseErrorFacts(error: unknown): {
  code?: string
  constraint?: string
  message: string
} {
  const links = chain(error)
  const root = links.findLast((link) => link instanceof Error)
  const code = links.map(codeOf).find((found) => found !== undefined)
  const constraint = links.map((link) => textOf(link, 'constraint')).find(Boolean)
  return {
    message: root instanceof Error ? root.message : 'unknown error',
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
  }
}

const awayCodes = new Set([
  // The network between the server and PostgreSQL.
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // PostgreSQL: shut down by its operator, crashed, starting up, idle session ended, silent in a transaction for too long,
  // no free connection.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P03',
  '53300',
  // It only reads: a standby that nobody promoted, or one whose disk is full. Its disk or memory is full.
  '25006',
  '53100',
  '53200',
  // A statement ran into the time limit: the database is there, but too slow to answer.
  '57014',
])

/** PostgreSQL's class 08, connection exceptions. */
const connectionException = /^08/

/** The driver raises these without a code, so its words are all there is (pg 8.23, pg-pool 3). */
const awayMessages = new Set([
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
])

function violated(error: unknown, sqlState: string): string | undefined {
  const refusal = chain(error).find((link) => codeOf(link) === sqlState)
  return refusal === undefined ? undefined : textOf(refusal, 'constraint')
}

/** The error, its causes and the parts of an AggregateError (one per address that was tried). */
function chain(error: unknown): unknown[] {
  const found = new Set<unknown>()
  const collect = (link: unknown): void => {
    if (typeof link !== 'object' || link === null || found.has(link)) return
    found.add(link)
    if (link instanceof AggregateError) link.errors.forEach(collect)
    if ('cause' in link) collect(link.cause)
  }
  collect(error)
  return [...found]
}

function codeOf(link: unknown): string | undefined {
  return textOf(link, 'code')
}

function textOf(link: unknown, key: string): string | undefined {
  if (typeof link !== 'object' || link === null) return undefined
  const value: unknown = Reflect.get(link, key)
  return typeof value === 'string' ? value : undefined
}

/** What the database layer says: the shape of pino's methods, so that a logger fits as it is. */
export interface DatabaseLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}
