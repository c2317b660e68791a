import { expect, test } from 'vitest'
import { deadRules, isMemberOnly, isShared, loadedWithPage } from '../../scripts/chunks.ts'

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
  '/src/features/account/words.ts': [
    '/src/features/account/pages/login-screen.tsx',
    '/src/features/account/call.ts',
  ],
  '/src/a.ts': ['/src/b.ts', '/src/features/trackers/pages/trackers-page.tsx'],
  '/src/b.ts': ['/src/a.ts'],
}
const dynamicImporters: Record<string, string[]> = {
  '/src/routes/_member.trackers.tsx?tsr-split=component': ['/src/routes/_member.trackers.tsx'],
  '/src/routes/login.tsx?tsr-split=component': ['/src/routes/login.tsx'],
  '/src/features/account/call.ts': ['/src/features/account/pages/login-screen.tsx'],
}
const linksOf = (id: string) => ({
  importers: importers[id] ?? [],
  dynamicImporters: dynamicImporters[id] ?? [],
})

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

test.each([
  ['/src/ui/card.tsx', true],
  ['/src/features/account/pages/login-screen.tsx', false],
  // What its page loads on demand finds it there.
  ['/src/features/account/words.ts', false],
])('%s is shared by parts that are loaded by themselves: %s', (id, expected) => {
  expect(isShared(id, linksOf)).toBe(expected)
})

test('a page of members asks for what the frame around it does not bring; others for all that they need', () => {
  const needed = ['assets/shared-a.js', 'assets/styles-a.css', 'assets/member-a.js']
  expect(loadedWithPage('assets/_member.trackers-a.js', needed)).toEqual(['assets/styles-a.css'])
  expect(loadedWithPage('assets/_member-a.js', needed)).toEqual(needed)
  expect(loadedWithPage('assets/first-steps-a.js', needed)).toEqual(needed)
})

test('a rule for files that are gone is found', () => {
  expect(deadRules(['/app/src/routes/try.tsx?tsr-split=component'])).not.toContain(
    'src/routes/try.tsx',
  )
  expect(deadRules(['/app/src/routes/trying.tsx'])).toContain('src/routes/try.tsx')
})
