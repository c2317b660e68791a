import type { Database } from '#server/db/client.ts'
import { createDatabaseHome, openHome, type DatabaseHome } from '#tests/support/database.ts'
import { postgresMissing } from '#tests/support/postgres-under-test.ts'
import { startChild, type Child } from './child.ts'
import type { ApiServerOptions, ApiServerTasks } from './children/api-server.ts'

export interface ApiUnderTest {
  readonly origin: string
  readonly process: Child<ApiServerTasks>
}

const script = new URL('./children/api-server.ts', import.meta.url)

/**
 * Prepares what is stored, then starts the server on it in a process of its own for the time of `measure`. With
 * `ZYNC_BENCH_PROFILE` set to a folder, the process leaves a CPU profile there.
 */
export async function withApi<P, T>(
  home: DatabaseHome,
  prepare: (database: Database) => Promise<P>,
  measure: (api: ApiUnderTest, prepared: P) => Promise<T>,
  { distDir, trustedProxyHops }: Pick<ApiServerOptions, 'distDir' | 'trustedProxyHops'> = {},
): Promise<T> {
  const database = await openHome(home)
  const prepared = await prepare(database)
  await database.close()
  const { kind, databaseUrl, dataDir } = home
  const options: ApiServerOptions = {
    home: { kind, databaseUrl, dataDir },
    distDir,
    trustedProxyHops,
  }
  const process = startChild<ApiServerTasks>(script, options, nodeFlags())
  try {
    return await measure({ origin: await process.ask('origin', undefined), process }, prepared)
  } finally {
    await process.stop()
  }
}

/** The same on a fresh database: on PostgreSQL where there is one, as bigger servers run it. */
export async function withFreshApi<P, T>(
  prepare: (database: Database) => Promise<P>,
  measure: (api: ApiUnderTest, prepared: P) => Promise<T>,
  distDir?: string,
): Promise<T> {
  const missing = await postgresMissing()
  const home = await createDatabaseHome(missing === undefined ? 'postgres' : 'embedded')
  try {
    return await withApi(home, prepare, measure, { distDir })
  } finally {
    await home.remove()
  }
}

/** Memory is looked at after the garbage is gone. */
function nodeFlags(): string[] {
  const folder = process.env['ZYNC_BENCH_PROFILE']
  return ['--expose-gc', ...(folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : [])]
}
