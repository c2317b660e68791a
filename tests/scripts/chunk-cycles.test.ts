import { expect, test } from 'vitest'
import { chunkCycles } from '../../scripts/chunk-cycles.ts'

function chunk(fileName: string, ...imports: string[]) {
  return { fileName, imports }
}

test('chunks that only share what they need are no cycle', () => {
  const chunks = [chunk('page', 'member', 'shared'), chunk('shared', 'member'), chunk('member')]
  expect(chunkCycles(chunks)).toEqual([])
})

test('chunks that need each other are named, with the way around', () => {
  const chunks = [
    chunk('page', 'member'),
    chunk('member', 'terms'),
    chunk('terms', 'shared'),
    chunk('shared', 'member'),
  ]
  expect(chunkCycles(chunks)).toEqual([['member', 'terms', 'shared', 'member']])
})

test('a file that is not of the build ends the way', () => {
  expect(chunkCycles([chunk('page', 'https://elsewhere.example/x.js')])).toEqual([])
})
