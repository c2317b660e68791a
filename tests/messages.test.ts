import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from './architecture/source-files.ts'

const folder = new URL('../src/i18n/messages/', import.meta.url)

/** The keys of all messages, without the one that names the files' schema. */
function messageKeys(): string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return files
    .flatMap((name) =>
      Object.keys(JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as object),
    )
    .filter((key) => !key.startsWith('$'))
}

test('every message has a place where it is said', () => {
  const code = sourceFiles(['.ts', '.tsx']).filter(
    ({ path }) => /^(src|sw)\//.test(path) && !path.includes('/paraglide/'),
  )
  const said = new Set(code.flatMap(({ text }) => text.match(/\b[a-z]+(?:_[a-z\d]+)+\b/g) ?? []))
  expect(messageKeys().filter((key) => !said.has(key))).toEqual([])
})
