import type { Page } from '@playwright/test'
import { addDays, utcDate } from '#contract/local-date.ts'
import { trackerCatalog, trackerTypes } from '#contract/trackers/catalog.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { withFreshApi } from './api-under-test.ts'
import { withBrowser } from './browser.ts'
import { builtAppDir } from './built-app.ts'
import { bundleCore } from './phone/bundle.ts'
import { openPhone } from './phone/installed.ts'
import { logIn, onPhone } from './phone/phone-page.ts'
import { addPeople } from './stored.ts'
import { plainRow, type Row } from './table.ts'

/** Ten years of four trackers. */
const dayCount = 3_650
/** Ten years are read, tried out and stored within 10 seconds. */
const importMsMax = 10_000

/** Ten years of another app: from the file to the last answer on the server, on a machine that is not slowed down. */
export async function benchImports(): Promise<Row[]> {
  const core = await bundleCore()
  return withFreshApi(
    (database) => addPeople(database, 1),
    ({ origin }, [person]) =>
      withBrowser(async (browser) => {
        if (!person) throw new Error('The bench has run out of people')
        const phone = await openPhone(browser, origin, { core, path: '/login' })
        const { id: userId, token } = person
        const given = { userId, token, entryCount: 0, waitingCount: 0 }
        await onPhone(phone.storage, 'openPhone', given)
        await logIn(phone.storage, given)
        const page = await phone.context.newPage()
        await page.addInitScript(() => {
          sessionStorage.setItem('promptsDone', '1')
          globalThis.longestTaskMs = 0
          new PerformanceObserver((list) => {
            for (const { duration } of list.getEntries()) {
              globalThis.longestTaskMs = Math.max(globalThis.longestTaskMs, duration)
            }
          }).observe({ type: 'longtask' })
        })
        await page.goto(`${origin}/trackers/import`)
        return await importAll(page)
      }),
    await builtAppDir(),
  )
}

declare global {
  var longestTaskMs: number
}

async function importAll(page: Page): Promise<Row[]> {
  await page.getByLabel(m.trackers_import_source()).selectOption('bearable')
  const topic = page.getByLabel(m.trackers_import_topic({ topic: 'Mood' }))
  const readMs = await timed(async () => {
    const file = { name: 'all.csv', mimeType: 'text/csv', buffer: Buffer.from(bearable()) }
    await page.getByLabel(m.trackers_import_file()).setInputFiles(file)
    await topic.waitFor()
  })
  for (const type of trackerTypes) {
    await page.getByLabel(m.trackers_import_topic({ topic: type })).selectOption(type)
    for (const [index, answer] of trackerCatalog[type].answers.entries()) {
      const word = `${type} ${index}`
      await page.getByLabel(new RegExp(`^${word} `)).selectOption(answer)
    }
  }
  await page.getByText(m.trackers_import_several_lowest(), { exact: true }).click()
  await page.getByLabel(/^Bring my notes/).check()
  const start = page.getByRole('button', { name: m.trackers_import_start() })
  const triedMs = await timed(async () => {
    await page.getByRole('button', { name: m.trackers_import_try() }).click()
    await start.waitFor()
  })
  const sentMs = await timed(async () => {
    await start.click()
    await page.getByText(/^Answers here: /).waitFor({ timeout: 120_000 })
  })
  const longestMs = await page.evaluate(() => globalThis.longestTaskMs)
  const said = await page.getByText(/^Answers here: /).textContent()
  const what = `ten years of another app (${said?.replace('Answers here: ', '')} answers)`
  const allMs = readMs + triedMs + sentMs
  return [
    plainRow(`${what}: read and asked about, ms`, readMs.toFixed(0)),
    plainRow(`${what}: tried out, ms`, triedMs.toFixed(0)),
    plainRow(`${what}: saved, sent and stored, ms`, sentMs.toFixed(0)),
    plainRow(`${what}: all of it, ms`, allMs.toFixed(0), {
      value: allMs,
      goal: { atMost: importMsMax },
    }),
    plainRow(`${what}: longest task of the page, ms`, longestMs.toFixed(0)),
  ]
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

/** A row for each tracker of each day; something is written on every second one of them. */
function bearable(): string {
  const yesterday = addDays(utcDate(Date.now()), -1)
  const rows = Array.from({ length: dayCount }, (_, ago) =>
    trackerTypes.map((type) => {
      const note = ago % 2 === 0 && type === 'Mood' ? 'A quiet day with friends by the sea.' : ''
      return `${addDays(yesterday, -ago)},pm,${type},${type} ${ago % 4},${note}`
    }),
  )
  return ['date,time of day,category,rating/amount,notes', ...rows.flat()].join('\n')
}
