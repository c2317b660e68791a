import type { Page } from '@playwright/test'
import { addDays, utcDate, type LocalDate } from '#contract/local-date.ts'
import { seededChance } from './support/chance.ts'
import { deathPlaces, pushReaches } from './support/deaths.ts'
import type { FaultProxy } from './support/fault-proxy.ts'
import { startPhone, type KillablePhone } from './support/killable-phone.ts'
import { appliedOps } from './support/ledger.ts'
import { answerRowsOn, seedOutbox } from './support/outbox.ts'
import {
  answer,
  comeBack,
  declinePrompts,
  expectAnswered,
  expectUnsent,
  trackerCard,
} from './support/phone.ts'
import { serverEntries } from './support/server-entries.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { controlWorkers, type WorkerControl, workerControls } from './support/worker.ts'

/** Every round kills once: every fourth one the whole browser right after a tap, the others the worker in its drain. */
const rounds = 20
const rowsPerRound = 20
const seed = 20_261_121

test.use({ via: 'proxy', serverFor: 'own', losesNetwork: true })
test.setTimeout(300_000)

test(`${rounds} random deaths of browser and worker lose nothing that was acknowledged`, async ({
  playwright,
  origin,
  faultProxy,
  server,
  teen,
  consoleGuard,
  scratchDir,
}) => {
  consoleGuard.expect(/favicon\.ico/)
  const chance = seededChance(seed)
  const parts = { browserType: playwright.chromium, profileDir: scratchDir, consoleGuard }
  const acknowledged: string[] = []
  const answeredDays: LocalDate[] = []

  const first = await startPhone(parts)
  await enterAs(first.page, teen, `${origin}/trackers`)
  await workerControls(first.page)
  await expect(trackerCard(first.page, 'Mood')).toBeVisible()
  // In order once: Chromium writes local storage to disk some seconds late.
  await first.close()

  let phone = await startQuietPhone()
  nothingArrives(faultProxy)
  for (let round = 1; round <= rounds; round += 1) {
    const day = addDays(utcDate(Date.now()), -round)
    const rows = answerRowsOn(teen.id, day, rowsPerRound)
    // Requests of 5, 10 and 20 operations: three at least.
    await seedOutbox(phone.page, teen.id, { rows, batchMax: 5 })
    acknowledged.push(...rows.map((row) => row.opId))

    if (round % 4 === 0) {
      const page = await answerMood(phone, { origin, day })
      answeredDays.push(day)
      const reached = pushReaches(faultProxy, chance.pick(deathPlaces), chance.below(2))
      await comeBack(page)
      await reached
      await phone.kill()
      // Before the browser is back: it drains at once, and a push held for ever would hold the lock for long.
      nothingArrives(faultProxy)
      phone = await startQuietPhone()
    } else {
      const reached = pushReaches(faultProxy, chance.pick(deathPlaces), chance.below(3))
      const workers = await controlWorkers(phone.context, { page: phone.page, origin })
      await syncUntil(workers, round, reached)
      await workers.stop()
      nothingArrives(faultProxy)
    }
  }

  faultProxy.onApi(undefined)
  await phone.page.goto(`${origin}/dashboard`)
  await expect(phone.page.getByText('NOTIFICATIONS')).toBeVisible()
  await expectUnsent(phone.page, 0)
  await phone.close()

  const entries = await serverEntries(server.origin, teen)
  const moods = entries.filter((entry) => entry.trackerType === 'Mood').map((entry) => entry.day)
  expect(new Set(moods)).toEqual(new Set(answeredDays))
  const applied = await appliedOps(server)
  expect(applied).toHaveLength(acknowledged.length + answeredDays.length)
  expect(applied).toEqual(expect.arrayContaining(acknowledged))

  /** A page of the origin on which the app does not run: rows can be put there and the worker be woken from it. */
  async function startQuietPhone(): Promise<KillablePhone> {
    const started = await startPhone(parts)
    await started.page.goto(`${origin}/robots.txt`)
    return started
  }
})

/** A drain that the browser began by itself may still note its failure after this one has asked whether anything waits. */
async function syncUntil(
  workers: WorkerControl,
  round: number,
  reached: Promise<unknown>,
): Promise<void> {
  let over = false
  void reached.then(() => (over = true))
  await expect
    .poll(async () => {
      if (!over) await workers.sync(`outbox:${round}`)
      return over
    })
    .toBe(true)
}

function nothingArrives(faultProxy: FaultProxy): void {
  faultProxy.onApi((request) => (request.opIds.length > 0 ? Promise.resolve('cut') : undefined))
}

/** Answers Mood by a tap, on a device whose clock shows that day; the answer is kept when this resolves. */
async function answerMood(
  phone: KillablePhone,
  { origin, day }: { origin: string; day: LocalDate },
): Promise<Page> {
  const page = await phone.context.newPage()
  await declinePrompts(page)
  await page.clock.install({ time: `${day}T12:00:00Z` })
  await page.goto(`${origin}/trackers`)
  await answer(page, 'Mood', 'Happy')
  await expectAnswered(page, 'Mood', 'Happy', 'waiting')
  return page
}
