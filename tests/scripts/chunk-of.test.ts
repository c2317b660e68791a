import { expect, test } from 'vitest'
import { createChunkOf, type ModuleFacts } from '../../scripts/chunk-of.ts'

const texts = '/src/i18n/paraglide/messages'
const large = 'x'.repeat(5_000)

/** Each module with its importers; `code` is empty unless a case needs it. */
const modules: Record<string, Partial<ModuleFacts>> = {
  '/src/routes/_member.tsx?tsr-split=component': {},
  '/src/routes/_member.trackers.tsx?tsr-split=component': {},
  '/src/routes/_member.booking.$providerId.tsx?tsr-split=component': {},
  '/src/routes/_member.sessions.tsx?tsr-split=component': {},
  '/src/routes/login.tsx?tsr-split=component': {},
  '/src/routes/register.tsx?tsr-split=component': {},
  '/src/routes/store.tsx?tsr-split=component': {},
  '/src/trackers-page.tsx': from('_member.trackers', 'm.trackers_hours(); m.ui_close()'),
  '/src/sessions.tsx': from('_member.sessions'),
  '/src/price.tsx': {
    importers: [split('_member.sessions'), split('_member.booking.$providerId')],
  },
  '/src/card.tsx': { importers: ['/src/trackers-page.tsx', '/src/sessions.tsx'] },
  '/contract/money.ts': { importers: ['/src/trackers-page.tsx', '/src/sessions.tsx'] },
  '/src/login-screen.tsx': from('login', 'm.ui_close()'),
  '/src/field.tsx': { importers: ['/src/login-screen.tsx', '/src/trackers-page.tsx'] },
  '/src/personal.tsx': { importers: [split('register'), '/src/trackers-page.tsx'] },
  '/src/login.module.css': { importers: ['/src/login-screen.tsx'] },
  '/src/card.module.css': { importers: ['/src/card.tsx'] },
  '/src/store-page.tsx': from('store'),
  '/src/frame.tsx': from('_member'),
  '/src/log-in-call.ts': {},
  '/src/chart.tsx': { importedIds: ['/node_modules/chart.js/dist/chart.js'] },
  '/src/large.tsx': { code: large },
  '/src/a.ts': { importers: ['/src/b.ts', '/src/trackers-page.tsx'] },
  '/src/b.ts': { importers: ['/src/a.ts'] },
  '/node_modules/forms/index.js': {
    code: large,
    importers: [split('register'), '/src/trackers-page.tsx'],
  },
  [`${texts}.js`]: { importers: ['/src/trackers-page.tsx', '/src/login-screen.tsx'] },
  [`${texts}/_index.js`]: { importers: [`${texts}.js`] },
  [`${texts}/trackers_hours.js`]: { importers: [`${texts}/_index.js`] },
  [`${texts}/ui_close.js`]: { importers: [`${texts}/_index.js`] },
}

function split(route: string): string {
  return `/src/routes/${route}.tsx?tsr-split=component`
}

function from(route: string, code = ''): Partial<ModuleFacts> {
  return { importers: [split(route)], code }
}

function factsOf(id: string): ModuleFacts {
  return { code: '', importers: [], importedIds: [], ...modules[id] }
}

test.each([
  ['/src/trackers-page.tsx', 'trackers', 'its one page'],
  ['/src/price.tsx', 'care', 'the two pages of its area'],
  ['/src/store-page.tsx', 'visitor', 'the seldom pages of visitors'],
  ['/src/card.tsx', 'shared', 'pages of members'],
  ['/src/frame.tsx', 'shared', 'the frame around the pages of members'],
  ['/contract/money.ts', 'terms', 'pages of members, as the contract'],
  ['/src/field.tsx', 'common', 'the login too'],
  ['/src/personal.tsx', 'open', 'a page of visitors that is not the first'],
  ['/src/login.module.css', 'common', 'the styles of visitors'],
  ['/src/card.module.css', 'shared', 'the styles of members'],
  ['/src/log-in-call.ts', 'parts', 'nothing at once, being small'],
  ['/src/large.tsx', null, 'nothing at once, being large'],
  ['/src/chart.tsx', null, 'nothing at once, drawing charts'],
  ['/node_modules/forms/index.js', null, 'several pages, as a large package'],
  [`${texts}/trackers_hours.js`, 'trackers', 'the page that says it'],
  [`${texts}/ui_close.js`, 'common', 'each page that says it'],
])('%s is in %s: needed by %s', (id, chunk, _pages) => {
  expect(createChunkOf()(id, factsOf)).toBe(chunk)
})

test('modules that need each other come to an end', () => {
  expect(createChunkOf()('/src/b.ts', factsOf)).toBe('trackers')
})
