import { readlink } from 'node:fs/promises'
import { join } from 'node:path'
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
      process.kill(await browserPid(profileDir), 'SIGKILL')
      await closed
    },
    close: () => context.close(),
  }
}

/** Chromium marks a profile in use with a link to `host-pid`. */
async function browserPid(profileDir: string): Promise<number> {
  const owner = await readlink(join(profileDir, 'SingletonLock'))
  return Number(owner.slice(owner.lastIndexOf('-') + 1))
}
