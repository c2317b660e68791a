import { and, asc, eq, gt, inArray, lte, notExists, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Orm, Transaction, Queryable } from '#server/db/orm.ts'
import { sealedFiles } from '#server/db/schema/safety.ts'
import { blobRemovals } from '#server/db/schema/upkeep.ts'
import { loggableError } from '#server/http/routing/problem.ts'
import type { BlobPort, StoredBlob } from './port.ts'
import { blobsKeep, blobsDrop } from './removals.sql.ts'

/**
 * Files that live and die with the rows that name them. A file is staged, then kept in the transaction that writes its
 * key into a row; it is dropped in the transaction that takes the key out. Whatever fails in between, a file without a
 * row does not stay.
 */
export interface BlobStore {
  /** Stores the file at `path` under a new key. It is removed after an hour unless it is kept. */
  stage(key: string, path: string): Promise<void>
  /** Makes staged files stay, together with the rest of the transaction. */
  keep(tx: Transaction, keys: readonly string[]): Promise<void>
  /** Marks files for removal, together with the rest of the transaction; `sweep` removes them. */
  drop(tx: Transaction, keys: readonly string[]): Promise<void>
  /**
   * Removes files that were staged or dropped and are not needed, but for those that are still to be sealed. One that was
   * kept stays: a transaction may have committed though its answer was lost.
   */
  discard(keys: readonly string[]): Promise<void>
  get(key: string): Promise<StoredBlob | undefined>
  /**
   * Stores files whose keys say what is in them, but for those that are there already; all of them stay until a moment at least.
   * Says how many were missing; rejects once something cannot be stored, and what was stored by then stays.
   */
  stock(files: readonly StockFile[], until: Date, signal?: AbortSignal): Promise<number>
  /** Which of the keys somebody has stocked. */
  stocked(keys: readonly string[]): Promise<string[]>
  /**
   * Removes every file that is due, but for those that are still to be sealed. One that cannot be removed holds up no other and
   * is tried again the next time; rejects at the end with why the first could not.
   */
  sweep(): Promise<void>
}

/** A file whose key says what is in it. */
export interface StockFile {
  readonly key: string
  readonly path: string
}

/** So many are stored at once. */
const stockedAtOnce = 8

/** What goes within this is as good as gone. */
const stockMarginMs = 86_400_000

/** Longer than any request lives. */
const stagedMsMax = 3_600_000

/** One look removes so many at most; the rest waits for the next one. */
const sweepMax = 200

/** A look ends with the first failure after this: a store that is away may take long to say so, each time. */
const failingMsMax = 30_000

interface StoreDeps {
  readonly port: BlobPort
  readonly orm: Orm
  readonly now: () => number
  readonly log: Logger
}

export function createBlobStore(deps: StoreDeps): BlobStore {
  const { port, orm, now, log } = deps

  async function remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await port.delete(key)
      await orm.delete(blobRemovals).where(eq(blobRemovals.key, key))
    }
  }

  return {
    ...createStock(deps),
    async stage(key, path) {
      await orm.insert(blobRemovals).values({ key, dueAt: new Date(now() + stagedMsMax) })
      await port.put(key, path)
    },
    async keep(tx, keys) {
      if (keys.length === 0) return
      const unstaged = await tx.delete(blobRemovals).where(inArray(blobRemovals.key, [...keys]))
      if (unstaged.rowCount !== keys.length)
        throw new Error('A file was gone before it could be kept')
    },
    async drop(tx, keys) {
      if (keys.length === 0) return
      const dueAt = new Date(now())
      await tx
        .insert(blobRemovals)
        .values(keys.map((key) => ({ key, dueAt })))
        .onConflictDoUpdate({ target: blobRemovals.key, set: { dueAt } })
    },
    async discard(keys) {
      if (keys.length === 0) return
      const noted = await orm
        .update(blobRemovals)
        .set({ dueAt: new Date(now()) })
        .where(inArray(blobRemovals.key, [...keys]))
        .returning({ key: blobRemovals.key })
      const needless = noted.map(({ key }) => key)
      await remove(await removable(orm, needless)).catch((error: unknown) =>
        log.warn(loggableError(error), 'files could not be removed yet'),
      )
    },
    get: (key) => port.get(key),
    sweep: () => sweepDue(deps),
  }
}

