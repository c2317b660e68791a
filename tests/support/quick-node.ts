import { fileURLToPath } from 'node:url'

/**
 * What a Node of the tests is told so that it starts in half the time, and does the same: a shorter way through the
 * imports, and compiled code that the one before it left in the cache.
 */
export const quickNode = {
  args: ['--import', new URL('./quick-imports.ts', import.meta.url).href],
  env: {
    NODE_COMPILE_CACHE: fileURLToPath(
      new URL('../../node_modules/.cache/zync-compiled', import.meta.url),
    ),
  },
} as const
