import { countryNames } from '#contract/reference/countries.ts'
import { languages } from '#contract/reference/languages.ts'
import { readerLanguagesMax, type Reader } from '#contract/providers/fit.ts'

/** Whoever reads a list as the server is told of them; nothing where nothing is known, so that the list comes by name. */
export function fitQuery(
  reader: Reader,
): { sort: 'fit'; speaks?: string; near?: (typeof countryNames)[number] } | object {
  const near = countryNames.find((name) => name === reader.country)
  const speaks = reader.languages.join(',')
  if (near === undefined && speaks === '') return {}
  return { sort: 'fit', ...(speaks && { speaks }), ...(near && { near }) }
}

/** The directory's own names of what a browser asks for: `ar-EG` is Arabic. */
export function languagesOf(tags: readonly string[]): Reader['languages'] {
  const named = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
  const names = tags.flatMap((tag) => {
    const [code = ''] = tag.split('-')
    return /^[a-z]{2,3}$/i.test(code) ? [named.of(code)] : []
  })
  const known = languages.filter((language) => names.some((name) => isSame(language, name)))
  return known.toSorted((a, b) => places(names, a) - places(names, b)).slice(0, readerLanguagesMax)
}

function places(names: readonly (string | undefined)[], language: string): number {
  return names.findIndex((name) => isSame(language, name))
}

/** The directory's word for Persian is another one. */
function isSame(language: string, name: string | undefined): boolean {
  return language === (name === 'Persian' ? 'Farsi' : name)
}
