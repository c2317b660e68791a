import { benchAttacks } from './attacks.ts'
import { removeBuiltApp } from './built-app.ts'
import { benchDirectoryPage } from './directory-page.ts'
import { benchDirectory } from './directory.ts'
import { benchFleet } from './fleet.ts'
import { benchImports } from './imports.ts'
import { benchLibrary } from './library.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchOnApp } from './on-app.ts'
import { benchOnEmbedded } from './on-embedded.ts'
import { benchOnPhone } from './on-phone.ts'
import { benchOnPostgres } from './on-postgres.ts'
import { benchPixels } from './pixels.ts'
import { benchPushes } from './pushes.ts'
import { benchQuests } from './quests.ts'
import { benchSignIns } from './sign-ins.ts'
import { benchSlots } from './slots.ts'
import { benchStarts } from './starts.ts'
import { benchStreams } from './streams.ts'
import { table, type Row } from './table.ts'

const suites: Record<string, () => Promise<Row[]>> = {
  postgres: benchOnPostgres,
  embedded: benchOnEmbedded,
  slots: benchSlots,
  'sign-ins': benchSignIns,
  attacks: benchAttacks,
  quests: benchQuests,
  push: benchPushes,
  streams: benchStreams,
  fleet: benchFleet,
  directory: benchDirectory,
  library: benchLibrary,
  'directory-page': benchDirectoryPage,
  phone: benchOnPhone,
  app: benchOnApp,
  starts: benchStarts,
  pixels: benchPixels,
  imports: benchImports,
  lighthouse: benchLighthouse,
}

/** Runs every suite, or those named on the command line, and prints one table; fails when a goal was missed. */
async function main(): Promise<void> {
  const named = process.argv.slice(2)
  const rows: Row[] = []
  try {
    for (const [name, bench] of Object.entries(suites)) {
      if (named.length > 0 && !named.includes(name)) continue
      process.stderr.write(`${name} ...\n`)
      rows.push(...(await bench()))
    }
  } finally {
    await removeBuiltApp()
    process.stdout.write(`${table(rows)}\n`)
  }
  process.exitCode = rows.some(({ verdict }) => verdict === 'missed') ? 1 : 0
}

await main()
