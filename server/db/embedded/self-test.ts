/**
 * Commits one row and counts what was made safe on disk meanwhile. Rejects at none: such a database would
 * acknowledge what a power cut takes away, and nothing else would ever tell.
 */
export async function requireRealSync(database: {
  run(sql: string): Promise<unknown>
  syncCount(): number
}): Promise<void> {
  await database.run('create table if not exists public.start_self_test (at timestamptz)')
  const before = database.syncCount()
  await database.run('insert into public.start_self_test values (now())')
  const synced = database.syncCount() - before
  await database.run('drop table public.start_self_test')
  if (synced === 0) {
    throw new Error(
      'The embedded database does not make commits safe on disk (0 fsync calls in a commit), so it was not started. Reinstall the pinned @electric-sql/pglite, or set DATABASE_URL.',
    )
  }
}
