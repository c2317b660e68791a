import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { baseLanguage, languages } from '#contract/language.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const guides = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root }).sort()]

test.each(guides)('every path that %s names is there', (guide) => {
  const paths = pathsIn(readFileSync(`${root}/${guide}`, 'utf8'))
  expect(paths.filter((path) => globSync(path, { cwd: root }).length === 0)).toEqual([])
})

test('the paths of a guide are found, and those with a name to fill in are left out', () => {
  const text =
    'In `src/data` and `docs/*.md`, not in `contract/<feature>/api.ts`, `src/x/y` or `npm run check`.'
  expect(pathsIn(text)).toEqual(['src/data', 'docs/*.md'])
})

test('the guide to changes names every place in which a further language has words', () => {
  const further = languages.filter((language) => language !== baseLanguage).join('|')
  const ending = new RegExp(`(?<=[/.-])(?:${further})(?=\\.(?:json|md|tsx?)$)`)
  const files = globSync('{contract,demo,docs,server,src,sw}/**/*', { cwd: root })
  const places = files
    .filter((path) => ending.test(path) && !path.startsWith('src/i18n/paraglide/'))
    .map((path) => path.replace(ending, '<language>'))
    .map((path) => path.replace(/^src\/i18n\/messages\/[^/]+/, 'src/i18n/messages/<feature>'))
  expect(places).toContain('server/words/<language>.ts')
  const guide = readFileSync(`${root}/docs/HOW-TO.md`, 'utf8')
  expect([...new Set(places)].filter((place) => !guide.includes(`\`${place}\``))).toEqual([])
})

test('the glossary stays short', () => {
  const text = readFileSync(`${root}/docs/ARCHITECTURE.md`, 'utf8')
  const glossary = /## Glossary\n(.*?)\n## /s.exec(text)?.[1] ?? ''
  const terms = glossary.split('\n').filter((line) => line.startsWith('| ')).length - 2
  expect(terms).toBeGreaterThan(0)
  expect(terms).toBeLessThanOrEqual(25)
})

/** Paths from the root between backticks; `x` stands for the name of any feature. */
function pathsIn(text: string): string[] {
  const named = [...text.matchAll(/`((?:contract|server|src|sw|tests|docs|demo)\/[\w./*-]+)`/g)]
  return named.map(([, path]) => path ?? '').filter((path) => !path.split('/').includes('x'))
}
