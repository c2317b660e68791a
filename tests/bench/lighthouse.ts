import { createServer, type AddressInfo } from 'node:net'
import lighthouse from 'lighthouse'
import { withFreshApi } from './api-under-test.ts'
import { withBrowser } from './browser.ts'
import { builtAppDir } from './built-app.ts'
import { median } from './rounds.ts'
import { plainRow, type Row } from './table.ts'

const runs = 5
const screen = '/login'
const categories = ['performance', 'accessibility'] as const
type Category = (typeof categories)[number]
const atLeast: Record<Category, number> = { performance: 0.97, accessibility: 1 }

/** Lighthouse's phone on the first screen with a form; single runs jump, so the median counts. */
export async function benchLighthouse(): Promise<Row[]> {
  const distDir = await builtAppDir()
  const port = await freePort()
  const audits = await withFreshApi(
    async () => undefined,
    ({ origin }) =>
      withBrowser(() => auditOften(origin + screen, port), [`--remote-debugging-port=${port}`]),
    distDir,
  )
  return categories.map((category) => {
    const scores = audits.map((audit) => audit[category])
    const value = median(scores)
    const shown = `${value} (${Math.min(...scores)} .. ${Math.max(...scores)})`
    const goal = { atLeast: atLeast[category] }
    return plainRow(`Lighthouse ${category}, ${screen}`, shown, { value, goal })
  })
}

async function auditOften(url: string, port: number): Promise<Record<Category, number>[]> {
  const audits: Record<Category, number>[] = []
  for (let run = 0; run < runs; run += 1) audits.push(await audit(url, port))
  return audits
}

async function audit(url: string, port: number): Promise<Record<Category, number>> {
  const result = await lighthouse(url, {
    port,
    onlyCategories: [...categories],
    logLevel: 'error',
  })
  const score = (category: Category) => {
    const found = result?.lhr.categories[category]?.score
    if (found === undefined || found === null) throw new Error(`Lighthouse gave no ${category}`)
    return found
  }
  return { performance: score('performance'), accessibility: score('accessibility') }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
