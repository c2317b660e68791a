import { withFreshApi } from './api-under-test.ts'
import { withBrowser } from './browser.ts'
import { builtAppDir } from './built-app.ts'
import { buildFloor } from './floor/build.ts'
import { longestAfterStart, measuredBy, noteStart } from './phone/app-watch.ts'
import { bundleCore } from './phone/bundle.ts'
import { becomeSomebody, openPhone, type Phone } from './phone/installed.ts'
import { median, ratioOf, takeTurns } from './rounds.ts'
import { addPeople, type Person, type Scale } from './stored.ts'
import { plainRow, ratioRow, type Row } from './table.ts'

/** A middling phone beside this machine, as Lighthouse has it. */
const cpuSlowdown = 4
const rounds = 8
/** For so long after the start nothing may keep the screen busy. */
const watchedMs = 3_000
const phoneScales: readonly Scale[] = [1, 10]

const goals = { '/trackers': { atMost: 1.3 }, '/dashboard': { atMost: 1.5 } }
/** What a person waits for on each screen: the first thing to press in its content. */
export const ready = {
  '/trackers': 'form button[type=submit]',
  '/dashboard': '#content a[href], #content button',
}

/**
 * An offline start of the installed app, its worker stopped as after a night, on a phone four times slower: from the
 * navigation until the screen can be pressed, beside the least that an app of the same stack needs for four forms.
 */
export async function benchStarts(): Promise<Row[]> {
  const core = await bundleCore()
  const dist = await builtAppDir()
  const floor = await buildFloor()
  try {
    return await withFreshApi(
      () => Promise.resolve(),
      ({ origin: floorOrigin }) =>
        withFreshApi(
          (database) => addPeople(database, phoneScales.length),
          ({ origin }, people) =>
            withBrowser(async (browser) => {
              const bare = await openPhone(browser, floorOrigin, { core, path: '/' })
              const app = await openPhone(browser, origin, { core, path: '/login' })
              for (const { context } of [bare, app]) await context.setOffline(true)
              const rows: Row[] = []
              for (const scale of phoneScales)
                rows.push(...(await startsAt(scale, { bare, app, people })))
              return rows
            }),
          dist,
        ),
      floor.dir,
    )
  } finally {
    floor.remove()
  }
}

async function startsAt(
  scale: Scale,
  { bare, app, people }: { bare: Phone; app: Phone; people: Person[] },
): Promise<Row[]> {
  await becomeSomebody(app.storage, people, scale)
  const longest = { '/trackers': [] as number[], '/dashboard': [] as number[] }
  const start = async (path: keyof typeof ready) => {
    const { ms, longestAfterMs } = await startOnce(app, path, ready[path])
    longest[path].push(longestAfterMs)
    return ms
  }
  const taken = await takeTurns(rounds, {
    floor: async () => (await startOnce(bare, '/trackers', ready['/trackers'])).ms,
    '/trackers': () => start('/trackers'),
    '/dashboard': () => start('/dashboard'),
  })
  return (['/trackers', '/dashboard'] as const).flatMap((path) => [
    ratioRow(
      `offline start of ${path}, CPU ${cpuSlowdown}x slower, ${scale}x on the phone, ms`,
      {
        measured: median(taken[path]).toFixed(0),
        bare: median(taken.floor).toFixed(0),
        ratio: ratioOf(taken[path], taken.floor),
      },
      goals[path],
    ),
    longTaskRow(`longest task after it, ${path}, ${scale}x on the phone, ms`, longest[path]),
  ])
}

/** A task is long from here on, as browsers have it. */
const longTaskMs = 50

function longTaskRow(name: string, tookMs: readonly number[]): Row {
  const value = median(tookMs)
  return plainRow(name, value.toFixed(0), { value, goal: { atMost: longTaskMs } })
}

/** One start of the app, its worker stopped, from the navigation until it can be pressed; and the longest task after it. */
export async function startOnce(
  { context, origin }: Phone,
  path: string,
  shown: string,
): Promise<{ ms: number; longestAfterMs: number }> {
  const page = await context.newPage()
  await page.addInitScript(() => sessionStorage.setItem('promptsDone', '1'))
  await noteStart(page, shown)
  const cdp = await context.newCDPSession(page)
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.stopAllWorkers')
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.goto(origin + path)
  const [ms = Number.NaN] = await measuredBy(page, 1)
  const longestAfterMs = await longestAfterStart(page, watchedMs)
  await page.close()
  return { ms, longestAfterMs }
}
