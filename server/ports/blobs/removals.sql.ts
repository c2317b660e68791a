import { sqlCommand } from '#server/db/statement.ts'

export const blobsKeep = sqlCommand({
  name: 'blobs_keep',
  text: 'delete from blob_removals where key = any($1::text[])',
})

export const blobsDrop = sqlCommand({
  name: 'blobs_drop',
  text: `insert into blob_removals (key, due_at) select unnest($1::text[]), $2
      on conflict (key) do update set due_at = excluded.due_at`,
})
