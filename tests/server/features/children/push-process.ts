import { readFile } from 'node:fs/promises'
import pino from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { openDatabase } from '#server/db/client.ts'
import { decideReminders, queueDue } from '#server/features/push/queue.ts'
import { sendPushes } from '#server/features/push/sending.ts'
import { openJobs } from '#server/ports/jobs/boss.ts'
import { pairOf } from '#server/ports/push/env.ts'
import { createWebPush } from '#server/ports/push/web-push.ts'
import { createSealer } from '#server/ports/sealing.ts'

/** One of several processes: decides and sends whatever is due, in small bites, and says each round what it did. */
const [databaseUrl, host = '', caFile = '', keyHex = ''] = process.argv.slice(2)
const log = pino({ level: 'silent' })
const key = Buffer.from(keyHex, 'hex')
const given = { databaseUrl, dataDir: '/nowhere', log, onFatal: () => process.exit(1) }
const database = await openDatabase(given)
const [now, newId] = [Date.now, uuidv7]
const jobs = await openJobs({ database, log, now, newId })
const push = createWebPush({
  keys: [pairOf(key)],
  subject: 'https://zync.example',
  hosts: [host],
  ca: await readFile(caFile, 'utf8'),
  log,
  now,
})
const publicUrl = 'https://zync.example'
const sealer = createSealer(key)
jobs.handle('push.send', (payload) =>
  sendPushes({ database, push, sealer, publicUrl, log, now }, payload),
)
process.stdout.write('ready\n')
process.stdin.once('end', () => process.exit(0)).resume()
for (;;) {
  const decided = await decideReminders({ database, now, newId }, 50)
  const queued = await queueDue({ database, jobs, now }, 50)
  const done = await jobs.runDue()
  process.stdout.write(`${decided} ${queued} ${done}\n`)
  if (decided + queued + done === 0) await new Promise((resolve) => setTimeout(resolve, 50))
}
