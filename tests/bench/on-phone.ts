import type { BrowserContext } from '@playwright/test'
import { withFreshApi, type ApiUnderTest } from './api-under-test.ts'
import { withBrowser } from './browser.ts'
import { benchDrain, drainPeople } from './drain.ts'
import { bundleCore } from './phone/bundle.ts'
import { onPhone, openPhonePage, phoneAtScale } from './phone/phone-page.ts'
import { percentile } from './rounds.ts'
import { addPeople, scales, type Person } from './stored.ts'
import { plainRow, type Row } from './table.ts'

const taps = 100

/** The offline core in Chromium: how fast it keeps what is tapped, and how fast it sends what waits. */
export function benchOnPhone(): Promise<Row[]> {
  return withFreshApi(
    (database) => addPeople(database, scales.length + 3 * drainPeople),
    (api, people) =>
      withBrowser(async (browser) => {
        const context = await browser.newContext({ bypassCSP: true })
        const core = await bundleCore()
        return [
          ...(await benchEnqueue(context, core, api, people)),
          ...(await benchDrain({ context, core, api }, people, {
            ops: 1_000,
            roundTripMs: 100,
            atMost: 1.5,
          })),
          ...(await benchDrain({ context, core, api }, people, {
            ops: 1_000,
            roundTripMs: 100,
            atMost: 2.5,
            cpuSlowdown: 4,
          })),
          ...(await benchDrain({ context, core, api }, people, {
            ops: 100,
            roundTripMs: 400,
            atMost: 1.1,
          })),
        ]
      }),
  )
}

async function benchEnqueue(
  context: BrowserContext,
  core: string,
  { origin }: ApiUnderTest,
  people: Person[],
): Promise<Row[]> {
  const page = await openPhonePage(context, origin, core)
  const rows: Row[] = []
  for (const scale of scales) {
    await onPhone(page, 'openPhone', phoneAtScale(people, scale))
    const taken = await onPhone(page, 'enqueueOneByOne', taps)
    const p50 = percentile(taken, 50).toFixed(1)
    const p95 = percentile(taken, 95)
    rows.push(
      plainRow(`enqueue p50 / p95, ms, ${scale}x on the phone`, `${p50} / ${p95.toFixed(1)}`, {
        value: p95,
        goal: { atMost: 10 },
      }),
    )
  }
  await page.close()
  return rows
}
