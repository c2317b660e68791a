import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import type { ServerProcess } from '#tests/support/server-process.ts'

/** Seconds of processor time, of the server's processes and of the database's, since they were noted first. */
export interface Costs {
  readonly look: () => Promise<void>
  readonly server: () => number
  readonly database: () => number
}

/** The kernel counts in hundredths of a second. */
const ticksPerSecond = 100

/**
 * Adds up what every process has used from the moment that it is seen first, those that end included, as long as `look` is
 * called often. The database's are those of its connections; NaN where it runs elsewhere.
 */
export function countCosts(pool: pg.Pool, processes: () => readonly ServerProcess[]): Costs {
  const server = new Map<string, Used>()
  const database = new Map<string, Used>()
  let away = false

  function note(into: Map<string, Used>, key: string, seconds: number): void {
    const known = into.get(key)
    into.set(key, { from: known?.from ?? seconds, to: seconds })
  }

  return {
    async look() {
      for (const each of processes()) {
        const seconds = await serverSeconds(each).catch(() => undefined)
        if (seconds !== undefined) note(server, each.origin, seconds)
      }
      const { rows } = await pool.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      )
      for (const { pid } of rows) {
        const seconds = await processSeconds(pid).catch(() => undefined)
        if (seconds === undefined) away = true
        else note(database, String(pid), seconds)
      }
    },
    server: () => sum(server),
    database: () => (away && database.size === 0 ? Number.NaN : sum(database)),
  }
}

interface Used {
  readonly from: number
  readonly to: number
}

function sum(used: ReadonlyMap<string, Used>): number {
  return [...used.values()].reduce((all, { from, to }) => all + to - from, 0)
}

async function serverSeconds({ log }: ServerProcess): Promise<number> {
  const place = log.find(({ metrics }) => metrics)?.['metrics'] as { port: number }
  const text = await (await fetch(`http://127.0.0.1:${place.port}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1])
}

async function processSeconds(pid: number): Promise<number> {
  const [, fields = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return ((user ?? 0) + (system ?? 0)) / ticksPerSecond
}
