import { openDatabase } from '#server/db/client.ts'
import { failTest, quietLog } from '#tests/support/database-log.ts'

/**
 * Run as a script with a data directory: from now on this server forgets how fast people write, so that a day of writing
 * fits into a minute. The pace has tests of its own.
 */
const [, , dataDir = ''] = process.argv
const database = await openDatabase({ dataDir, log: quietLog, onFatal: failTest })
await database.pool.query(`create function forget_pace() returns trigger language plpgsql as
  $$ begin new.paced_until := null; return new; end $$`)
await database.pool.query(`create trigger forget_pace before insert or update on chat_settings
  for each row execute function forget_pace()`)
await database.close()
