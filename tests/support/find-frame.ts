import type { BrowserCommand } from 'vitest/node'

declare module 'vitest/browser' {
  interface BrowserCommands {
    findFrame: () => Promise<void>
  }
}

const framesMax = 20

/**
 * Resolves once Playwright reaches the frame of the file that runs. The frame of the file before may be gone from the page
 * while Playwright still finds it by its name, and the first tap of a test then fails with 'Frame was detached'.
 */
export const findFrame: BrowserCommand = async (context) => {
  for (let left = framesMax; ; left -= 1) {
    try {
      const found = await context.frame()
      await found.evaluate(() => document.title)
      return
    } catch (error) {
      if (left === 0) throw error
    }
  }
}
