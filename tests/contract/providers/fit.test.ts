import { describe, expect, test } from 'vitest'
import {
  fitKey,
  fitKeyParts,
  fitOf,
  fitsFor,
  unknownReader,
  type Reader,
} from '#contract/providers/model.ts'

const reader: Reader = { languages: ['Arabic', 'English'], country: 'Egypt' }
const of = (languages: readonly string[], country: string | null) => ({ languages, country })

describe('how a provider fits a reader', () => {
  test.each([
    [of(['English'], 'Egypt'), 0],
    [of(['French', 'Arabic'], 'Canada'), 1],
    [of(['French'], 'Egypt'), 2],
    [of([], null), 3],
  ])('%j is %i: a language in common counts more than a country', (provider, fit) => {
    expect(fitOf(provider, reader)).toBe(fit)
  })

  test('is the same for all where nothing is known of the reader', () => {
    expect(fitOf(of(['English'], 'Egypt'), unknownReader)).toBe(3)
    expect(fitOf(of([], null), { languages: [], country: undefined })).toBe(3)
  })

  test('has only the fits that somebody can have', () => {
    expect(fitsFor(reader)).toEqual([0, 1, 2, 3])
    expect(fitsFor({ ...reader, country: undefined })).toEqual([1, 3])
    expect(fitsFor({ ...reader, languages: [] })).toEqual([2, 3])
    expect(fitsFor(unknownReader)).toEqual([3])
  })

  test('is read again from what lists are sorted by, and from nothing else', () => {
    expect(fitKeyParts(fitKey(2, 'zoe oster'))).toEqual({ fit: 2, nameKey: 'zoe oster' })
    expect(fitKeyParts('zoe oster')).toBeUndefined()
  })
})
