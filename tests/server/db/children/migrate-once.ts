import { once } from 'node:events'
import { migrateDatabase } from '#server/db/migrate.ts'
import { openHome, type DatabaseHome } from '#tests/support/database.ts'

/** Opens the database of a home, says so, and migrates it as soon as its input ends. */
const home = JSON.parse(process.argv[2] ?? '') as DatabaseHome
const database = await openHome(home)
process.stdout.write('open\n')
await once(process.stdin.resume(), 'end')
await migrateDatabase(database)
await database.close()
process.stdout.write('migrated\n')
