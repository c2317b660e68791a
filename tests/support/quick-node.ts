import { fileURLToPath } from 'node:url'

/** A shorter way through the imports, and an embedded database of which each function is looked at when it is first called. */
const shortStart = [
  '--import',
  new URL('../../server/quick-imports.ts', import.meta.url).href,
  '--wasm-lazy-validation',
]

/**
 * What a Node of the tests is told so that it starts in half the time, and does the same: a shorter way through the
 * imports, compiled code that the one before it left in the cache, and an embedded database that is compiled once: what
 * a second compiler makes of it while it runs pays after minutes, and most live for seconds.
 */
export const quickNode = {
  args: [...shortStart, '--liftoff-only'],
  /** For one that lives for minutes. */
  lastingArgs: shortStart,
  env: {
    NODE_COMPILE_CACHE: fileURLToPath(
      new URL('../../node_modules/.cache/zync-compiled', import.meta.url),
    ),
  },
} as const
