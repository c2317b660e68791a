import { withoutComments } from './imports.ts'
import type { SourceFile } from './source-files.ts'

/** Style 'Files': what is longer is two things. */
export const linesMax = 300
export const testLinesMax = 400

export function isTooLong({ path, text }: SourceFile): boolean {
  return text.split('\n').length - 1 > (path.startsWith('tests/') ? testLinesMax : linesMax)
}

/** What holds more has rooms of its own. */
export const folderFilesMax = 25

/** The product's folders that hold too many files; the router wants its routes side by side. */
export function fullFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    if (/^(contract|server|src|sw)\b/.test(folder) && folder !== 'src/routes')
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count > folderFilesMax).map(([folder]) => folder)
}

const reExport = /export\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s*from\s*'[^']+'\s*;?/g

/** A file that does nothing but pass on what others export. */
export function isBarrel({ text }: SourceFile): boolean {
  const code = withoutComments(text)
  return code.search(reExport) !== -1 && code.replaceAll(reExport, '').trim() === ''
}

/** A module of the server that passes on what others export, and is not the face of its feature. */
export function isHiddenBarrel({ path, text }: SourceFile): boolean {
  if (!path.startsWith('server/') || face.test(path)) return false
  return withoutComments(text).search(reExport) !== -1
}

const emptyName = /^(utils?|helpers?|types?|misc|common|shared|index)$/

/** The public face of a server feature. */
const face = /^server\/features\/[^/]+\/index\.ts$/

/** A name that says nothing of what is inside; the router calls a folder's own page `index`, the server a feature's face. */
export function isNamelessName(path: string): boolean {
  if (path === 'src/routes/index.tsx' || face.test(path)) return false
  return path.split('/').some((part) => emptyName.test(part.replace(/\..*$/, '')))
}

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.(ts|tsx|css)$/

/** The router's own spelling of a path is the exception. */
export function isKebabCase(path: string): boolean {
  return path.startsWith('src/routes/') || kebab.test(path.split('/').at(-1) ?? '')
}

const suppression =
  /(?:oxlint|eslint|stylelint)-disabl[e]|@ts-(?:expect-erro[r]|ignor[e]|nochec[k])|(?:oxfmt|prettier|biome|knip)-ignor[e]|(?:v8|c8|istanbul) ignor[e]/
const reason = / -- \S.{9,}/

/** The lines that silence a tool and do not say why. */
export function unreasonedSuppressions({ text }: SourceFile): string[] {
  return text.split('\n').filter((line) => suppression.test(line) && !reason.test(line))
}

const unfinished = /\b(?:T[O]DO|F[I]XME|X[X]X|H[A]CK)\b/

/** The lines that promise to be finished one day. */
export function unfinishedLines({ text }: SourceFile): string[] {
  return text.split('\n').filter((line) => unfinished.test(line))
}

