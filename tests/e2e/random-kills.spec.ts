import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, utcDate, type LocalDate } from '#contract/local-date.ts'
import { seededChance } from './support/chance.ts'
import { deathPlaces, pushReaches } from './support/deaths.ts'
import { startPhone, type KillablePhone } from './support/killable-phone.ts'
import { appliedOps } from './support/ledger.ts'
import { answerRowsOn, seedOutbox } from './support/outbox.ts'
import { answer, declinePrompts, expectUnsent, trackerCard } from './support/phone.ts'
import { serverEntries } from './support/server-entries.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { controlWorkers, workerControls } from './support/worker.ts'

/** Every round kills once: every fourth one the whole browser, the others the worker in its drain. */
const rounds = 20
const rowsPerRound = 20
const seed = 20_261_121

test.use({ via: 'proxy', serverFor: 'own', losesNetwork: true })
test.setTimeout(150_000)

test(`${rounds} random deaths of browser and worker lose nothing that was acknowledged`, async ({
  playwright,
  origin,
  faultProxy,
  server,
  teen,
  consoleGuard,
}) => {
  const chance = seededChance(seed)
  const profileDir = await mkdtemp(join(tmpdir(), 'zync-phone-'))
  const parts = { browserType: playwright.chromium, profileDir, consoleGuard }
  const acknowledged: string[] = []
  const answeredDays: LocalDate[] = []

  let phone = await startPhone(parts)
  await enterAs(phone.page, teen, `${origin}/trackers`)
  await workerControls(phone.page)
  await expect(trackerCard(phone.page, 'Mood')).toBeVisible()
  // In order once: Chromium writes local storage to disk some seconds late.
  await phone.close()
  phone = await startPhone(parts)

  for (let round = 1; round <= rounds; round += 1) {
    const day = addDays(utcDate(Date.now()), -round)
    faultProxy.onApi((request) => (request.opIds.length > 0 ? Promise.resolve('cut') : undefined))
    const page = await openTrackersOn(phone, { origin, day })
    // Requests of 5, 10 and 20 operations: three at least.
    const rows = answerRowsOn(teen.id, day, rowsPerRound)
    await seedOutbox(page, teen.id, { rows, batchMax: 5 })
    acknowledged.push(...rows.map((row) => row.opId))
    await answer(page, 'Mood', 'Happy')
    await expect(trackerCard(page, 'Mood').getByText('You already answered')).toBeVisible()
    answeredDays.push(day)

    const reached = pushReaches(faultProxy, chance.pick(deathPlaces), chance.below(3))
    if (round % 4 === 0) {
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await reached
      await phone.kill()
      phone = await startPhone(parts)
    } else {
      const other = await phone.context.newPage()
      const workers = await controlWorkers(phone.context, { page: other, origin })
      await page.close()
      await workers.sync(`outbox:${round}`)
      await reached
      await workers.stop()
      await other.close()
    }
  }

  faultProxy.onApi(undefined)
  const page = await phone.context.newPage()
  await page.goto(`${origin}/dashboard`)
  await expect(page.getByText('NOTIFICATIONS')).toBeVisible()
  await expectUnsent(page, 0)
  await phone.close()
  await rm(profileDir, { recursive: true, force: true })

  const entries = await serverEntries(server.origin, teen)
  const moods = entries.filter((entry) => entry.trackerType === 'Mood').map((entry) => entry.day)
  expect(new Set(moods)).toEqual(new Set(answeredDays))
  const applied = await appliedOps(server)
  expect(applied).toHaveLength(rounds * (rowsPerRound + 1))
  expect(applied).toEqual(expect.arrayContaining(acknowledged))
})

async function openTrackersOn(
  phone: KillablePhone,
  { origin, day }: { origin: string; day: LocalDate },
) {
  const page = await phone.context.newPage()
  await declinePrompts(page)
  await page.clock.install({ time: `${day}T12:00:00Z` })
  await page.goto(`${origin}/trackers`)
  await expect(trackerCard(page, 'Mood')).toBeVisible()
  return page
}
