import { withoutComments } from './imports.ts'
import type { SourceFile } from './source-files.ts'

/** Our own words that gave way to the field's: each with the word to use. Stored keys, in quotes, keep theirs. */
const retired: readonly (readonly [RegExp, string])[] = [
  [/^flights?$/, 'batch'],
  [/^(landed|landing)$/, 'applied, apply results'],
  [/^(storageroom|withroom|freeroom)$/, 'quota, evict'],
  [/^fitting$/, 'parse'],
  [/^(owned|hascome|revived)$/, 'user transaction, is due, with reopen'],
  [/^wakequeue$/, 'reset backoff'],
  [
    /^(readplace|chatplace|libraryplace|inturn|inreadturn|readsrest)$/,
    'priority, limiter, idle, cursor',
  ],
  [/^kept$/, 'cached, saved'],
]
/** Names that devices have stored: renaming them needs an upgrade of the database. */
const stored = new Set(['chatPlaces', 'keptFiles'])
/** Where the words have been replaced so far. */
const cleared = /^(contract|src\/offline|tests\/offline)\//

const quoted = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g

/** The names of a file, its own included, that hold a retired word. */
export function retiredNames({ path, text }: SourceFile): string[] {
  if (!cleared.test(path)) return []
  const file = path.split('/').at(-1)?.replace(/\..*$/, '') ?? ''
  const code = withoutComments(text).replace(quoted, ' ')
  const names = new Set([file, ...(code.match(/[A-Za-z_]\w*/g) ?? [])])
  return [...names]
    .filter((name) => !stored.has(name))
    .flatMap((name) => {
      const field = retired.find(([word]) => wordsOf(name).some((part) => word.test(part)))?.[1]
      return field === undefined ? [] : [`${name}: ${field}`]
    })
}

function wordsOf(name: string): string[] {
  const parts = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').split(/[^A-Za-z0-9]+/)
  return [...parts, parts.join('')].map((part) => part.toLowerCase())
}
