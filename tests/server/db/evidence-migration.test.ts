import { expect, test } from 'vitest'
import type { Database } from '#server/db/client.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { createDatabaseHome, databasesUnderTest, openHome } from '#tests/support/database.ts'
import { migrateUpTo } from '#tests/support/migrate-up-to.ts'

// One kind is enough: the statements are the same, and making an empty embedded database takes long.
test.each(databasesUnderTest().slice(-1))(
  'messages from before are marked by the birth dates of their day, and reports stay, on %s',
  async (kind) => {
    const home = await createDatabaseHome(kind, 'empty')
    const database = await openHome(home)
    await migrateUpTo(database, '_evidence')
    const { pool } = database
    const adult = await insertUser(database, '1985-05-05')
    const teen = await insertUser(database, '2008-02-29')
    const chatId = '01985a3c-0000-7a10-8c00-0000000000c1'
    await pool.query(
      `insert into chats (id, client_id, provider_id, active_at, created_at) values ($1, $2, $3, now(), now())`,
      [chatId, teen, adult],
    )
    const lines = [
      [adult, '2026-02-28T23:59:59Z', null],
      [adult, '2026-03-01T00:00:00Z', null],
      [teen, '2026-01-01T00:00:00Z', null],
      [adult, '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'],
    ]
    for (const [index, [sender, at, deletedAt]] of lines.entries()) {
      await pool.query(
        `insert into messages (id, chat_id, seq, rev, sender_id, content, created_at, deleted_at)
          values (gen_random_uuid(), $1, $2, $2, $3, 'x', $4, $5)`,
        [chatId, index + 1, sender, at, deletedAt],
      )
    }
    await pool.query(
      `insert into reports (id, target, snapshot, reason, note, state, created_at)
        values ($1, '{}', '{"bio":"old"}', 'harm', 'note', 'open', now())`,
      [chatId],
    )

    await migrateDatabase(database)
    const marked = await pool.query('select seq, to_minor from messages order by seq')
    expect(marked.rows.map(({ to_minor }) => to_minor)).toEqual([true, false, false, false])
    const stored = await pool.query('select snapshot, sealed, note from reports')
    expect(stored.rows).toEqual([{ snapshot: { bio: 'old' }, sealed: null, note: 'note' }])
    await database.close()
    await home.remove()
  },
)

async function insertUser({ pool }: Database, birthDate: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into users (id, email, username, password_hash, user_type, firstname, lastname, birth_date, gender,
        country, state, phone_number)
      values (gen_random_uuid(), $1, $1, 'x', 'Adolescent', 'A', 'B', $2, 'Female', 'Egypt', 'Giza', '1')
      returning id`,
    [`born-${birthDate}`, birthDate],
  )
  return rows[0]?.id ?? ''
}
