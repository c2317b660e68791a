import type pg from 'pg'
import { v5 as uuidv5 } from 'uuid'
import { databaseErrorFacts } from '#server/db/errors.ts'
import { clusterMarks, storedEpoch } from './sync.sql.ts'

/** By then a process has noticed a restore that broke none of its connections. */
const freshMs = 15_000

export interface Epoch {
  /** The life of the data that the database has now. */
  current(): Promise<string>
  /** The same, asked anew: before a phone is told that it knew another one. */
  now(): Promise<string>
}

/**
 * The life of the server's data: the id in the database, which a restore of ours changes, together with what PostgreSQL
 * changes by itself when a copy is restored or a standby takes over (its system and its timeline). Asked every few
 * seconds, and anew after each new connection.
 */
export function createEpoch(pool: pg.Pool, now: () => number): Epoch {
  let known: { epoch: Promise<string>; untilMs: number } | undefined
  pool.on('connect', () => (known = undefined))

  function ask(): Promise<string> {
    const epoch = readEpoch(pool)
    const mine = { epoch, untilMs: now() + freshMs }
    known = mine
    epoch.catch(() => {
      if (known === mine) known = undefined
    })
    return epoch
  }

  return {
    current: () => (known && now() < known.untilMs ? known.epoch : ask()),
    now: ask,
  }
}

async function readEpoch(pool: pg.Pool): Promise<string> {
  const stored = await storedEpoch.first(pool)
  if (!stored) throw new Error('The database has lost its epoch')
  return uuidv5(await marksOf(pool), stored.epoch)
}

/** The role may not ask, or what speaks PostgreSQL's language has no such functions: it will never say. */
const neverSays = new Set(['42501', '42883', '0A000'])

/** Where nobody ever says, the id alone has to do. A standby cannot say: its id alone would be one more life of the data. */
async function marksOf(pool: pg.Pool): Promise<string> {
  try {
    const marks = await clusterMarks.first(pool)
    return `${marks?.system} ${marks?.timeline}`
  } catch (error) {
    if (neverSays.has(databaseErrorFacts(error).code ?? '')) return ''
    throw error
  }
}
