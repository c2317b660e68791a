import { openDatabase } from '#server/db/client.ts'
import { ledgerOps } from '#server/db/schema/upkeep.ts'
import { failTest, quietLog } from '#tests/support/database-log.ts'

/** Run as a script with a data directory: prints the ids of the operations that the ledger of a stopped server knows. */
const database = await openDatabase({
  dataDir: process.argv[2] ?? '',
  log: quietLog,
  onFatal: failTest,
})
const rows = await database.orm.select({ opId: ledgerOps.opId }).from(ledgerOps)
process.stdout.write(JSON.stringify(rows.map((row) => row.opId)))
await database.close()
