import { createHash } from 'node:crypto'
import { constants, cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase, type Database } from '#server/db/client.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { failTest, quietLog } from './database-log.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const cache = join(root, 'node_modules/.cache/zync-test-database')

/** Whether an embedded database has the tables of every migration, or nothing yet. */
export type EmbeddedTables = 'migrated' | 'empty'

/**
 * Embedded databases, closed, made once per set of migrations: copying the files of one takes a tenth of a second,
 * making one takes seconds. Whoever comes first puts them in place with a rename.
 */
export async function embeddedTemplate(): Promise<string> {
  const template = join(cache, templateKey())
  if (existsSync(template)) return template
  await mkdir(cache, { recursive: true })
  const fresh = await mkdtemp(join(cache, 'new-'))
  const [empty, migrated] = [join(fresh, 'empty'), join(fresh, 'migrated')]
  await mkdir(empty)
  await (await open(empty)).close()
  copyTree(empty, migrated)
  const database = await open(migrated)
  await prepareDatabase(database)
  await database.close()
  await rename(fresh, template).catch((error: unknown) => {
    if (!existsSync(template)) throw error
  })
  await rm(fresh, { recursive: true, force: true })
  return template
}

/** Fills a data directory with the template's database. */
export async function copyTemplate(
  dataDir: string,
  tables: EmbeddedTables = 'migrated',
): Promise<void> {
  const template = await embeddedTemplate()
  compiledEngine ??= WebAssembly.compile(await readFile(join(root, engine)))
  await compiledEngine
  copyTree(join(template, tables, 'db'), join(dataDir, 'db'))
}

const engine = 'node_modules/@electric-sql/pglite/dist/pglite.wasm'

/** As long as somebody has it, each further engine of this process finds itself compiled. */
let compiledEngine: Promise<WebAssembly.Module> | undefined

/** At once: each of the thousand files as a promise costs four times as much. */
function copyTree(from: string, to: string): void {
  cpSync(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

function open(dataDir: string): Promise<Database> {
  return openDatabase({ dataDir, log: quietLog, onFatal: failTest })
}

/** Changes with the migrations, with the queues and with the packages that made the files. */
function templateKey(): string {
  const hash = createHash('sha256')
  const migrations = join(root, 'server/db/migrations')
  const files = readdirSync(migrations).filter((name) => name.endsWith('.sql'))
  for (const name of files.sort()) hash.update(readFileSync(join(migrations, name)))
  const makers = [
    'node_modules/@electric-sql/pglite/package.json',
    'node_modules/pg-boss/package.json',
    'server/ports/jobs/port.ts',
    'server/ports/jobs/library.ts',
  ]
  for (const name of makers) hash.update(readFileSync(join(root, name)))
  return hash.digest('hex').slice(0, 16)
}
