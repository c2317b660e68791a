import type { languages } from '../reference/languages.ts'

type Language = (typeof languages)[number]

/** By whom a directory is ordered: what they speak, best first, and where they live. */
export interface Reader {
  readonly languages: readonly Language[]
  readonly country: string | undefined
}

/** Nothing is known of them: the order is by name alone. */
export const unknownReader: Reader = { languages: [], country: undefined }

/** The most languages of a reader that count. */
export const readerLanguagesMax = 3

/** How well a provider fits a reader, the best first: one has to speak with them before it matters where they are. */
export const fits = [0, 1, 2, 3] as const
export type Fit = (typeof fits)[number]

/** What each fit says: whether they have a language in common, and whether they are in one country. */
export const fitFacts: Readonly<Record<Fit, { readonly speaks: boolean; readonly near: boolean }>> =
  {
    0: { speaks: true, near: true },
    1: { speaks: true, near: false },
    2: { speaks: false, near: true },
    3: { speaks: false, near: false },
  }

/** How well a provider fits a reader: the order of lists, on the server and on the device. */
export function fitOf(
  provider: { readonly languages: readonly string[]; readonly country: string | null },
  reader: Reader,
): Fit {
  const speaks = reader.languages.some((language) => provider.languages.includes(language))
  const near = reader.country !== undefined && provider.country === reader.country
  const fit = fits.find((one) => fitFacts[one].speaks === speaks && fitFacts[one].near === near)
  return fit ?? 3
}

/** The fits that a provider can have for a reader, best first: whoever says no country is near nobody. */
export function fitsFor({ languages, country }: Reader): readonly Fit[] {
  return fits.filter((fit) => {
    const { speaks, near } = fitFacts[fit]
    return (!speaks || languages.length > 0) && (!near || country !== undefined)
  })
}

/** What a list is sorted by as one text: the fit, then the name. */
export function fitKey(fit: Fit, nameKey: string): string {
  return `${fit}${nameKey}`
}

/** The fit and the name of such a text; undefined for what is none. */
export function fitKeyParts(key: string): { fit: Fit; nameKey: string } | undefined {
  const fit = fits.find((one) => key.startsWith(String(one)))
  return fit === undefined ? undefined : { fit, nameKey: key.slice(1) }
}
