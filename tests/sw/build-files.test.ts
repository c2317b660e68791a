import { afterEach, expect, test } from 'vitest'
import { removeCaches } from '#tests/offline/fake-caches.ts'
import { installCacheStorage } from '#tests/offline/stored-responses.ts'
import { retire, retireFiles } from '../../sw/build-files.ts'

afterEach(removeCaches)

/** Which files are in the precache after each build of a row was activated, one after the other. */
function generations(builds: readonly (readonly string[])[]): string[][] {
  let cached: string[] = []
  let left: string[] = []
  return builds.map((build) => {
    cached = [...new Set([...cached, ...build])]
    const { stay, go } = retire(cached, new Set(build), new Set(left))
    left = stay
    cached = cached.filter((file) => !go.includes(file))
    return cached.toSorted()
  })
}

test('the files of a build stay for one generation after it', () => {
  expect(
    generations([
      ['a1', 'b1'],
      ['a2', 'b1'],
      ['a3', 'b1'],
      ['a3', 'b2'],
    ]),
  ).toEqual([
    ['a1', 'b1'],
    ['a1', 'a2', 'b1'],
    ['a2', 'a3', 'b1'],
    ['a3', 'b1', 'b2'],
  ])
})

test('a build that is taken back finds its files, and they are kept for what they are then', () => {
  expect(generations([['a1'], ['a2'], ['a1', 'a2'], ['a1'], ['a3'], ['a4']])).toEqual([
    ['a1'],
    ['a1', 'a2'],
    ['a1', 'a2'],
    ['a1', 'a2'],
    ['a1', 'a3'],
    ['a3', 'a4'],
  ])
})

/** A device that has these files of the app, and in the other cache what an older worker or the last activation left there. */
function deviceWith(files: readonly string[], left: Record<string, string> = {}) {
  const stored = installCacheStorage()
  const responses = (of: Record<string, string>) =>
    new Map(Object.entries(of).map(([url, body]) => [url, new Response(body)]))
  stored.set('precache', responses(Object.fromEntries(files.map((url) => [url, 'code']))))
  if (Object.keys(left).length > 0) stored.set('previous-build', responses(left))
  return {
    files: () => [...(stored.get('precache') ?? new Map()).keys()],
    other: () => [...(stored.get('previous-build') ?? new Map()).keys()],
  }
}

test('a first build leaves no list behind', async () => {
  const device = deviceWith(['a1'])
  await retireFiles('precache', new Set(['a1']))
  expect([device.files(), device.other()]).toEqual([['a1'], []])
})

test('the copies of an older worker go, and the files of the build before stay, until the one after', async () => {
  const device = deviceWith(['a1', 'a2'], { a0: 'code' })
  await retireFiles('precache', new Set(['a2']))
  expect([device.files(), device.other()]).toEqual([['a1', 'a2'], ['/previous-build.json']])
  await retireFiles('precache', new Set(['a3']))
  await expect.poll(device.files).toEqual(['a2'])
})

test.each(['not a list', '{"a1":1}', '[1]'])(
  'a list that cannot be read, %s, counts as none: no file goes too early, and the next list is whole',
  async (body) => {
    const device = deviceWith(['a1', 'a2'], { '/previous-build.json': body })
    await retireFiles('precache', new Set(['a2']))
    expect(device.files()).toEqual(['a1', 'a2'])
    await retireFiles('precache', new Set(['a2']))
    await expect.poll(device.files).toEqual(['a2'])
  },
)
