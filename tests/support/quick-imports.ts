import { registerHooks } from 'node:module'

const ownFiles = '/node_modules/drizzle-orm/'

/**
 * Loaded before a server of the tests. Node 24 parses the `exports` of a package, with drizzle 170 kB of them, anew for
 * each import between its own files, which takes most of a second. A relative path needs none of that.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '' } = context
    if (!specifier.startsWith('.') || !parentURL.includes(ownFiles)) {
      return nextResolve(specifier, context)
    }
    const url = new URL(specifier, parentURL).href
    return url.endsWith('.js')
      ? { url, format: 'module', shortCircuit: true }
      : nextResolve(specifier, context)
  },
})
