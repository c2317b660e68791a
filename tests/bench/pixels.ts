import { utcDate } from '#contract/local-date.ts'
import { withFreshApi } from './api-under-test.ts'
import { withBrowser } from './browser.ts'
import { builtAppDir } from './built-app.ts'
import { measuredBy, noteTaps } from './phone/app-watch.ts'
import { bundleCore } from './phone/bundle.ts'
import { openPhone, type Phone } from './phone/installed.ts'
import { logIn, onPhone, slowDown } from './phone/phone-page.ts'
import { median } from './rounds.ts'
import { addPeople } from './stored.ts'
import { plainRow, type Row } from './table.ts'

/** Five years, four answers a day. */
const entryCount = 7_300
/** A middling phone beside this machine, as Lighthouse has it. */
const cpuSlowdown = 4
const rounds = 8

/** Five years of answers on a phone without a network: from the tap until a year of them is painted. */
export async function benchPixels(): Promise<Row[]> {
  const core = await bundleCore()
  return withFreshApi(
    (database) => addPeople(database, 1),
    ({ origin }, [person]) =>
      withBrowser(async (browser) => {
        if (!person) throw new Error('The bench has run out of people')
        const phone = await openPhone(browser, origin, { core, path: '/login' })
        const { id: userId, token } = person
        const given = { userId, token, entryCount, waitingCount: 0 }
        await onPhone(phone.storage, 'openPhone', given)
        await logIn(phone.storage, given)
        await phone.context.setOffline(true)
        const taken: [number[], number[]] = [[], []]
        for (let round = 0; round <= rounds; round += 1) {
          const [opened, stepped] = await openYears(phone)
          // The first round only warms up.
          if (round > 0) taken.forEach((all, index) => all.push(index === 0 ? opened : stepped))
        }
        const names = ['tap to painted year', 'step to the year before']
        return taken.map((all, index) =>
          plainRow(
            `${names[index]}, five years on the phone, CPU ${cpuSlowdown}x slower, ms`,
            median(all).toFixed(0),
          ),
        )
      }),
    await builtAppDir(),
  )
}

/** How long the page of the year takes from the trackers, and the year before from there, in milliseconds. */
async function openYears({ context, origin }: Phone): Promise<[number, number]> {
  const year = Number(utcDate(Date.now()).slice(0, 4))
  const drawn = (of: number) => `td[data-day="${of}-01-01"]:not([data-score="0"])`
  const page = await context.newPage()
  await page.addInitScript(() => sessionStorage.setItem('promptsDone', '1'))
  await noteTaps(page, {
    'a[href="/trackers/year"]': drawn(year),
    'nav button': drawn(year - 1),
  })
  await page.goto(`${origin}/trackers`)
  const link = page.locator('a[href="/trackers/year"]')
  await link.waitFor()
  await slowDown(context, page, cpuSlowdown)
  await link.click()
  await measuredBy(page, 1)
  await page.locator('h2[aria-live]').locator('..').locator('button').first().click()
  const [opened = Number.NaN, stepped = Number.NaN] = await measuredBy(page, 2)
  await page.close()
  return [opened, stepped]
}
