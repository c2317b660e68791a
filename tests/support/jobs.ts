import type { Database } from '#server/db/client.ts'

/** Every job as it is stored. */
export async function jobsOf({ pool }: Database): Promise<{ name: string; state: string }[]> {
  const { rows } = await pool.query<{ name: string; state: string }>(
    'select name, state, data, output from pgboss.job order by created_on',
  )
  return rows
}