async function sweepDue({ port, orm, now }: StoreDeps): Promise<void> {
  const begunMs = now()
  const due = await orm
    .select({ key: blobRemovals.key })
    .from(blobRemovals)
    .where(and(lte(blobRemovals.dueAt, new Date(begunMs)), notExists(awaitsSealing(orm))))
    .orderBy(asc(blobRemovals.dueAt))
    .limit(sweepMax)
  const failures: { key: string; error: unknown }[] = []
  for (const { key } of due) {
    try {
      await port.delete(key)
    } catch (error) {
      failures.push({ key, error })
      if (now() - begunMs >= failingMsMax) break
      continue
    }
    await orm.delete(blobRemovals).where(eq(blobRemovals.key, key))
  }
  const [first] = failures
  if (!first) return
  await putLast(
    orm,
    failures.map(({ key }) => key),
    new Date(now()),
  )
  throw first.error
}

/** Behind all that are due, so that they do not fill each look; one that somebody has put off meanwhile stays as long. */
async function putLast(orm: Orm, keys: readonly string[], at: Date): Promise<void> {
  await orm
    .update(blobRemovals)
    .set({ dueAt: at })
    .where(and(inArray(blobRemovals.key, [...keys]), lte(blobRemovals.dueAt, at)))
}

/** What is there for a time, whoever put it there. */
function createStock({
  port,
  orm,
  now,
}: Pick<StoreDeps, 'port' | 'orm' | 'now'>): Pick<BlobStore, 'stock' | 'stocked'> {
  async function present(keys: readonly string[], at: Date): Promise<Set<string>> {
    const rows = await orm
      .select({ key: blobRemovals.key })
      .from(blobRemovals)
      .where(and(inArray(blobRemovals.key, [...keys]), gt(blobRemovals.dueAt, at)))
    return new Set(rows.map(({ key }) => key))
  }

  /** Never for a shorter time than somebody else has said. */
  async function hold(keys: readonly string[], until: Date): Promise<void> {
    if (keys.length === 0) return
    await orm
      .insert(blobRemovals)
      .values(keys.map((key) => ({ key, dueAt: until })))
      .onConflictDoUpdate({
        target: blobRemovals.key,
        set: { dueAt: sql`greatest(${blobRemovals.dueAt}, excluded.due_at)` },
      })
  }

  return {
    async stock(files, until, signal) {
      const keys = files.map(({ key }) => key)
      const there = await present(keys, new Date(now() + stockMarginMs))
      await hold([...there], until)
      const missing = files.filter(({ key }) => !there.has(key))
      for (let from = 0; from < missing.length; from += stockedAtOnce) {
        signal?.throwIfAborted()
        const some = missing.slice(from, from + stockedAtOnce)
        await Promise.all(some.map(({ key, path }) => port.put(key, path)))
        // Noted once it is there: what was cut short is stored anew.
        const stored = some.map(({ key }) => key)
        await hold(stored, until)
      }
      return missing.length
    },
    stocked: async (keys) => [...(await present(keys, new Date(now())))],
  }
}

/** Those of the files that nothing holds back: one that is to be sealed is copied first, by whoever noted it. */
async function removable(orm: Orm, keys: readonly string[]): Promise<readonly string[]> {
  const held = await orm
    .select({ key: sealedFiles.sourceKey })
    .from(sealedFiles)
    .where(inArray(sealedFiles.sourceKey, [...keys]))
  return keys.filter((key) => !held.some((each) => each.key === key))
}

function awaitsSealing(orm: Orm) {
  return orm
    .select({ one: sql`1` })
    .from(sealedFiles)
    .where(eq(sealedFiles.sourceKey, blobRemovals.key))
}

/** Makes staged files stay, on the connection of a transaction: what `BlobStore.keep` does where there is no orm. */
export async function keepFiles(client: Queryable, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const changed = await blobsKeep.run(client, [keys])
  if (changed !== keys.length) throw new Error('A file was gone before it could be kept')
}

/** Marks files for removal, on the connection of a transaction; the next sweep of the store removes them. */
export async function dropFiles(
  client: Queryable,
  keys: readonly string[],
  dueAt: Date,
): Promise<void> {
  if (keys.length === 0) return
  await blobsDrop.run(client, [keys, dueAt])
}
