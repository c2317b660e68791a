import { expect, test } from 'vitest'
import { isMemberOnly } from '../../scripts/member-only.ts'

const importers: Record<string, string[]> = {
  '/src/routes/_member.trackers.tsx?tsr-split=component': [],
  '/src/routes/login.tsx?tsr-split=component': [],
  '/src/routes/dev.kit.tsx': [],
  '/src/app/trackers-page.tsx': ['/src/routes/_member.trackers.tsx?tsr-split=component'],
  '/src/ui/tag.tsx': ['/src/app/trackers-page.tsx', '/src/routes/dev.kit.tsx'],
  '/src/ui/card.tsx': ['/src/app/trackers-page.tsx', '/src/app/login-screen.tsx'],
  '/src/app/login-screen.tsx': ['/src/routes/login.tsx?tsr-split=component'],
  '/src/a.ts': ['/src/b.ts', '/src/app/trackers-page.tsx'],
  '/src/b.ts': ['/src/a.ts'],
}
const linksOf = (id: string) => ({ importers: importers[id] ?? [] })

test.each([
  ['/src/app/trackers-page.tsx', true],
  ['/src/ui/tag.tsx', true],
  ['/src/ui/card.tsx', false],
  ['/src/app/login-screen.tsx', false],
])('%s is for members alone: %s', (id, expected) => {
  expect(isMemberOnly(id, linksOf)).toBe(expected)
})

test('modules that need each other come to an end', () => {
  expect(isMemberOnly('/src/a.ts', linksOf)).toBe(true)
})
