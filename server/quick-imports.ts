import { registerHooks, type ResolveFnOutput } from 'node:module'
import { extname } from 'node:path'

const { url } = import.meta
const root = url.slice(0, url.lastIndexOf('server/'))
const packages = `${root}node_modules/`
const drizzleFiles = `${packages}drizzle-orm/`
/** A package's name and what follows it; no path, no address. */
const isName = /^@?[\w-][^:]*$/
const ownFormats: Readonly<Record<string, string>> = {
  '.ts': 'module-typescript',
  '.js': 'module',
}

/** What our own files import by a package's name: the same for all of them. */
const byName = new Map<string, ResolveFnOutput>()

/**
 * Loaded before what takes long to load. Node 24 parses the `exports` of a package, with drizzle 170 kB of them, anew for
 * each import of it and between its own files, and looks for the `package.json` above each of our files, which takes
 * half of a start. A path of which nothing is to be found out needs none of that.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '' } = context
    const own = parentURL.startsWith(root) && !parentURL.startsWith(packages)
    if (specifier.startsWith('.') && (own || parentURL.startsWith(drizzleFiles))) {
      return direct(new URL(specifier, parentURL).href) ?? nextResolve(specifier, context)
    }
    if (specifier.startsWith('#') && own) {
      return direct(`${root}${specifier.slice(1)}`) ?? nextResolve(specifier, context)
    }
    if (!own || !isName.test(specifier)) return nextResolve(specifier, context)
    const found = byName.get(specifier) ?? nextResolve(specifier, context)
    byName.set(specifier, { ...found, shortCircuit: true })
    return found
  },
})

/** A file named in full, or undefined where Node has to find out more. */
function direct(url: string): ResolveFnOutput | undefined {
  const format = ownFormats[extname(url)]
  return format === undefined ? undefined : { url, format, shortCircuit: true }
}
