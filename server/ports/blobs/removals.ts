import type { Queryable } from '#server/db/queryable.ts'

/** Makes staged files stay, on the connection of a transaction: what `BlobStore.keep` does where there is no orm. */
export async function keepFiles(client: Queryable, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const { rowCount } = await client.query({
    name: 'blobs_keep',
    text: 'delete from blob_removals where key = any($1::text[])',
    values: [keys],
  })
  if (rowCount !== keys.length) throw new Error('A file was gone before it could be kept')
}

/** Marks files for removal, on the connection of a transaction; the next sweep of the store removes them. */
export async function dropFiles(
  client: Queryable,
  keys: readonly string[],
  dueAt: Date,
): Promise<void> {
  if (keys.length === 0) return
  await client.query({
    name: 'blobs_drop',
    text: `insert into blob_removals (key, due_at) select unnest($1::text[]), $2
      on conflict (key) do update set due_at = excluded.due_at`,
    values: [keys, dueAt],
  })
}
