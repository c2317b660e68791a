import type { Page } from '@playwright/test'
import { withFreshApi } from './api-under-test.ts'
import { withBrowser } from './browser.ts'
import { builtAppDir } from './built-app.ts'
import { measuredBy, notePresses } from './phone/app-watch.ts'
import { bundleCore } from './phone/bundle.ts'
import { becomeSomebody, openPhone, type Phone } from './phone/installed.ts'
import { percentile } from './rounds.ts'
import { addPeople, scales, type Person, type Scale } from './stored.ts'
import { plainRow, type Row } from './table.ts'

const screen = '/trackers'
/** Each shows four forms to press. */
const pagesPressed = 6
const betweenTouchesMs = 100

/** The built app on a phone: from a press to its answer on the screen. */
export async function benchOnApp(): Promise<Row[]> {
  const core = await bundleCore()
  return withFreshApi(
    (database) => addPeople(database, scales.length * (pagesPressed + 1) + pagesPressed),
    ({ origin }, people) =>
      withBrowser(async (browser) => {
        const phone = await openPhone(browser, origin, { core, path: '/login' })
        const rows = [await benchPresses('online, 1x', phone, people, 1)]
        await phone.context.setOffline(true)
        for (const scale of scales) {
          const name = `offline, ${scale}x on the phone`
          rows.push(await benchPresses(name, phone, people, scale))
        }
        return rows
      }),
    await builtAppDir(),
  )
}

async function benchPresses(
  name: string,
  { origin, context, storage }: Phone,
  people: Person[],
  scale: Scale,
): Promise<Row> {
  const taken: number[] = []
  for (let count = 0; count < pagesPressed; count += 1) {
    await becomeSomebody(storage, people, scale)
    const page = await context.newPage()
    await page.addInitScript(() => sessionStorage.setItem('promptsDone', '1'))
    await notePresses(page)
    await page.goto(origin + screen)
    taken.push(...(await pressAll(page)))
    await page.close()
  }
  return spreadRow(`press to paint, ${name}`, taken, 50)
}

/** Answers every form on the page, best answer first: it suggests nothing that would lie over the next form. */
async function pressAll(page: Page): Promise<number[]> {
  const buttons = page.locator('form button[type=submit]')
  await buttons.first().waitFor()
  const count = await buttons.count()
  for (let pressed = 1; pressed <= count; pressed += 1) {
    await page.locator('form label').first().click()
    await buttons.first().scrollIntoViewIfNeeded()
    await comeToRest(page)
    await buttons.first().click()
    await measuredBy(page, pressed)
  }
  return measuredBy(page, count)
}

/** A finger takes longer from one place to the next than the page takes to draw what the first one did. */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await page.waitForTimeout(betweenTouchesMs)
}

function spreadRow(name: string, taken: readonly number[], atMostMs: number): Row {
  const p95 = percentile(taken, 95)
  const shown = `${percentile(taken, 50).toFixed(0)} / ${p95.toFixed(0)}`
  return plainRow(`${name}, p50 / p95 ms`, shown, { value: p95, goal: { atMost: atMostMs } })
}
