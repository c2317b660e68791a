import type { Page } from '@playwright/test'
import { addDays, utcDate } from '#contract/local-date.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { deathPlaces, pushReaches } from './support/deaths.ts'
import { startPhone } from './support/killable-phone.ts'
import { appliedOps } from './support/ledger.ts'
import { answerRows, seedOutbox } from './support/outbox.ts'
import { declinePrompts, expectUnsent } from './support/phone.ts'
import { filesWith } from './support/profile-on-disk.ts'
import { serverEntries } from './support/server-entries.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ via: 'proxy', serverFor: 'own', losesNetwork: true })

const queued = 400

test.setTimeout(360_000)

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
  // What sends starts with the stream: what is queued after that waits for the next start.
  const streaming = first.page.waitForRequest(/\/api\/events$/)
  await enterAs(first.page, teen, `${origin}/dashboard`)
  await expect(first.page.getByRole('heading', { level: 1 })).toBeVisible()
  await streaming
  // The smallest requests that the browser can be killed between: 50, 100 and 200 operations and what is left.
  const rows = answerRows(teen.id, queued)
  // A first drain that is late sends none of them.
  faultProxy.onApi(({ opIds }) => (opIds.length > 0 ? Promise.resolve('cut') : undefined))
  await seedOutbox(first.page, teen.id, { rows, batchMax: 50 })
  await first.close()
  faultProxy.onApi(undefined)
  const sentBefore = faultProxy.sentOps.length

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
  expect(faultProxy.sentOps.length - sentBefore).toBeGreaterThan(queued)
  const entries = await serverEntries(server.origin, teen)
  expect(entries.map((entry) => entry.id).sort()).toEqual(
    rows
      .slice(0, 120)
      .map((row) => row.opId)
      .sort(),
  )
  expect(await appliedOps(server)).toHaveLength(queued)
})

const importedDays = 360
const today = utcDate(Date.now())
const dayliosDays = Array.from({ length: importedDays }, (_, index) => addDays(today, -1 - index))

test('a browser killed in the middle of an import brings every day of it once', async ({
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
  await declinePrompts(first.page)
  await enterAs(first.page, teen, `${origin}/trackers/import`)
  await chooseFile(first.page)
  const [firstPlace, ...later] = deathPlaces
  const reached = pushReaches(faultProxy, firstPlace, 0)
  // Chromium writes local storage to the disk seconds later, and a kill is not what loses a login here.
  await expect
    .poll(() => filesWith(scratchDir, teen.id))
    .toContainEqual(expect.stringMatching(/Local Storage/))
  await first.page.getByRole('button', { name: m.trackers_import_start() }).click()
  await reached
  await first.kill()
  for (const place of later) {
    // What the one before it has sent is sent again first.
    const reached = pushReaches(faultProxy, place, place === 'done' ? 0 : 1)
    const phone = await startPhone(parts)
    await phone.page.goto(`${origin}/dashboard`)
    await reached
    await phone.kill()
  }
  faultProxy.onApi(undefined)

  const last = await startPhone(parts)
  await last.page.goto(`${origin}/dashboard`)
  await expect(last.page.getByText('NOTIFICATIONS')).toBeVisible()
  await expectUnsent(last.page, 0)
  await last.close()

  const { imports } = (await call(server.origin, 'trackerImports', {}, teen)).reply
  expect(imports).toMatchObject([{ source: 'daylio', entries: importedDays }])
  const entries = await serverEntries(server.origin, teen)
  expect(entries.map(({ day }) => day).sort()).toEqual(dayliosDays.toSorted())
  const sent = new Set(faultProxy.sentOps)
  expect(faultProxy.sentOps.length).toBeGreaterThan(sent.size)
  expect(new Set(await appliedOps(server))).toEqual(sent)
})

/** A day a row, each with a note so long that the import needs several requests. */
async function chooseFile(page: Page): Promise<void> {
  const rows = dayliosDays.map((day) => `${day},,,21:00,zen,,,${'ي'.repeat(480)}`)
  const text = ['full_date,date,weekday,time,mood,activities,note_title,note', ...rows].join('\n')
  await page.getByLabel(m.trackers_import_source()).selectOption('daylio')
  const file = { name: 'daylio.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel(m.trackers_import_file()).setInputFiles(file)
  await page.getByLabel(m.trackers_import_all_rows()).selectOption('Mood')
  const word = m.trackers_import_word({ word: 'zen', rows: String(importedDays) })
  await page.getByLabel(word).selectOption('happy')
  await page.getByText(m.trackers_import_several_last(), { exact: true }).click()
  await page.getByLabel(m.trackers_import_notes({ rows: String(importedDays) })).check()
  await page.getByRole('button', { name: m.trackers_import_try() }).click()
}
