import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeFiles } from '../../sw/build-files.ts'

const origin = 'https://zync.example'
const entries = Array.from({ length: 10 }, (_, file) => ({
  url: `${origin}/assets/${file}.js`,
  revision: null,
}))

/** Files by their addresses, as Cache Storage would have them. */
let stored: Set<string>
/** How many files are on their way at a time, at most. */
let most: number

/** The install of a worker; Workbox asks the browser for what it knows of it. */
class InstallEvent extends Event {
  constructor() {
    super('install')
  }
  waitUntil(work: Promise<unknown>): void {
    work.catch(() => undefined)
  }
}

function serve(status: (url: string) => number): void {
  let coming = 0
  const answer = async ({ url }: Request) => {
    coming += 1
    most = Math.max(most, coming)
    await new Promise((resolve) => setImmediate(resolve))
    coming -= 1
    return new Response('code', { status: status(url) })
  }
  vi.stubGlobal('fetch', answer)
}

beforeEach(() => {
  stored = new Set()
  most = 0
  const cache = {
    match: async ({ url }: Request) => (stored.has(url) ? new Response('code') : undefined),
    put: async ({ url }: Request) => void stored.add(url),
  }
  vi.stubGlobal('caches', { open: async () => cache, match: cache.match })
  vi.stubGlobal('location', new URL(origin))
  vi.stubGlobal('ExtendableEvent', InstallEvent)
  vi.stubGlobal('__WB_DISABLE_DEV_LOGS', true)
  vi.stubGlobal('FetchEvent', class extends Event {})
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('the files of a build come three at a time, each once', async () => {
  serve(() => 200)
  await storeFiles(entries, new InstallEvent())
  expect([...stored].toSorted()).toEqual(entries.map(({ url }) => url).toSorted())
  expect(most).toBe(3)
})

test('a build of which a file does not come is not installed, and the next try asks for what is missing', async () => {
  const missing = `${origin}/assets/4.js`
  serve((url) => (url === missing ? 503 : 200))
  await expect(storeFiles(entries, new InstallEvent())).rejects.toThrow(missing)
  await expect.poll(() => stored.has(`${origin}/assets/9.js`)).toBe(true)
  const asked: string[] = []
  serve((url) => {
    asked.push(url)
    return 200
  })
  await storeFiles(entries, new InstallEvent())
  expect(stored.size).toBe(entries.length)
  expect(asked).toContain(missing)
  expect(asked).not.toContain(`${origin}/assets/0.js`)
})
