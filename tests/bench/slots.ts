import { v7 as uuidv7 } from 'uuid'
import type { Database } from '#server/db/client.ts'
import { createDatabaseHome } from '#tests/support/database.ts'
import { postgresMissing } from '#tests/support/postgres-under-test.ts'
import { withApi, type ApiUnderTest } from './api-under-test.ts'
import { percentile, timed } from './rounds.ts'
import { addPeople, bearer, type Person } from './stored.ts'
import { plainRow, type Row } from './table.ts'

const bookingsCount = 5_000
const clientsCount = 20
/** Fewer than anybody may look in a minute. */
const looksEach = 40
const dayMs = 86_400_000

/** A week of slots of a provider who has many sessions, on each database. */
export async function benchSlots(): Promise<Row[]> {
  const rows = [await onDatabase('embedded')]
  if ((await postgresMissing()) === undefined) rows.push(await onDatabase('postgres'))
  return rows
}

async function onDatabase(kind: Database['kind']): Promise<Row> {
  const home = await createDatabaseHome(kind)
  try {
    return await withApi(home, prepare, (api, stage) => benchLooks(kind, api, stage))
  } finally {
    await home.remove()
  }
}

interface SlotsStage {
  readonly providerId: string
  readonly clients: readonly Person[]
}

/** Sessions of an hour, one after another in working hours, half of them to come. */
async function prepare(database: Database): Promise<SlotsStage> {
  const people = await addPeople(database, clientsCount + 1)
  const [provider, ...clients] = people
  const providerId = provider?.id ?? ''
  const { pool } = database
  await pool.query(
    `update users set user_type = 'ServiceProvider', verified_at = now() where id = $1`,
    [providerId],
  )
  await pool.query(`update users set birth_date = '1990-01-01' where id <> $1`, [providerId])
  const paymentId = uuidv7()
  await pool.query(
    `insert into payments (id, user_id, provider_id, type, sessions, duration_minutes, frequency, currency,
        price_minor, amount_minor, status, gateway, created_at, expires_at, paid_at)
      values ($1, $2, $3, 'bundle', 100, 60, '', 'USD', 10000, 11400, 'paid', 'sandbox', now(), now(), now())`,
    [paymentId, clients[0]?.id, providerId],
  )
  await pool.query(
    `insert into bookings (id, client_id, provider_id, payment_id, starts_at, ends_at, time_zone, status,
        created_at, updated_at)
      select gen_random_uuid(), ($4::uuid[])[1 + n % $5::int], $2, $3, at, at + interval '1 hour',
        'Africa/Cairo', 'booked', now(), now()
      from (
        select n, date_trunc('hour', now()) + (n - $1::int / 2) * interval '2 hours' as at
        from generate_series(1, $1::int) n
      ) as made`,
    [bookingsCount, providerId, paymentId, clients.map(({ id }) => id), clientsCount],
  )
  await pool.query('vacuum analyze')
  return { providerId, clients }
}

async function benchLooks(
  kind: Database['kind'],
  { origin }: ApiUnderTest,
  { providerId, clients }: SlotsStage,
): Promise<Row> {
  const from = Date.now() - dayMs
  const query = new URLSearchParams({
    startDate: new Date(from).toISOString(),
    endDate: new Date(from + 7 * dayMs).toISOString(),
    duration: '60',
  })
  const url = `${origin}/api/booking/available-slots/${providerId}?${query}`
  const taken: number[] = []
  for (let look = 0; look < looksEach; look += 1) {
    for (const client of clients) {
      const ms = await timed(async () => {
        const response = await fetch(url, { headers: bearer(client) })
        if (!response.ok) throw new Error(`No slots: ${response.status}`)
        await response.arrayBuffer()
      })
      // The first look of each opens connections and prepares statements.
      if (look > 0) taken.push(ms)
    }
  }
  const p95 = percentile(taken, 95)
  return plainRow(
    `a week's slots beside ${bookingsCount} sessions, ${kind}, p50 / p95 ms`,
    `${percentile(taken, 50).toFixed(1)} / ${p95.toFixed(1)}`,
    { value: p95, goal: { atMost: 20 } },
  )
}
