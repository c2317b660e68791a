import type { Locator, Page } from '@playwright/test'
import { createDatabaseHome } from '#tests/support/database.ts'
import { addManyProviders } from '#tests/support/many-providers.ts'
import { withApi } from './api-under-test.ts'
import { withBrowser } from './browser.ts'
import { builtAppDir } from './built-app.ts'
import { measuredBy, noteKeys, noteWaits } from './phone/app-watch.ts'
import { logIn } from './phone/phone-page.ts'
import { percentile } from './rounds.ts'
import { addPeople } from './stored.ts'
import { plainRow, type Row } from './table.ts'

const providersCount = 5_000
const typed = ['sofia', 'almeida12', 'nair', 'zzz', 'mbwana 9', 'psych']
const visits = 8
/** Phones that have nothing of the list yet, for each way to its first cards; one more only warms the browser up. */
const newPhones = 20
/** What a person feels as at once. */
const p95MsMax = 100

/** A list of 5,000 care providers on a phone: until its first cards stand there, and until each key has its result. */
export async function benchDirectoryPage(): Promise<Row[]> {
  const home = await createDatabaseHome('embedded')
  try {
    return await withApi(
      home,
      async (database) => {
        await addManyProviders(database, providersCount)
        for (const table of ['users', 'providers']) {
          await database.pool.query(
            `update ${table} set specialization = 'Psychotherapist' where specialization is not null`,
          )
        }
        // The reader is under 18, and is to be shown the whole list.
        await database.pool.query(`update providers set sees_minors = true`)
        // As the upkeep of a server does a minute after its start.
        await database.pool.query('vacuum analyze')
        const [reader] = await addPeople(database, 1)
        if (!reader) throw new Error('Nobody is there to read')
        return reader
      },
      ({ origin }, { id: userId, token }) =>
        withBrowser(async (browser) => {
          const viewport = { width: 360, height: 740 }
          const newPhone = async ({ savesData = false } = {}) => {
            const context = await browser.newContext({ viewport, hasTouch: true })
            const page = await context.newPage()
            await page.addInitScript(() => sessionStorage.setItem('promptsDone', '1'))
            await noteKeys(page)
            await noteWaits(page)
            if (savesData) await saveData(page)
            await page.goto(`${origin}/robots.txt`)
            await logIn(page, { userId, token })
            await page.goto(`${origin}/service-providers`)
            return page
          }
          const onNewPhones = async (given: { savesData: boolean }) => {
            const taken: number[] = []
            for (let phone = 0; phone <= newPhones; phone += 1) {
              const page = await newPhone(given)
              if (!given.savesData) await warmed(page)
              taken.push(await openList(page))
              await page.context().close()
            }
            return taken.slice(1)
          }
          const readMs = await onNewPhones({ savesData: false })
          const atOnceMs = await onNewPhones({ savesData: true })
          const page = await newPhone()
          await openList(page)
          await page.getByText(`${providersCount} providers found`).waitFor()
          const keptMs = await openAgain(page)
          return [
            row('first cards, tapped when the specialties were read', readMs, p95MsMax),
            row('first cards, tapped at once', atOnceMs),
            row('first cards from the phone', keptMs, p95MsMax),
            row('a key until its result', await typeAll(page), p95MsMax),
          ]
        }),
      { distDir: await builtAppDir() },
    )
  } finally {
    await home.remove()
  }
}

/** A phone that fetches nothing before somebody asks for it: every tap on it is one at once. */
async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
}

/** Whoever reads the specialties takes longer than the page has anything to do, so many times in a row. */
const idleMoments = 10

/** Resolves when the first cards have come to the phone behind the specialties, and the page rests. */
async function warmed(page: Page): Promise<void> {
  await specialtyLink(page).waitFor()
  await page.waitForFunction(
    () =>
      new Promise<boolean>((resolve, reject) => {
        const opening = indexedDB.open('zync-shared')
        opening.addEventListener('error', () => reject(new Error(String(opening.error))))
        opening.addEventListener('success', () => {
          const db = opening.result
          const lists = db.transaction('providerLists').objectStore('providerLists').count()
          lists.addEventListener('success', () => {
            db.close()
            resolve(lists.result > 0)
          })
        })
      }),
  )
  await page.evaluate(async (moments) => {
    for (let past = 0; past < moments; past += 1) {
      await new Promise((resolve) => requestIdleCallback(resolve))
    }
  }, idleMoments)
}

/** From a tap on the specialty until the first card is painted. */
async function openList(page: Page): Promise<number> {
  const link = specialtyLink(page)
  await link.waitFor()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await page.evaluate(() => void (globalThis.zyncMeasured = []))
  await link.click()
  const [ms = Number.NaN] = await measuredBy(page, 1)
  return ms
}

function specialtyLink(page: Page): Locator {
  return page.getByRole('link', { name: 'Psychotherapist', exact: true })
}

async function openAgain(page: Page): Promise<number[]> {
  const taken: number[] = []
  for (let visit = 0; visit < visits; visit += 1) {
    await page.goBack()
    taken.push(await openList(page))
  }
  return taken
}

async function typeAll(page: Page): Promise<number[]> {
  const box = page.getByPlaceholder('Search by name or specialty')
  const taken: number[] = []
  for (const words of typed) {
    await page.evaluate(() => void (globalThis.zyncMeasured = []))
    await box.pressSequentially(words, { delay: 40 })
    for (const _ of words) await box.press('Backspace', { delay: 10 })
    taken.push(...(await measuredBy(page, words.length * 2)))
  }
  return taken
}

function row(name: string, taken: readonly number[], atMost?: number): Row {
  const p95 = percentile(taken, 95)
  const shown = `${percentile(taken, 50).toFixed(0)} / ${p95.toFixed(0)}`
  const judged = atMost === undefined ? undefined : { value: p95, goal: { atMost } }
  return plainRow(`5,000 providers on a phone: ${name}, p50 / p95 ms`, shown, judged)
}
