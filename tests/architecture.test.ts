import { describe, expect, test } from 'vitest'
import { brokenBorder, featureCycle, featureImports, featurePairs } from './architecture/borders.ts'
import { importsOf, targetOf } from './architecture/imports.ts'
import { sourceFiles } from './architecture/source-files.ts'

const modules = sourceFiles(['.ts', '.tsx']).filter(({ path }) =>
  /^(contract|server|src|sw)\//.test(path),
)

describe('the borders of the architecture', () => {
  test('hold in every module', () => {
    const broken = modules.flatMap(({ path, text }) =>
      importsOf(text).flatMap((specifier) => {
        const border = brokenBorder(path, targetOf(path, specifier))
        return border ? [`${path} imports ${specifier}: ${border}`] : []
      }),
    )
    expect(broken).toEqual([])
  })

  test.each([
    'contract',
    'server/features',
    'server/http',
    'server/db',
    'src/offline',
    'src/ui',
    'src/lib',
    'src/session',
    'src/features',
    'src/app',
    'src/routes',
    'sw',
  ])('have something to judge in %s', (area) => {
    const files = modules.filter(({ path }) => path.startsWith(`${area}/`))
    expect(files.flatMap(({ text }) => importsOf(text)).length).toBeGreaterThan(0)
  })

  test.each([
    ['contract/trackers/model.ts', '#server/env.ts'],
    ['contract/trackers/model.ts', 'node:crypto'],
    ['contract/trackers/model.ts', 'dexie'],
    ['contract/trackers/model.ts', '../../src/offline/api.ts'],
    ['server/features/trackers/service.ts', '../account/repo.ts'],
    ['server/features/trackers/service.ts', '../account/service.ts'],
    ['server/features/trackers/service.ts', '#server/features/account/policy.ts'],
    ['server/features/trackers/service.ts', '#src/offline/api/api.ts'],
    ['server/features/trackers/service.ts', 'react'],
    ['server/http/session/caller.ts', '../../features/account/service.ts'],
    ['server/db/client.ts', '#server/features/account/repo.ts'],
    ['server/main.ts', '#tests/support/server.ts'],
    ['server/main.ts', './features/account/routes.ts'],
    ['src/offline/api/api.ts', '#src/lib/online.ts'],
    ['src/offline/api/api.ts', '../../session/session.ts'],
    ['src/offline/api/api.ts', 'react'],
    ['src/offline/api/api.ts', 'dexie-react-hooks'],
    ['sw/sw.ts', '#src/session/session.ts'],
    ['sw/sw.ts', '#src/ui/button/button.tsx'],
    ['sw/sw.ts', 'react-dom/client'],
    ['src/ui/button/button.tsx', '#contract/api.ts'],
    ['src/ui/button/button.tsx', '#src/offline/storage/database.ts'],
    ['src/ui/button/button.tsx', '#src/features/trackers/entries-resource.ts'],
    ['src/ui/button/button.tsx', 'dexie'],
    ['src/lib/online.ts', '#src/session/session.ts'],
    ['src/features/trackers/day-entry.ts', '#src/features/sync/when.ts'],
    ['src/features/trackers/day-entry.ts', '../sync/when.ts'],
    ['src/features/trackers/day-entry.ts', '#src/app/guards.ts'],
    ['src/features/trackers/day-entry.ts', '#src/routes/index.tsx'],
    ['src/features/trackers/day-entry.ts', 'node:fs'],
    ['src/features/trackers/day-entry.ts', 'dexie-react-hooks'],
    ['src/app/guards.ts', 'dexie-react-hooks'],
    ['src/routes/index.tsx', '#server/env.ts'],
    ['src/app/guards.ts', '#tests/support/day.ts'],
    ['src/session/session.ts', '#src/features/trackers/entries-resource.ts'],
    ['src/session/session.ts', '#src/app/guards.ts'],
    ['src/lib/online.ts', '#src/session/session.ts'],
    ['src/features/trackers/day-entry.ts', '#src/routeTree.gen.ts'],
  ])('would be broken by %s importing %s', (importer, specifier) => {
    expect(brokenBorder(importer, targetOf(importer, specifier))).toBeDefined()
  })

  test.each([
    ['server/features/trackers/service.ts', '../account/index.ts'],
    ['server/features/trackers/service.ts', './repo.ts'],
    ['server/main.ts', './features/account/index.ts'],
    ['src/features/account/settings/panel.tsx', '../own-profile.ts'],
    ['src/routes/index.tsx', '#src/features/trackers/entries-resource.ts'],
    ['src/app/guards.ts', '#contract/api.ts'],
    ['src/features/trackers/day-entry.ts', '#src/session/session.ts'],
    ['src/features/trackers/day-entry.ts', '@tanstack/react-router'],
    ['src/data/resource.ts', 'dexie-react-hooks'],
    ['sw/sw.ts', '#src/offline/engine/drain-now.ts'],
    ['sw/sw.ts', 'workbox-precaching'],
    ['src/ui/button/button.tsx', './class-names.ts'],
  ])('allow %s to import %s', (importer, specifier) => {
    expect(brokenBorder(importer, targetOf(importer, specifier))).toBeUndefined()
  })
})

