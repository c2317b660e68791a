import { expect, test } from 'vitest'
import { baseLanguage, directionOf, languages } from '#contract/language.ts'
import { manifest, manifestIn } from '../../scripts/manifests.ts'

const others = languages.filter((each) => each !== baseLanguage)

test.each(others)(
  'the manifest in %s is the English one in other words: what it leads to is the same',
  (language) => {
    const own = manifestIn(language)
    expect(own).toMatchObject({ lang: language, dir: directionOf(language), id: manifest.id })
    expect(own?.description).not.toBe(manifest.description)
    expect(own?.shortcuts?.map(({ url, icons }) => ({ url, icons }))).toEqual(
      manifest.shortcuts?.map(({ url, icons }) => ({ url, icons })),
    )
    const words = own?.shortcuts?.map(({ name, short_name: short }) => [name, short !== undefined])
    expect(words?.map(([, short]) => short)).toEqual(
      manifest.shortcuts?.map(({ short_name: short }) => short !== undefined),
    )
    expect(
      own?.shortcuts?.some(({ name }, place) => name === manifest.shortcuts?.[place]?.name),
    ).toBe(false)
    expect(own?.screenshots?.map(({ src }) => src)).toEqual(
      manifest.screenshots?.map(({ src }) => src),
    )
  },
)

test('a language without words for it has the English one', () => {
  expect(manifestIn(baseLanguage)).toBeUndefined()
})
