import { sqlCommand } from '#server/db/statement.ts'

export const eventsNotify = sqlCommand({
  name: 'events_notify',
  text: 'select pg_notify($1, payload) from unnest($2::text[]) as payload',
})
