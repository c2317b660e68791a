import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base, type Page } from '@playwright/test'
import { startAppServer, type AppServer, type ServerSettings } from './app-server.ts'
import { createConsoleGuard, lostNetwork, type ConsoleGuard } from './console-guard.ts'
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts'
import { newTeen, type Member } from './people.ts'
import { declinePrompts } from './phone.ts'
import { copyPreparedData } from './prepared-data.ts'
import { noteWords } from './translatable.ts'

interface Options {
  /** `own` gives the test a server that it may stop; tests with a `shared` one bring people of their own. */
  serverFor: 'shared' | 'own'
  /** What the test's own server is told. */
  settings: ServerSettings
  /** Whether the browser reaches the server through the proxy that can make faults. */
  via: 'direct' | 'proxy'
  /** What happens to the prompts that open by themselves; `left` where they are what is tested. */
  prompts: 'declined' | 'left'
  /** True where the test takes the network away: what Chromium says about it is expected. */
  losesNetwork: boolean
}

interface Fixtures {
  server: AppServer
  faultProxy: FaultProxy
  /** Where the browser finds the app. */
  origin: string
  consoleGuard: ConsoleGuard
  /** A young person without any entry, with a session at the server. */
  teen: Member
  /** A folder of the test's own, gone after it. */
  scratchDir: string
}

interface WorkerFixtures {
  sharedServer: AppServer
}

/** Pages whose prompts are about to be declined: a test that wants one of them back begins after it. */
const declining = new WeakMap<Page, Promise<void>>()

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  serverFor: ['shared', { option: true }],
  settings: [{}, { option: true }],
  via: ['direct', { option: true }],
  losesNetwork: [false, { option: true }],
  prompts: ['declined', { option: true }],

  sharedServer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, provide) => {
      await withServer({}, provide)
    },
    { scope: 'worker' },
  ],

  server: async ({ serverFor, settings, sharedServer }, provide) => {
    if (serverFor === 'shared') await provide(sharedServer)
    else await withServer(settings, provide)
  },

  faultProxy: async ({ server }, provide) => {
    const proxy = await startFaultProxy(server.origin)
    await provide(proxy)
    await proxy.close()
  },

  origin: async ({ via, server, faultProxy }, provide) => {
    await provide(via === 'proxy' ? faultProxy.origin : server.origin)
  },

  baseURL: async ({ origin }, provide) => {
    await provide(origin)
  },

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  scratchDir: async ({}, provide) => {
    const dir = await mkdtemp(join(tmpdir(), 'zync-e2e-'))
    await provide(dir)
    await rm(dir, { recursive: true, force: true })
  },

  context: async ({ context, prompts }, provide) => {
    noteWords(context)
    if (prompts === 'declined') {
      context.on('page', (page) => void declining.set(page, declinePrompts(page)))
    }
    await provide(context)
  },

  page: async ({ page }, provide) => {
    await declining.get(page)
    await provide(page)
  },

  teen: async ({ server }, provide) => {
    await provide(await newTeen(server.origin))
  },

  consoleGuard: [
    async ({ context, losesNetwork }, provide) => {
      const guard = createConsoleGuard()
      if (losesNetwork) guard.expect(lostNetwork)
      guard.watch(context)
      await provide(guard)
      expect(guard.unexpected(), 'errors in the console').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

async function withServer(
  settings: ServerSettings,
  provide: (server: AppServer) => Promise<void>,
): Promise<void> {
  const dataDir = await copyPreparedData()
  const server = await startAppServer(dataDir, settings)
  try {
    await provide(server)
  } finally {
    // Its data goes with it: nothing has to be brought to an end.
    await server.kill()
    await rm(dataDir, { recursive: true, force: true })
  }
}
