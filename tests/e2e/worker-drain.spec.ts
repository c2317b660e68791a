import { answer, expectAnswered, goOffline } from './support/phone.ts'
import { serverEntries } from './support/server-entries.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { controlWorkers, workerControls } from './support/worker.ts'

test.use({ losesNetwork: true })

test('with every page closed, the worker sends what waits once the network is back', async ({
  page,
  context,
  origin,
  server,
  teen,
}) => {
  await context.newPage()
  await enterAs(page, teen, `${origin}/trackers`)
  await page.bringToFront()
  await workerControls(page)
  await goOffline(page)
  await answer(page, 'Mood', 'Happy')
  await answer(page, 'Diet', 'Well')
  await expectAnswered(page, 'Diet', 'Well', 'waiting')
  await page.close()

  await context.setOffline(false)
  await expect.poll(() => serverEntries(server.origin, teen)).toHaveLength(2)
})

test.describe('after a server that was away', () => {
  test.use({ serverFor: 'own' })

  test('a sync event alone sends what waits, with every page closed', async ({
    page,
    context,
    server,
    teen,
  }) => {
    const other = await context.newPage()
    await enterAs(page, teen, `${server.origin}/trackers`)
    await page.bringToFront()
    await workerControls(page)
    await server.stop()
    await answer(page, 'Mood', 'Happy')
    await answer(page, 'Diet', 'Well')
    await expectAnswered(page, 'Diet', 'Well', 'waiting')
    await page.close()

    await server.start()
    expect(await serverEntries(server.origin, teen)).toEqual([])
    const workers = await controlWorkers(context, { page: other, origin: server.origin })
    await workers.sync('outbox:2')
    await expect.poll(() => serverEntries(server.origin, teen)).toHaveLength(2)
  })
})
