import { describe, expect, test } from 'vitest'
import { retiredNames } from './architecture/retired-words.ts'
import { documents, sourceFiles, type SourceFile } from './architecture/source-files.ts'
import {
  ambientReads,
  dateFormats,
  folderFilesMax,
  fullFolders,
  hasDefaultExport,
  isBarrel,
  isHiddenBarrel,
  isKebabCase,
  isNamelessName,
  isTooLong,
  linesMax,
  machinePaths,
  misplacedSql,
  testLinesMax,
  unfinishedLines,
  speechFormats,
  unreasonedSuppressions,
} from './architecture/style.ts'

const code = sourceFiles(['.ts', '.tsx', '.css'])
const everything = [
  ...sourceFiles(['.ts', '.tsx', '.css', '.json', '.html', '.sh', '.sql']),
  ...documents(),
]

describe('every file', () => {
  test('is looked at', () => {
    expect(code.length).toBeGreaterThan(300)
    expect(everything.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['README.md', 'package.json', 'src/routes/index.tsx', 'sw/sw.ts']),
    )
  })

  test('is one thing: no longer than its limit', () => {
    expect(pathsOf(code.filter(isTooLong))).toEqual([])
  })

  test('stands in a folder that can be looked over', () => {
    expect(fullFolders(pathsOf(code))).toEqual([])
  })

  test('is called after what it holds, in kebab-case', () => {
    const paths = pathsOf(code)
    expect(paths.filter(isNamelessName)).toEqual([])
    expect(paths.filter((path) => !isKebabCase(path))).toEqual([])
  })

  test('holds something of its own: there are no barrels', () => {
    expect(pathsOf(code.filter(isBarrel))).toEqual([])
    expect(pathsOf(code.filter(isHiddenBarrel))).toEqual([])
  })

  test('exports by name', () => {
    // A test runner asks some of its own modules for a default.
    const ours = code.filter(({ path }) => !path.startsWith('tests/'))
    expect(pathsOf(ours.filter(hasDefaultExport))).toEqual([])
  })

  test('is finished', () => {
    expect(linesOf(everything, unfinishedLines)).toEqual([])
  })

  test('says why it silences a tool', () => {
    expect(linesOf(code, unreasonedSuppressions)).toEqual([])
  })

  test('takes time, chance and ids as arguments where it is pure', () => {
    expect(linesOf(code, ambientReads)).toEqual([])
  })

  test('formats dates and times in one module', () => {
    expect(linesOf(code, dateFormats)).toEqual([])
  })

  test('formats numbers and compares names in one module', () => {
    expect(linesOf(code, speechFormats)).toEqual([])
  })

  test('uses the field’s words where it has come to them', () => {
    expect(linesOf(code, retiredNames)).toEqual([])
  })

  test('has raw SQL in *.sql.ts alone', () => {
    expect(linesOf(code, misplacedSql)).toEqual([])
  })

  test('names no place on anybody’s own machine', () => {
    expect(linesOf(everything, machinePaths)).toEqual([])
  })
})

