import type { Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { withMemberStart } from '../../scripts/member-start.ts'

function chunk(name: string, given: Partial<Rolldown.OutputChunk> = {}): Rolldown.OutputChunk {
  const parts = { name, fileName: `assets/${name}.js`, isEntry: false, imports: [], moduleIds: [] }
  return { ...parts, ...given } as unknown as Rolldown.OutputChunk
}

const built = [
  chunk('first', { isEntry: true }),
  chunk('member', { moduleIds: ['/app/src/session/member-database.ts'] }),
  chunk('_member', { imports: ['assets/first.js', 'assets/member.js', 'assets/shared.js'] }),
  chunk('shared'),
  chunk('_member.dashboard', { imports: ['assets/shared.js', 'assets/today.js'] }),
  chunk('today', { viteMetadata: { importedCss: new Set(['assets/today.css']) } as never }),
  chunk('_member.chats'),
]
const page = '<head><meta charset="utf-8" /><title>Zync</title></head>'

/** What the block asks for, run as a page at `pathname` would. */
function askedAt(pathname: string, token: string | null): string[] {
  const block = /<script>(.*)<\/script>/s.exec(withMemberStart(page, built))?.[1]
  const asked: string[] = []
  const document = {
    createElement: () => ({}),
    head: {
      append: ({ rel, href }: { rel: string; href: string }) => asked.push(`${rel} ${href}`),
    },
  }
  const localStorage = { getItem: (key: string) => (key === 'token' ? token : null) }
  // oxlint-disable-next-line typescript/no-implied-eval -- the text of the block is what is under test
  new Function('document', 'localStorage', 'location', block ?? 'throw 1')(document, localStorage, {
    pathname,
  })
  return asked
}

const frame = ['_member', 'member', 'shared'].map((name) => `modulepreload /assets/${name}.js`)

test('a page asks for the frame of a member, and at the start page for its scripts and styles, each once', () => {
  expect(askedAt('/trial', 'secret').toSorted()).toEqual(frame.toSorted())
  expect(askedAt('/dashboard', 'secret').toSorted()).toEqual(
    [
      ...frame,
      'modulepreload /assets/_member.dashboard.js',
      'modulepreload /assets/today.js',
      'preload /assets/today.css',
    ].toSorted(),
  )
})

test('a page asks for nothing where nobody is logged in', () => {
  expect(askedAt('/dashboard', null)).toEqual([])
})

test('the block is the first thing behind the encoding, and a page without that tag is refused', () => {
  expect(withMemberStart(page, built)).toMatch(/^<head><meta charset="utf-8" \/><script>/)
  expect(() => withMemberStart(page.replace('" />', '">'), built)).toThrow('The page has no')
  expect(() => withMemberStart(page, [])).toThrow('no script')
})
