import type { Page } from '@playwright/test'
import { utcDate } from '#contract/local-date.ts'
import { withFreshApi } from './api-under-test.ts'
import { withBrowser } from './browser.ts'
import { builtAppDir } from './built-app.ts'
import { measuredBy, noteTaps } from './phone/app-watch.ts'
import { bundleCore } from './phone/bundle.ts'
import { openPhone, type Phone } from './phone/installed.ts'
import { logIn, onPhone, slowDown } from './phone/phone-page.ts'
import { median, ratioOf, takeTurns } from './rounds.ts'
import { ready, startOnce } from './starts.ts'
import { addPeople, type Person } from './stored.ts'
import { plainRow, ratioRow, type Row } from './table.ts'

/** Five years, four answers a day. */
const manyAnswers = 7_300
const fewAnswers = 10
/** A middling phone beside this machine, as Lighthouse has it. */
const cpuSlowdown = 4
const rounds = 8

/** Five years of answers on a phone without a network: how fast they are drawn, and what the other screens pay for them. */
export async function benchPixels(): Promise<Row[]> {
  const core = await bundleCore()
  return withFreshApi(
    (database) => addPeople(database, 2),
    ({ origin }, people) =>
      withBrowser(async (browser) => {
        const phoneWith = async (person: Person | undefined, entryCount: number) => {
          if (!person) throw new Error('The bench has run out of people')
          const phone = await openPhone(browser, origin, { core, path: '/login' })
          const given = { userId: person.id, token: person.token, entryCount, waitingCount: 0 }
          await onPhone(phone.storage, 'openPhone', given)
          await logIn(phone.storage, given)
          await phone.context.setOffline(true)
          return phone
        }
        const many = await phoneWith(people[0], manyAnswers)
        const few = await phoneWith(people[1], fewAnswers)
        return [...(await drawYears(many)), ...(await startsWith(many, few))]
      }),
    await builtAppDir(),
  )
}

/** What comes within 100 ms of a tap is taken for its effect. */
const atOnceMs = 100

/** What is tapped one after the other, and from when on the frame after it is counted. */
const taps = {
  'the tap on the link to a year': 'a[href="/trackers/year"]',
  'the step to the year before': 'nav button',
  'a month to its year': 'input[value="year"]',
  'one tracker for another': 'input[value="Mood"]',
} as const

/** From each tap until the year that it asks for is painted. */
async function drawYears(phone: Phone): Promise<Row[]> {
  const names = Object.keys(taps)
  const taken = names.map((): number[] => [])
  for (let round = 0; round <= rounds; round += 1) {
    const measured = await drawOnce(phone)
    // The first round only warms up.
    if (round > 0) taken.forEach((all, index) => all.push(measured[index] ?? Number.NaN))
  }
  return taken.map((all, index) => {
    const value = median(all)
    return plainRow(
      `${names[index]}, ${manyAnswers} answers, CPU ${cpuSlowdown}x slower, ms`,
      value.toFixed(0),
      // The link leads to another page, which has to be made first.
      index === 0 ? undefined : { value, goal: { atMost: atOnceMs } },
    )
  })
}

async function drawOnce({ context, origin }: Phone): Promise<number[]> {
  const year = Number(utcDate(Date.now()).slice(0, 4))
  const painted = (of: number, month: 'first' | 'last', name = 'All') =>
    `[data-view="year"]:has([aria-label^="${name}"]) [data-year="${of}"] svg:${month}-child path:not([data-score="0"])`
  const page = await context.newPage()
  await page.addInitScript(() => sessionStorage.setItem('promptsDone', '1'))
  const [link, step, view, tracker] = Object.values(taps)
  await noteTaps(page, {
    [link ?? '']: painted(year, 'first'),
    [step ?? '']: painted(year - 1, 'last'),
    [view ?? '']: painted(year - 1, 'last'),
    [tracker ?? '']: painted(year - 1, 'last', 'Mood'),
  })
  await page.goto(`${origin}/trackers`)
  await page.locator('a[href="/trackers/year"]').waitFor()
  await slowDown(context, page, cpuSlowdown)
  const label = (value: string) =>
    page.locator('label').filter({ has: page.locator(`input[value="${value}"]`) })
  await page.locator('a[href="/trackers/year"]').click()
  await measuredBy(page, 1)
  await comeToRest(page)
  await page.locator('h2[aria-live]').locator('..').locator('button').first().click()
  await measuredBy(page, 2)
  await label('month').click()
  await comeToRest(page)
  await label('year').click()
  await measuredBy(page, 3)
  await comeToRest(page)
  await label('Mood').click()
  const measured = await measuredBy(page, 4)
  await page.close()
  return measured
}

/** A finger takes longer than the page takes to read ahead. */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}

/** A start of the screens of today with years of answers, beside the same with a handful. */
async function startsWith(many: Phone, few: Phone): Promise<Row[]> {
  const rows: Row[] = []
  for (const path of ['/trackers', '/dashboard'] as const) {
    const start = async (phone: Phone) => (await startOnce(phone, path, ready[path])).ms
    const taken = await takeTurns(rounds, { many: () => start(many), few: () => start(few) })
    rows.push(
      ratioRow(
        `offline start of ${path} with ${manyAnswers} answers, beside ${fewAnswers}, CPU ${cpuSlowdown}x slower, ms`,
        {
          measured: median(taken.many).toFixed(0),
          bare: median(taken.few).toFixed(0),
          ratio: ratioOf(taken.many, taken.few),
        },
        { atMost: 1.2 },
      ),
    )
  }
  return rows
}
