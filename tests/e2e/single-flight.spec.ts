import { closedGate } from './support/gate.ts'
import { answerRows, seedOutbox } from './support/outbox.ts'
import { comeBack, expectUnsent } from './support/phone.ts'
import { serverEntries } from './support/server-entries.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { controlWorkers, workerControls } from './support/worker.ts'

test.use({ via: 'proxy' })

const queued = 300

test('three tabs and the worker, awake at once, send each operation once', async ({
  page,
  context,
  origin,
  faultProxy,
  server,
  teen,
}) => {
  await enterAs(page, teen, `${origin}/trackers`)
  await workerControls(page)
  const tabs = [page, await context.newPage(), await context.newPage()]
  for (const tab of tabs.slice(1)) await tab.goto('/dashboard')
  const workers = await controlWorkers(context, { page, origin })

  const gate = closedGate()
  faultProxy.onApi(({ opIds, forward }) =>
    opIds.length > 0 ? gate.opened.then(forward) : undefined,
  )
  const rows = answerRows(teen.id, queued)
  await seedOutbox(page, teen.id, { rows, batchMax: 20 })
  const awake = Promise.all([...tabs.map(comeBack), workers.sync('outbox:300')])
  await expect.poll(() => faultProxy.sentOps.length).toBe(20)
  await awake
  gate.open()

  for (const tab of tabs) await expectUnsent(tab, 0)
  expect(faultProxy.sentOps).toHaveLength(queued)
  expect(new Set(faultProxy.sentOps)).toEqual(new Set(rows.map((row) => row.opId)))
  expect(await serverEntries(server.origin, teen)).toHaveLength(120)
})