describe('the rules bite', () => {
  const file = (text: string, path = 'src/app/a.ts'): SourceFile => ({ path, text })

  test('one line over the limit', () => {
    expect(isTooLong(file('\n'.repeat(linesMax)))).toBe(false)
    expect(isTooLong(file('\n'.repeat(linesMax + 1)))).toBe(true)
    expect(isTooLong(file('\n'.repeat(testLinesMax), 'tests/a.test.ts'))).toBe(false)
    expect(isTooLong(file('\n'.repeat(testLinesMax + 1), 'tests/a.test.ts'))).toBe(true)
  })

  test('one file more than a folder holds', () => {
    const files = (count: number, folder: string) =>
      Array.from({ length: count }, (_, index) => `${folder}/${index}.ts`)
    expect(fullFolders(files(folderFilesMax, 'src/app'))).toEqual([])
    expect(fullFolders(files(folderFilesMax + 1, 'src/app'))).toEqual(['src/app'])
    expect(fullFolders(files(folderFilesMax + 1, 'src/routes'))).toEqual([])
    expect(fullFolders(files(folderFilesMax + 1, 'tests/e2e'))).toEqual([])
  })

  test.each([
    ["export { a } from './a.ts'", true],
    ["// all of it\nexport * from './a.ts'\nexport type { B } from './b.ts'\n", true],
    ["export * as a from './a.ts'", true],
    ["export { a } from './a.ts'\nexport const b = 1", false],
    ["import { a } from './a.ts'\nexport const b = a", false],
    ['', false],
  ])('%j: a barrel? %s', (text, barrel) => {
    expect(isBarrel(file(text))).toBe(barrel)
  })

  test.each([
    ['server/features/chat/service.ts', "export { a } from './a.ts'\nexport const b = 1", true],
    ['server/features/chat/index.ts', "export { a } from './a.ts'\nexport const b = 1", false],
    ['server/features/chat/service.ts', "import { a } from './a.ts'\nexport const b = a", false],
  ])('%s: %j: a hidden barrel? %s', (path, text, barrel) => {
    expect(isHiddenBarrel(file(text, path))).toBe(barrel)
  })

  test.each([
    ['src/app/utils.ts', true],
    ['src/app/helpers/a.ts', true],
    ['contract/types.ts', true],
    ['server/misc.ts', true],
    ['src/ui/index.ts', true],
    ['server/features/chat/rows/index.ts', true],
    ['server/features/chat/index.ts', false],
    ['src/routes/index.tsx', false],
    ['src/app/session.ts', false],
  ])('%s: a name that says nothing? %s', (path, nameless) => {
    expect(isNamelessName(path)).toBe(nameless)
  })

  test.each([
    ['src/app/logOut.ts', false],
    ['src/app/log_out.ts', false],
    ['src/app/Button.tsx', false],
    ['src/app/log-out.ts', true],
    ['src/ui/card/card.module.css', true],
    ['tests/a.test.ts', true],
    ['src/routes/_member.dashboard.tsx', true],
  ])('%s: kebab-case? %s', (path, fits) => {
    expect(isKebabCase(path)).toBe(fits)
  })

  test.each([
    ['// oxlint-disabl', 'e-next-line no-empty', 1],
    ['// oxlint-disabl', 'e-next-line no-empty -- short', 1],
    ['// oxlint-disabl', 'e-next-line no-empty -- a stream that ended is what we wanted', 0],
    ['// @ts-expect-erro', 'r', 1],
    ['/* @ts-nochec', 'k */', 1],
  ])('%s%s is %i too many', (start, end, count) => {
    expect(unreasonedSuppressions(file(`${start}${end}`))).toHaveLength(count)
  })

  test.each([
    [['// T', 'ODO: later'], 1],
    [['/** F', 'IXME */'], 1],
    [['const mast', 'odon = 1'], 0],
  ] as const)('%j is %i unfinished', (parts, count) => {
    expect(unfinishedLines(file(parts.join('')))).toHaveLength(count)
  })

  test.each([
    [["const a = '/", "home/nour/zync'"], 1],
    [['cd /', 'work/main'], 1],
    [["open('file:///", "Users/nour')"], 1],
    [["path: '/work-license'"], 0],
    [["'/me/home/'"], 0],
  ] as const)('%j is %i of a machine', (parts, count) => {
    expect(machinePaths(file(parts.join('')))).toHaveLength(count)
  })

  test.each([
    ['contract/a.ts', 'const now = Date.now()', 1],
    ['contract/a.ts', 'const now = new Date()', 1],
    ['contract/a.ts', 'const day = new Date(epochMs)', 0],
    ['src/offline/engine/outbox.ts', 'const opId = crypto.randomUUID()', 1],
    ['src/offline/engine/drain-now.ts', 'const now = Date.now()', 0],
    ['server/features/trackers/service.ts', 'Math.random()', 1],
    ['server/features/trackers/index.ts', 'Math.random()', 0],
    ['contract/a.ts', '// Date.now() would read the clock', 0],
  ])('in %s, %j is %i of the world outside', (path, text, count) => {
    expect(ambientReads(file(text, path))).toHaveLength(count)
  })

  test.each([
    ['src/app/a.ts', "new Intl.DateTimeFormat('en-US')", 1],
    ['src/app/a.ts', 'const at = day.toLocaleDateString()', 1],
    ['contract/a.ts', 'Intl.DateTimeFormat().resolvedOptions().timeZone', 1],
    ['src/lib/dates.ts', "new Intl.DateTimeFormat('en-US')", 0],
    ['src/app/a.ts', "new Intl.NumberFormat('en-US')", 0],
    ['server/a.ts', "new Intl.DateTimeFormat('en-US')", 0],
  ])('in %s, %j is %i date formatted outside of its module', (path, text, count) => {
    expect(dateFormats(file(text, path))).toHaveLength(count)
  })

  test.each([
    ['src/offline/engine/batch.ts', 'const flight = 1', 1],
    ['src/offline/engine/batch.ts', 'startFlight(db)', 1],
    ['src/offline/flight.ts', '', 1],
    ['src/offline/engine/batch.ts', "db.meta.get('flight')", 0],
    ['src/offline/engine/batch.ts', '// a flight', 0],
    ['src/app/landing/landing-screen.tsx', 'const landing = 1', 0],
    ['server/features/booking/aftermath.ts', '', 1],
    ['server/features/chat/reading.ts', 'const standings = new Map()', 1],
    ['server/features/chat/reading.ts', "call('proveSelf')", 0],
    ['src/offline/engine/outbox.ts', 'const standing = 1', 1],
    ['src/features/account/pages/login-screen.tsx', 'void warmCall()', 1],
    ['src/features/account/pages/login-screen.tsx', 'm.account_not_kept()', 0],
    ['src/features/chat/list/chat-list.tsx', 'const looks = 1, flight = 2', 1],
  ])('in %s, %j is %i retired word', (path, text, count) => {
    expect(retiredNames(file(text, path))).toHaveLength(count)
  })

  test.each([
    ['server/features/chat/repo.ts', "client.query('select 1')", 2],
    ['server/features/chat/repo.ts', 'pool.query<Row>({ name, text, values })', 1],
    ['server/features/chat/repo.ts', 'tx.execute(sql`lock table ${users} in exclusive mode`)', 2],
    ['server/features/chat/repo.ts', 'const text = `select id from users`', 1],
    ['server/features/chat/repo.ts', 'where(sql`${users.birthDate}::text > ${day}`)', 0],
    ['server/features/chat/repo.ts', 'sql<boolean>`${users.role} is not null`', 1],
    ['server/features/chat/repo.ts', 'sql`lower(${users.email})`.mapWith(String)', 0],
    ['server/features/chat/repo.ts', '// client.query', 0],
    ['server/features/chat/repo.ts', 'chatOne.all(client, [userId])', 0],
    ['server/features/chat/chat.sql.ts', 'text: `select id from chats`', 0],
    ['server/db/orm.ts', "client.query('commit')", 0],
    ['tests/server/db/a.test.ts', "client.query('commit')", 0],
  ])('in %s, %j is %i misplaced SQL', (path, text, count) => {
    expect(misplacedSql(file(text, path))).toHaveLength(count)
  })

  test('a default export', () => {
    expect(hasDefaultExport(file('export default 1'))).toBe(true)
    expect(hasDefaultExport(file('// export default 1\nexport const a = 1'))).toBe(false)
  })
})

function pathsOf(files: readonly SourceFile[]): string[] {
  return files.map(({ path }) => path)
}

function linesOf(files: readonly SourceFile[], find: (file: SourceFile) => string[]): string[] {
  return files.flatMap((file) => find(file).map((line) => `${file.path}: ${line.trim()}`))
}
