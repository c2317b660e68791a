import { writeFileSync } from 'node:fs'
import { withFreshApi } from './api-under-test.ts'
import { withBrowser } from './browser.ts'
import { builtAppDir, removeBuiltApp } from './built-app.ts'
import { measuredBy, noteStart } from './phone/app-watch.ts'
import { bundleCore } from './phone/bundle.ts'
import { becomeSomebody, openPhone } from './phone/installed.ts'
import { addPeople } from './stored.ts'
import { buildFloor } from './floor/build.ts'

import { chromium } from '@playwright/test'
async function withPersistent(work: (b: any) => Promise<void>) {
  const ctx = await chromium.launchPersistentContext('/tmp/prof-' + Date.now(), {
    executablePath: '/usr/bin/chromium',
    bypassCSP: true,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
  })
  await work({ newContext: async () => ctx })
  await ctx.close()
}
const path = process.argv[2] ?? '/trackers'
const isFloor = process.argv[3] === 'floor'
const shown =
  path === '/trackers' ? 'form button[type=submit]' : '#content a[href], #content button'
const core = await bundleCore()
const floor = await buildFloor()
const dist = isFloor ? floor.dir : await builtAppDir()
await withFreshApi(
  (database) => (isFloor ? Promise.resolve([] as any) : addPeople(database, 1)),
  ({ origin }, people) =>
    withPersistent(async (browser) => {
      const app = await openPhone(browser, origin, { core, path: isFloor ? '/' : '/login' })
      await app.context.setOffline(true)
      if (!isFloor) await becomeSomebody(app.storage, people as any, 1)
      for (let i = 0; i < 4; i += 1) {
        const page = await app.context.newPage()
        await page.addInitScript(() => sessionStorage.setItem('promptsDone', '1'))
        await noteStart(page, shown)
        const cdp = await app.context.newCDPSession(page)
        await cdp.send('ServiceWorker.enable')
        await cdp.send('ServiceWorker.stopAllWorkers')
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
        const trace = i === 3
        const events: any[] = []
        if (trace) {
          cdp.on('Tracing.dataCollected', ({ value }: any) => events.push(...value))
          await cdp.send('Tracing.start', {
            transferMode: 'ReportEvents',
            traceConfig: {
              includedCategories: [
                'devtools.timeline',
                'v8',
                'v8.execute',
                'blink.user_timing',
                'loading',
                'disabled-by-default-v8.cpu_profiler',
                'disabled-by-default-v8.compile',
                'disabled-by-default-devtools.timeline',
              ],
            },
          } as any)
        }
        await page.goto(app.origin + path)
        const [ms] = await measuredBy(page, 1)
        console.log('start', i, ms)
        const res = await page.evaluate(() =>
          performance
            .getEntriesByType('resource')
            .map((r: any) => [
              r.name.split('/').pop(),
              r.startTime | 0,
              r.responseEnd | 0,
              r.encodedBodySize,
              r.decodedBodySize,
            ]),
        )
        if (trace) {
          const done = new Promise((r) => cdp.once('Tracing.tracingComplete', r))
          await cdp.send('Tracing.end')
          await done
          writeFileSync('/tmp/trace.json', JSON.stringify({ events, res, ms }))
        }
        await page.waitForTimeout(process.env.WAITMS ? Number(process.env.WAITMS) : 0)
        await page.close()
      }
    }),
  dist,
)
floor.remove()
await removeBuiltApp()
process.exit(0)
