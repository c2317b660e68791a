import type { BrowserContext, BrowserType, Page } from '@playwright/test'
import type { ConsoleGuard } from './console-guard.ts'

/** A browser with a profile on disk, which survives its death. */
export interface KillablePhone {
  readonly context: BrowserContext
  readonly page: Page
  /** Kills the browser and everything in it as `kill -9` does; the profile is free when this resolves. */
  kill(): Promise<void>
  /** Ends it in order. */
  close(): Promise<void>
}

export interface PhoneParts {
  readonly browserType: BrowserType
  readonly profileDir: string
  readonly consoleGuard: ConsoleGuard
}

export async function startPhone(parts: PhoneParts): Promise<KillablePhone> {
  const { browserType, profileDir, consoleGuard } = parts
  const context = await browserType.launchPersistentContext(profileDir)
  consoleGuard.watch(context)
  const [page = await context.newPage()] = context.pages()
  return {
    context,
    page,
    kill: async () => {
      const closed = context.waitForEvent('close')
      process.kill(await browserPid(context), 'SIGKILL')
      await closed
    },
    close: () => context.close(),
  }
}

/** Chromium's own word: its lock in the profile may be gone, where an earlier browser took it along as it ended. */
async function browserPid(context: BrowserContext): Promise<number> {
  const devtools = await context.browser()?.newBrowserCDPSession()
  const { processInfo = [] } = (await devtools?.send('SystemInfo.getProcessInfo')) ?? {}
  const own = processInfo.find(({ type }) => type === 'browser')
  if (!own) throw new Error('The browser does not say which process it is')
  return own.id
}