const machinePath = /(?:^|[\s'"`(=:[])(?:file:\/\/)?\/(?:work|root|home|tmp|Users)\//
const windowsPath = /[\s'"`(][A-Z]:\\[A-Za-z]/

/** The lines that name a place on somebody's own machine. */
export function machinePaths({ text }: SourceFile): string[] {
  return text.split('\n').filter((line) => machinePath.test(line) || windowsPath.test(line))
}

const defaultExport = /^export default\b/m

export function hasDefaultExport({ text }: SourceFile): boolean {
  return defaultExport.test(withoutComments(text))
}

/** Where time, chance and ids come in as arguments. */
const pure =
  /^contract\/|^src\/offline\/|^server\/features\/[^/]+\/(service|repo|policy|present)\.ts$/
/** They hand the real clock and chance over, measure a Retry-After date at its arrival, or ask the device for its zone. */
const wiring = [
  'src/offline/engine/drain-now.ts',
  'src/offline/engine/tap-moment.ts',
  'src/offline/files/upload-now.ts',
  'src/offline/api/api.ts',
  'src/offline/events/live.ts',
]
const ambient = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\(|\buuidv7\(/

/** The lines of a pure module that read a clock, throw dice or make an id. */
export function ambientReads({ path, text }: SourceFile): string[] {
  if (!pure.test(path) || wiring.includes(path)) return []
  return withoutComments(text)
    .split('\n')
    .filter((line) => ambient.test(line))
}

/** The one module of the client that formats dates and times, and the ones that read a clock or a zone for another reason. */
const dateModules: Readonly<Record<string, string>> = {
  'src/lib/dates.ts': 'is the module',
  'src/offline/engine/tap-moment.ts':
    'the core runs in the worker too and knows nothing of the kit',
  'contract/local-date.ts': 'reads the clock of a zone, for the server as well',
  'contract/calendar/time-zone.ts': 'asks the platform whether it knows a zone',
  'contract/chat/settings.ts': 'asks the platform whether it knows a zone',
}
const dateFormat =
  /\bIntl\.(?:DateTimeFormat|RelativeTimeFormat|supportedValuesOf)\b|\.toLocale(?:Date|Time)?String\(/

/** The lines of the client or the contract that format a date or a time themselves, types aside. */
export function dateFormats({ path, text }: SourceFile): string[] {
  if (!/^(?:contract|src|sw)\//.test(path) || path in dateModules) return []
  return withoutComments(text)
    .split('\n')
    .filter((line) => dateFormat.test(line))
}

/** The modules of the client that format numbers and names, and the ones that need a locale for another reason. */
const speechModules: Readonly<Record<string, string>> = {
  'src/i18n/speech.ts': 'is the module',
  'src/i18n/chosen.ts': 'writes the numbers of messages and is without what speech needs',
  'src/i18n/choose-language.ts': 'shows the digits of a language',
  'src/features/providers/directory/directory-store.ts':
    'finds the English names that the directory stores',
}
const speechFormat = /\bIntl\.(?:NumberFormat|Collator|ListFormat|PluralRules|DisplayNames)\b/

/** The lines of the client that format a number, compare names or name things by a locale of their own. */
export function speechFormats({ path, text }: SourceFile): string[] {
  if (!/^(?:src|sw)\//.test(path) || path in speechModules) return []
  return withoutComments(text)
    .split('\n')
    .filter((line) => speechFormat.test(line))
}

/** A text given to a connection, or one that begins as a statement does. A fragment inside drizzle's builder is neither. */
const rawSql = [
  /\b(?:client|pool|connection)\.query\b/,
  /\.execute(?:<[^(]*>)?\(\s*sql\b/,
  /['"`]\s*(?:select|insert into|delete from|lock table|with \w+ as|update \w+ set)\s/,
  // A type that nothing checks: what a fragment gives is read by `mapWith`.
  /\bsql</,
]
/** Raw SQL beside `*.sql.ts`, each with its reason. */
const rawSqlAllowed: Readonly<Record<string, string>> = {
  'server/db/statement.ts': 'runs the statements of *.sql.ts',
  'server/db/orm.ts': 'begins and ends transactions',
  'server/db/embedded/engine.ts': 'runs on the engine itself, before there is a pool',
  'server/db/client.ts': 'asks whether the database answers, and measures what others ask',
  'server/db/migrate.ts': 'takes its lock before there is a table',
  'server/db/maintenance.ts':
    'checkpoint and vacuum are commands to the engine, and it makes and drops the months of the ledger',
  'server/backup/move.ts': 'copies tables, whatever their columns are',
  'server/ports/jobs/library.ts': 'passes on the statements of pg-boss',
  'server/ports/events/postgres.ts': 'listen takes no parameters',
}

/** The raw SQL of a module of the server that is no `*.sql.ts`: there each statement has the schema of its rows. */
export function misplacedSql({ path, text }: SourceFile): string[] {
  if (!path.startsWith('server/') || path.endsWith('.sql.ts') || path in rawSqlAllowed) return []
  const code = withoutComments(text)
  return rawSql.flatMap((pattern) => pattern.exec(code)?.[0].trim() ?? [])
}
