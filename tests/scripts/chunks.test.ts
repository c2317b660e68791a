import { expect, test } from 'vitest'
import { isMemberOnly } from '../../scripts/chunks.ts'

const importers: Record<string, string[]> = {
  '/src/routes/_member.trackers.tsx?tsr-split=component': [],
  '/src/routes/login.tsx?tsr-split=component': [],
  '/src/routes/dev.kit.tsx': [],
  '/src/features/trackers/pages/trackers-page.tsx': [
    '/src/routes/_member.trackers.tsx?tsr-split=component',
  ],
  '/src/ui/tag.tsx': ['/src/features/trackers/pages/trackers-page.tsx', '/src/routes/dev.kit.tsx'],
  '/src/ui/card.tsx': [
    '/src/features/trackers/pages/trackers-page.tsx',
    '/src/features/account/pages/login-screen.tsx',
  ],
  '/src/features/account/pages/login-screen.tsx': ['/src/routes/login.tsx?tsr-split=component'],
  '/src/a.ts': ['/src/b.ts', '/src/features/trackers/pages/trackers-page.tsx'],
  '/src/b.ts': ['/src/a.ts'],
}
const linksOf = (id: string) => ({ importers: importers[id] ?? [] })

test.each([
  ['/src/features/trackers/pages/trackers-page.tsx', true],
  ['/src/ui/tag.tsx', true],
  ['/src/ui/card.tsx', false],
  ['/src/features/account/pages/login-screen.tsx', false],
])('%s is for members alone: %s', (id, expected) => {
  expect(isMemberOnly(id, linksOf)).toBe(expected)
})

test('modules that need each other come to an end', () => {
  expect(isMemberOnly('/src/a.ts', linksOf)).toBe(true)
})
