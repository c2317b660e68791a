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
/** The same where the screens have not come to them yet. */
const retiredOnServer: typeof retired = [
  [/^standings?$/, 'status, relation'],
  [/^aftermath$/, 'side effects'],
  [/^(heard|told|untell)$/, 'received, notified, withdrawn'],
  [/^(looks|notelooks|accessnotes)$/, 'reads, access log'],
  [/^(readtogether|writetogether|createturns)$/, 'batch reads, group commit, mutex'],
  [/^(applyplace|sendplace|s3place|bookingplace)$/, 'context, location, cursor'],
  [/^proveself$/, 'reauthenticate'],
]
/** Names that devices have stored, or that are part of the wire or of a stored row. */
const stored = new Set(['chatPlaces', 'keptFiles', 'proveSelf'])
/** Where the words have been replaced so far. */
const cleared = [
  {
    folders: /^(contract|server|sw|src\/offline|tests\/(contract|offline|server))\//,
    words: retired,
  },
  { folders: /^(contract|server|sw|tests\/(contract|server))\//, words: retiredOnServer },
]

const quoted = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g

/** The names of a file, its own included, that hold a retired word. */
export function retiredNames({ path, text }: SourceFile): string[] {
  const words = cleared.flatMap((each) => (each.folders.test(path) ? each.words : []))
  if (words.length === 0) return []
  const file = path.split('/').at(-1)?.replace(/\..*$/, '') ?? ''
  const code = withoutComments(text).replace(quoted, ' ')
  const names = new Set([file, ...(code.match(/[A-Za-z_]\w*/g) ?? [])])
  return [...names]
    .filter((name) => !stored.has(name))
    .flatMap((name) => {
      const field = words.find(([word]) => wordsOf(name).some((part) => word.test(part)))?.[1]
      return field === undefined ? [] : [`${name}: ${field}`]
    })
}

function wordsOf(name: string): string[] {
  const parts = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').split(/[^A-Za-z0-9]+/)
  return [...parts, parts.join('')].map((part) => part.toLowerCase())
}
