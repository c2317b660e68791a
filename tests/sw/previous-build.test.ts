import { expect, test } from 'vitest'
import { retire } from '../../sw/previous-build.ts'

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
