import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isNull } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/client.ts'
import { pushSends } from '#server/db/schema/notices.ts'
import { pairOf } from '#server/ports/push/env.ts'
import { createWebPush } from '#server/ports/push/web-push.ts'
import { createSealer } from '#server/ports/sealing.ts'
import { startChild, type Child } from '#tests/support/child-process.ts'
import {
  createDatabaseHome,
  databasesUnderTest,
  openHome,
  type DatabaseHome,
} from '#tests/support/database.ts'
import { startPushFake, type PushFake } from '#tests/support/push-fake.ts'
import { addReminded } from '#tests/support/push-people.ts'
import { startTestServer } from '#tests/support/server.ts'

const script = new URL('./children/push-process.ts', import.meta.url)
const peopleCount = 2_000

describe.runIf(databasesUnderTest().includes('postgres'))(
  'four processes with 2,000 reminders due',
  () => {
    let home: DatabaseHome
    let database: Database
    let fake: PushFake
    let folder: string
    const key = Buffer.concat([Buffer.alloc(1, 1), randomBytes(31)])
    const pair = pairOf(key)

    beforeAll(async () => {
      home = await createDatabaseHome('postgres')
      database = await openHome(home)
      fake = await startPushFake({ opens: false })
      folder = await mkdtemp(join(tmpdir(), 'zync-push-'))
      await writeFile(join(folder, 'ca.pem'), fake.ca)
      const { publicKey } = pair
      const sealer = createSealer(key)
      const subscribe = () => fake.subscribe(publicKey)
      await addReminded(database, peopleCount, { sealer, publicKey, subscribe })
    })
    afterAll(async () => {
      await database.close()
      await home.remove()
      await fake.close()
      await rm(folder, { recursive: true })
    })

    test('of which two are killed in the middle send each of them, once for each day', async () => {
      const args = [fake.host, join(folder, 'ca.pem'), key.toString('hex')]
      const children: Child[] = [1, 2, 3, 4].map(() =>
        startChild(script, home.databaseUrl ?? '', ...args),
      )
      await Promise.all(children.map((child) => child.nextLine()))
      const [first, second, ...others] = children
      await reached(fake, peopleCount / 10)
      await first?.kill()
      await reached(fake, peopleCount / 4)
      await second?.kill()
      // What the killed ones had taken is nobody's until their jobs are found; all else is sent.
      await Promise.all(others.map(idle))
      await Promise.all(others.map((child) => child.kill()))

      // As a process finds them, some minutes later.
      let nowMs = Date.now() + 5 * 60_000
      const push = createWebPush({
        keys: [pair],
        subject: 'https://zync.example',
        hosts: [fake.host],
        ca: fake.ca,
        log: pino({ level: 'silent' }),
        now: () => nowMs,
      })
      const sealer = createSealer(key)
      const server = await startTestServer(database, { push, sealer, now: () => nowMs })
      for (let turn = 0; turn < 5; turn += 1, nowMs += 5 * 60_000) await server.jobs.runDue()
      await server.close()
      push.close()

      const unsent = await database.orm.select().from(pushSends).where(isNull(pushSends.sentAt))
      expect(unsent).toEqual([])
      const sent = await database.orm.select().from(pushSends)
      expect(new Set(sent.map(({ userId }) => userId)).size).toBe(peopleCount)
      expect(sent).toHaveLength(peopleCount)
      const reachedPhones = new Set(fake.received.map(({ endpoint }) => endpoint))
      expect(reachedPhones.size).toBe(peopleCount)
      // What was on its way when a process died may come again; its tag puts it in the place of the first.
      expect(fake.received.length - peopleCount).toBeLessThan(100)
    }, 300_000)
  },
)

/** Resolves once so many messages came. */
async function reached({ received }: PushFake, count: number): Promise<void> {
  await expect
    .poll(() => received.length, { timeout: 120_000, interval: 10 })
    .toBeGreaterThan(count)
}

/** Resolves once a process found nothing to do. */
async function idle(child: Child): Promise<void> {
  while ((await child.nextLine()) !== '0 0 0');
}
