import * as v from 'valibot'
import { searchKey } from '#contract/fold.ts'
import { isNamed } from '#contract/reference/found-by.ts'
import { userIdSchema } from '../account/model.ts'
import { freeText } from '../free-text.ts'
import { specialties, type Specialty } from '../reference/specialties.ts'

/** Languages that care providers say they work in: those most spoken in the 14 countries, and English names for them. */
export const languages = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Chinese',
  'English',
  'Farsi',
  'French',
  'German',
  'Gujarati',
  'Hindi',
  'Kurdish',
  'Malayalam',
  'Marathi',
  'Portuguese',
  'Punjabi',
  'Russian',
  'Spanish',
  'Swahili',
  'Tamil',
  'Tatar',
  'Telugu',
  'Urdu',
] as const

export const languageSchema = v.picklist(languages)
export const specialtySchema = v.picklist(specialties)

/** Decisions: two specialties have pages of their own for parents, and the grid shows the others (spec 9). */
export const familyTherapist = 'Family Constellation Therapist' satisfies Specialty
export const parentingCoach = 'Parenting Coach' satisfies Specialty
export const gridSpecialties = specialties.filter(
  (specialty) => specialty !== familyTherapist && specialty !== parentingCoach,
)

/** The most languages a provider names. */
export const languagesMax = 10

/** What a provider says about their work. */
export const practiceSchema = v.strictObject({
  /** Whether they see people under 18; it counts once the review has cleared them for it. */
  seesMinors: v.optional(v.boolean()),
  languages: v.optional(
    v.pipe(
      v.array(languageSchema),
      v.maxLength(languagesMax),
      v.transform((given) => [...new Set(given)]),
    ),
  ),
})
export type Practice = v.InferOutput<typeof practiceSchema>

/** Where the review of a provider stands. */
export const reviewStates = ['waiting', 'approved', 'rejected'] as const
export type ReviewState = (typeof reviewStates)[number]

/** The provider reads it at the top of their profile. */
export const reviewReasonCharsMax = 500

export const reviewDecisionSchema = v.variant('decision', [
  v.strictObject({
    decision: v.literal('approve'),
    /** Whether the papers allow them to work with people under 18. */
    clearedForMinors: v.boolean(),
    /** The list in which the provider stood for whoever decides: in another one meanwhile, nothing is decided. */
    seenState: v.optional(v.picklist(reviewStates)),
  }),
  v.strictObject({
    decision: v.literal('reject'),
    reason: v.pipe(
      freeText(),
      v.minLength(1, 'Say why: the provider reads the reason.'),
      v.maxLength(reviewReasonCharsMax),
    ),
  }),
])
export type ReviewDecision = v.InferOutput<typeof reviewDecisionSchema>

/** Somebody under 18 who has to do with a provider about whom a superAdmin decides. */
export const minorConcernedSchema = v.object({
  id: userIdSchema,
  firstname: v.string(),
  lastname: v.string(),
  connection: v.picklist(['none', 'pending', 'accepted']),
  /** Sessions to come with this provider. */
  sessions: v.pipe(v.number(), v.integer()),
})
export type MinorConcerned = v.InferOutput<typeof minorConcernedSchema>

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
const fits = [0, 1, 2, 3] as const

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

/** More words than these are no name. */
const wordsMax = 8

/**
 * The words of a search, as they are compared; undefined when nothing was typed, which finds everybody. Signs alone are
 * no words and find nobody.
 */
export function searchWords(query: string): readonly string[] | undefined {
  if (query.trim() === '') return undefined
  const key = searchKey(query)
  return key === '' ? [] : key.split(' ').slice(0, wordsMax)
}

/** What is searched of a provider (spec 2): first name, last name and specialization. */
export function providerSearchText(provider: {
  readonly firstname: string
  readonly lastname: string
  readonly specialization: string | null
}): string {
  return searchKey(`${provider.firstname} ${provider.lastname} ${provider.specialization ?? ''}`)
}

/** Of whom a search is about: `searchText` is their `providerSearchText`. */
interface SearchedProvider {
  readonly searchText: string
  readonly specialization: string | null
}

/** True when every word of the query stands somewhere in the text, or names the specialty in another language. */
export function matchesSearch(
  { searchText, specialization }: SearchedProvider,
  words: readonly string[] | undefined,
): boolean {
  if (words === undefined) return true
  const specialty = specialties.find((one) => one === specialization)
  const named = (word: string) => specialty !== undefined && isNamed(specialty, word)
  return words.length > 0 && words.every((word) => searchText.includes(word) || named(word))
}
