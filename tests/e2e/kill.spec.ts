import { deathPlaces, pushReaches } from './support/deaths.ts'
import { startPhone } from './support/killable-phone.ts'
import { appliedOps } from './support/ledger.ts'
import { answerRows, seedOutbox } from './support/outbox.ts'
import { expectUnsent } from './support/phone.ts'
import { serverEntries } from './support/server-entries.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ via: 'proxy', serverFor: 'own', losesNetwork: true })

const queued = 400

test('a browser killed in the middle of a drain loses nothing and repeats nothing', async ({
  playwright,
  origin,
  faultProxy,
  server,
  teen,
  consoleGuard,
  scratchDir,
}) => {
  const parts = { browserType: playwright.chromium, profileDir: scratchDir, consoleGuard }
  const first = await startPhone(parts)
  await enterAs(first.page, teen, `${origin}/dashboard`)
  await expect(first.page.getByRole('heading', { level: 1 })).toBeVisible()
  // The smallest requests that the browser can be killed between: 50, 100 and 200 operations and what is left.
  const rows = answerRows(teen.id, queued)
  await seedOutbox(first.page, teen.id, { rows, batchMax: 50 })
  await first.close()

  for (const place of deathPlaces) {
    const reached = pushReaches(faultProxy, place, 1)
    const phone = await startPhone(parts)
    await phone.page.goto(`${origin}/dashboard`)
    await reached
    await phone.kill()
    faultProxy.onApi(undefined)
  }

  const last = await startPhone(parts)
  await last.page.goto(`${origin}/dashboard`)
  await expect(last.page.getByText('NOTIFICATIONS')).toBeVisible()
  await expectUnsent(last.page, 0)
  await last.close()

  expect(new Set(faultProxy.sentOps)).toEqual(new Set(rows.map((row) => row.opId)))
  expect(faultProxy.sentOps.length).toBeGreaterThan(queued)
  const entries = await serverEntries(server.origin, teen)
  expect(entries.map((entry) => entry.id).sort()).toEqual(
    rows
      .slice(0, 120)
      .map((row) => row.opId)
      .sort(),
  )
  expect(await appliedOps(server)).toHaveLength(queued)
})
