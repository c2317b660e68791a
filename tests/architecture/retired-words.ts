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
/** The same, of the server and of what is like it. */
const retiredOnServer: typeof retired = [
  [/^standings?$/, 'status, relation'],
  [/^aftermath$/, 'side effects'],
  [/^(heard|told|untell)$/, 'received, notified, withdrawn'],
  [/^(looks|notelooks|accessnotes)$/, 'reads, access log'],
  [/^(readtogether|writetogether|createturns)$/, 'batch reads, group commit, mutex'],
  [/^(applyplace|sendplace|s3place|bookingplace)$/, 'context, location, cursor'],
  [/^proveself$/, 'reauthenticate'],
]
/** Words that mean something else where people look: a page that visitors land on, the looks of a part. */
const ofScreens: ReadonlySet<string> = new Set(['landing', 'looks'])
/** What a message is called is for translators to see, and every language has it. */
const messageName = /^[a-z]+(?:_[a-z0-9]+)+$/
/** Names that devices have stored, or that are part of the wire or of a stored row. */
const stored = new Set(['chatPlaces', 'keptFiles', 'proveSelf'])
interface Cleared {
  readonly folders: RegExp
  readonly words: typeof retired
  readonly but?: ReadonlySet<string>
}
/** Where the words have been replaced. */
const cleared: readonly Cleared[] = [
  {
    folders: /^(contract|server|sw|src\/offline|tests\/(contract|offline|server))\//,
    words: retired,
  },
  {
    folders: /^(contract|server|sw|src\/offline|tests\/(contract|server))\//,
    words: retiredOnServer,
  },
  {
    folders: /^(src\/(?!offline\/)|tests\/(screens|src)\/)/,
    words: [...retired, ...retiredOnServer, [/^warmcall$/, 'prefetch']],
    but: ofScreens,
  },
]

const quoted = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g

/** The names of a file, its own included, that hold a retired word. */
export function retiredNames({ path, text }: SourceFile): string[] {
  const rules = cleared.filter(({ folders }) => folders.test(path))
  if (rules.length === 0) return []
  const file = path.split('/').at(-1)?.replace(/\..*$/, '') ?? ''
  const code = withoutComments(text).replace(quoted, ' ')
  const names = new Set([file, ...(code.match(/[A-Za-z_]\w*/g) ?? [])])
  return [...names]
    .filter((name) => !stored.has(name) && !messageName.test(name))
    .flatMap((name) => {
      const field = rules.map((rule) => fieldWord(name, rule)).find((word) => word !== undefined)
      return field === undefined ? [] : [`${name}: ${field}`]
    })
}

/** The word to use in place of one that a name holds. */
function fieldWord(name: string, { words, but }: Cleared): string | undefined {
  const parts = wordsOf(name).filter((part) => !but?.has(part))
  return words.find(([word]) => parts.some((part) => word.test(part)))?.[1]
}

function wordsOf(name: string): string[] {
  const parts = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').split(/[^A-Za-z0-9]+/)
  return [...parts, parts.join('')].map((part) => part.toLowerCase())
}
