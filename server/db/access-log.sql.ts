import { sqlCommand } from '#server/db/statement.ts'

export const accessLogInsert = sqlCommand({
  name: 'access_notes',
  text: `insert into access_log (id, subject_id, actor_id, what, quest_id, at)
      select given.*, $6 from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::smallint[])
        as given`,
})
