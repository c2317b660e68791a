import * as v from 'valibot'
import { countries } from '#contract/reference/countries.ts'
import type { CountryCode } from '#contract/reference/helplines.ts'

/** Where somebody is: what decides which numbers work. */
export interface HelpPlace {
  readonly country: CountryCode
  readonly state?: string | undefined
}

const storageKey = 'helpPlace'
const codes = countries.map(({ iso2 }) => iso2)
const placeSchema = v.object({ country: v.picklist(codes), state: v.optional(v.string()) })
const storedSchema = v.pipe(v.string(), v.parseJson(), placeSchema)

/** The place that was chosen on this device; undefined before that. */
export function chosenPlace(): HelpPlace | undefined {
  const parsed = v.safeParse(
    storedSchema,
    attempt(() => localStorage.getItem(storageKey)),
  )
  return parsed.success ? parsed.output : undefined
}

/** Remembers a choice on this device, until somebody logs out. */
export function choosePlace(place: HelpPlace): void {
  attempt(() => localStorage.setItem(storageKey, JSON.stringify(place)))
}

/** The place that a profile tells; undefined where it names none of our countries. */
export function placeOfProfile(
  profile: { country: string | null; state: string | null } | undefined,
): HelpPlace | undefined {
  const country = countries.find(({ name }) => name === profile?.country)
  return country && { country: country.iso2, state: profile?.state ?? undefined }
}

/** A browser that refuses storage must not cost the numbers. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
