import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { baseLanguage } from '#contract/language.ts'
import { allMessages } from '../scripts/review-states.ts'
import { sourceFiles } from './architecture/source-files.ts'

test('every message has a place where it is said', () => {
  const code = sourceFiles(['.ts', '.tsx']).filter(
    ({ path }) => /^(src|sw)\//.test(path) && !path.includes('/paraglide/'),
  )
  const said = new Set(code.flatMap(({ text }) => text.match(/\b[a-z]+(?:_[a-z\d]+)+\b/g) ?? []))
  expect([...allMessages(baseLanguage).keys()].filter((key) => !said.has(key))).toEqual([])
})

/** What says something in the chosen language. */
const speaking = /\/(?:paraglide\/messages\.js|i18n\/speech\.ts|lib\/dates\.ts)$/

test('nothing is said while a module loads: the language may be chosen later', () => {
  const code = sourceFiles(['.ts', '.tsx']).filter(({ path }) => /^(src|sw)\//.test(path))
  const early = code.flatMap(({ path, text }) => saidAtOnce(path, text))
  expect(early).toEqual([])
})

test.each([
  ['const a = m.shell_title()', 1],
  ['const a = { b: [m.shell_title()] }', 1],
  ['export const days = [0].map((day) => m.shell_title())', 1],
  ['const days = new Map([[1, ui_ok()]])', 1],
  ['const a = m.shell_title', 0],
  ['const a = () => m.shell_title()', 0],
  ['function f() { return m.shell_title() }', 0],
  ['class A { b() { return ui_ok() } }', 0],
])('%s says %i at once', (statement, count) => {
  const imports = `import * as m from '#src/i18n/paraglide/messages.js'
    import { ui_ok } from '#src/i18n/paraglide/messages.js'\n`
  expect(saidAtOnce('a.ts', imports + statement)).toHaveLength(count)
})

interface Node {
  readonly type: string
  readonly [part: string]: unknown
}

/** The calls that run when a module is loaded: in it, and in functions that are handed over there and then. */
function saidAtOnce(path: string, text: string): string[] {
  const body = parseSync(path, text).program.body as unknown as readonly Node[]
  const names = new Set(body.flatMap((statement) => importedNames(statement)))
  if (names.size === 0) return []
  const found: string[] = []
  function walk(part: unknown, handedOver: boolean): void {
    if (Array.isArray(part)) return part.forEach((each) => walk(each, handedOver))
    if (typeof part !== 'object' || part === null || !('type' in part)) return
    const node = part as Node
    if (/Function|MethodDefinition/.test(node.type) && !handedOver) return
    if (node.type === 'CallExpression' && names.has(rootName(node['callee']))) found.push(path)
    for (const [name, inside] of Object.entries(node)) {
      // A method such as `map` runs what it is handed; React's `memo` and `lazy` do so later.
      walk(inside, name === 'arguments' && (node['callee'] as Node).type === 'MemberExpression')
    }
  }
  walk(body, false)
  return found
}

function importedNames(statement: Node): string[] {
  const { source, specifiers } = statement as Node & {
    source?: { value: string }
    specifiers?: { local: { name: string } }[]
  }
  if (statement.type !== 'ImportDeclaration' || !speaking.test(source?.value ?? '')) return []
  return specifiers?.map(({ local }) => local.name) ?? []
}

function rootName(callee: unknown): string {
  const { name, object } = callee as { name?: string; object?: { name?: string } }
  return name ?? object?.name ?? ''
}
