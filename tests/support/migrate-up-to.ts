import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import type { Database } from '#server/db/client.ts'
import { migrateDatabase } from '#server/db/migrate.ts'

const migrations = fileURLToPath(new URL('../../server/db/migrations', import.meta.url))
const journalSchema = v.looseObject({
  entries: v.array(v.looseObject({ tag: v.string() })),
})

/** Brings the tables to where they were before the migration whose name ends so. */
export async function migrateUpTo(database: Database, ending: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'zync-migrations-'))
  await cp(migrations, folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = v.parse(journalSchema, JSON.parse(await readFile(path, 'utf8')))
  const end = journal.entries.findIndex(({ tag }) => tag.endsWith(ending))
  if (end <= 0) throw new Error(`No migration ends with ${ending}`)
  const entries = journal.entries.slice(0, end)
  await writeFile(path, JSON.stringify({ ...journal, entries }))
  await migrateDatabase(database, { folder })
  await rm(folder, { recursive: true })
}
