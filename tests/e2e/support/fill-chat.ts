import { openDatabase } from '#server/db/client.ts'
import { failTest, quietLog } from '#tests/support/database-log.ts'

/**
 * Run as a script with a data directory, a chat that has no message yet and a number: so many messages of the two, a
 * minute apart, the last one a minute ago.
 */
const [, , dataDir = '', chatId = '', count = '0'] = process.argv
const database = await openDatabase({ dataDir, log: quietLog, onFatal: failTest })
await database.pool.query(
  `insert into messages (id, chat_id, seq, rev, sender_id, content, created_at)
   select gen_random_uuid(), id, n, n, case when n % 3 = 0 then provider_id else client_id end,
     'Message ' || n || repeat(' and more', n % 7), now() - ($2::int + 1 - n) * interval '1 minute'
   from chats, generate_series(1, $2::int) n where id = $1`,
  [chatId, count],
)
await database.pool.query('update chats set last_rev = $2::int, active_at = now() where id = $1', [
  chatId,
  count,
])
await database.close()