describe('the features of the server', () => {
  const imports = modules.flatMap(({ path, text }) =>
    importsOf(text).map((specifier) => [path, targetOf(path, specifier)] as const),
  )

  test('import each other in no circle', () => {
    expect(featureImports(imports).size).toBeGreaterThan(5)
    expect(featureCycle(featureImports(imports))).toBeUndefined()
  })

  test('are all in the one list', () => {
    const found = modules.flatMap(
      ({ path }) => /^server\/features\/([^/]+)\//.exec(path)?.[1] ?? [],
    )
    const listed = imports
      .filter(([importer]) => importer === 'server/features.ts')
      .map(([, target]) => /^server\/features\/([^/]+)\/index\.ts$/.exec(target)?.[1])
    expect(new Set(listed)).toEqual(new Set(found))
  })

  test('a circle is found, however long', () => {
    const between = (...pairs: [string, string][]) =>
      featureImports(
        pairs.map(([from, to]) => [
          `server/features/${from}/service.ts`,
          `server/features/${to}/index.ts`,
        ]),
      )
    expect(featureCycle(between(['a', 'b'], ['b', 'c'], ['c', 'b']))).toEqual(['b', 'c', 'b'])
    expect(featureCycle(between(['a', 'b'], ['b', 'c'], ['a', 'c'], ['a', 'a']))).toBeUndefined()
  })
})

describe('the pairs of features', () => {
  test('are each in use', () => {
    const used = new Set(
      modules.flatMap(({ path, text }) =>
        importsOf(text).map((specifier) => pairOf(path, targetOf(path, specifier))),
      ),
    )
    const listed = Object.entries(featurePairs).flatMap(([from, others]) =>
      others.map((to) => `${from} -> ${to}`),
    )
    expect(listed.filter((pair) => !used.has(pair))).toEqual([])
  })

  test('have no cycle', () => {
    const reached = (from: string, seen: readonly string[] = []): string[] =>
      (featurePairs[from] ?? []).flatMap((to) =>
        seen.includes(to) ? [to] : [to, ...reached(to, [...seen, to])],
      )
    expect(Object.keys(featurePairs).filter((from) => reached(from).includes(from))).toEqual([])
  })
})

function pairOf(importer: string, target: string): string {
  return [importer, target].map((path) => path.split('/')[2]).join(' -> ')
}

describe('reading imports', () => {
  test.each([
    ["import { a } from './a.ts'", ['./a.ts']],
    ["import type { A } from './a.ts'", ['./a.ts']],
    ["import a, { type B } from '#contract/a.ts'", ['#contract/a.ts']],
    ["import {\n  a,\n  b,\n} from './a.ts'", ['./a.ts']],
    ["import * as v from 'valibot'", ['valibot']],
    ["import './a.css'", ['./a.css']],
    ["export { a } from './a.ts'", ['./a.ts']],
    ["export * from './a.ts'", ['./a.ts']],
    ["const { a } = await import('./a.ts')", ['./a.ts']],
    ["const A = lazy(() => import(\n  './a.tsx'\n))", ['./a.tsx']],
    ["import a from './a.json' with { type: 'json' }", ['./a.json']],
    ["import a from './a.ts'\nimport b from './b.ts'", ['./a.ts', './b.ts']],
    ["// import a from './a.ts'", []],
    ["/* import a from './a.ts' */", []],
    ["const url = 'https://a.b' // import('./a.ts')", []],
    ["export const a = 'from'\nconst b = './b.ts'", []],
  ])('%j names %j', (text, imports) => {
    expect(importsOf(text)).toEqual(imports)
  })

  test.each([
    ['src/app/a.ts', './b.ts', 'src/app/b.ts'],
    ['src/app/a.ts', '../ui/b.ts', 'src/ui/b.ts'],
    ['src/app/a.ts', '#contract/b.ts', 'contract/b.ts'],
    ['src/app/a.ts', './b.css?inline', 'src/app/b.css'],
    ['src/app/a.ts', 'react', 'package:react'],
    ['src/app/a.ts', 'node:fs', 'package:node:fs'],
  ])('from %s, %s leads to %s', (importer, specifier, target) => {
    expect(targetOf(importer, specifier)).toBe(target)
  })
})
