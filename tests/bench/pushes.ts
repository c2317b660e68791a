import pino from 'pino'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '#server/db/client.ts'
import { decideReminders, queueDue } from '#server/features/push/queue.ts'
import { openJobs } from '#server/ports/jobs/boss.ts'
import { sealedBody } from '#server/ports/push/web-push.ts'
import { createSealer } from '#server/ports/sealing.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { postgresMissing } from '#tests/support/postgres-under-test.ts'
import { addReminded } from '#tests/support/push-people.ts'
import { subscriptionOf } from '#tests/support/push-silent.ts'
import { timed } from './rounds.ts'
import { plainRow, type Row } from './table.ts'

const messagesCount = 1_000

/** How many reminders one process decides in a second, and what a message costs it. */
export async function benchPushes(): Promise<Row[]> {
  const rows = [await decided('embedded', 2_000, 200)]
  if ((await postgresMissing()) === undefined) rows.push(await decided('postgres', 10_000, 2_000))
  return [...rows, await sealed()]
}

async function decided(kind: Database['kind'], count: number, atLeast: number): Promise<Row> {
  const open = await openTestDatabase(kind)
  const { database } = open
  const [now, newId] = [Date.now, uuidv7]
  const jobs = await openJobs({ database, log: pino({ level: 'silent' }), now, newId })
  try {
    const sealer = createSealer(Buffer.alloc(32, 1))
    const device = { sealer, publicKey: 'key', subscribe: subscriptionOf }
    await addReminded(database, count, device)
    await database.pool.query('vacuum analyze')
    const ms = await timed(async () => {
      while ((await decideReminders({ database, now, newId })) > 0);
      while ((await queueDue({ database, jobs, now })) > 0);
    })
    const perSecond = Math.round((count / ms) * 1_000)
    const name = `reminders decided and noted for sending, ${kind}`
    return plainRow(name, `${perSecond}/s`, { value: perSecond, goal: { atLeast } })
  } finally {
    await jobs.stop()
    await open.drop()
  }
}

/** The processor's time for a message, on all threads: a key, its encryption and its length. */
async function sealed(): Promise<Row> {
  const to = subscriptionOf()
  const text = JSON.stringify({ web_push: 8030 })
  const before = process.cpuUsage()
  for (let count = 0; count < messagesCount; count += 1) await sealedBody({ to, text })
  const { user, system } = process.cpuUsage(before)
  const ms = (user + system) / 1_000 / messagesCount
  const held = { value: ms, goal: { atMost: 1.2 } }
  return plainRow('processor for a message', `${ms.toFixed(2)} ms`, held)
}
