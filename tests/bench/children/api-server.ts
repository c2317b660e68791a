import pino from 'pino'
import { openEvents } from '#server/ports/events/postgres.ts'
import { openHome, type DatabaseHome } from '#tests/support/database.ts'
import { startTestServer } from '#tests/support/server.ts'
import { answerParent } from '../child.ts'
import { insertOneByOne, insertTogether } from './bare-inserts.ts'

/** What the server's process can be asked to do beside serving: the bare counterparts, on the same pool. */
export type ApiServerTasks = {
  origin: { given: undefined; gives: string }
  insertOneByOne: { given: { userIds: string[]; concurrency: number }; gives: number }
  insertTogether: { given: { userIds: string[]; count: number }; gives: number }
  /** The memory of the process after its garbage is gone, in kB. */
  memoryKb: { given: undefined; gives: number }
  /** The longest that one piece of work had a database connection since this was asked last, in milliseconds. */
  longestTurnMs: { given: undefined; gives: number }
}

export interface ApiServerOptions {
  readonly home: Omit<DatabaseHome, 'remove'>
  /** The built app; only the API without it. */
  readonly distDir?: string | undefined
  /** As behind one proxy, so that one machine has many addresses; 0 for a server that is called straight. */
  readonly trustedProxyHops?: number | undefined
}

const {
  home,
  distDir,
  trustedProxyHops = 1,
} = JSON.parse(process.argv[2] ?? '') as ApiServerOptions
const database = await openHome({ ...home, remove: async () => undefined })
// As `main.ts` does it, with the log on: its lines go to nowhere.
const output = { dest: '/dev/null', sync: false, minLength: 4_096, periodicFlush: 1_000 } as const
const log = pino({ base: null }, pino.destination(output))
const server = await startTestServer(database, {
  now: Date.now,
  log,
  events: await openEvents({ databaseUrl: home.databaseUrl, database, log }),
  trustedProxyHops,
  production: true,
  ...(distDir === undefined ? {} : { distDir }),
})

const takenAt = new WeakMap<object, number>()
let longestTurnMs = 0
database.pool.on('acquire', (client) => takenAt.set(client, performance.now()))
database.pool.on('release', (_error, client) => {
  longestTurnMs = Math.max(longestTurnMs, performance.now() - (takenAt.get(client) ?? Infinity))
})

answerParent<ApiServerTasks>(
  {
    origin: async () => server.origin,
    insertOneByOne: ({ userIds, concurrency }) =>
      insertOneByOne(database.pool, userIds, concurrency),
    insertTogether: ({ userIds, count }) => insertTogether(database.pool, userIds, count),
    memoryKb: async () => {
      globalThis.gc?.()
      return process.memoryUsage().rss / 1_024
    },
    longestTurnMs: async () => {
      const longest = longestTurnMs
      longestTurnMs = 0
      return longest
    },
  },
  async () => {
    await server.close()
    await server.events.close()
    await database.close()
  },
)
