import * as v from 'valibot'
import { countries } from '#contract/reference/countries.ts'
import type { CountryCode } from '#contract/reference/helplines.ts'

/** The country, and its state, that decides which numbers work. */
export interface HelpRegion {
  readonly country: CountryCode
  readonly state?: string | undefined
}

const storageKey = 'helpPlace'
const codes = countries.map(({ iso2 }) => iso2)
const regionSchema = v.object({ country: v.picklist(codes), state: v.optional(v.string()) })
const storedSchema = v.pipe(v.string(), v.parseJson(), regionSchema)

/** The region that was chosen on this device; undefined before that. */
export function chosenRegion(): HelpRegion | undefined {
  const parsed = v.safeParse(
    storedSchema,
    attempt(() => localStorage.getItem(storageKey)),
  )
  return parsed.success ? parsed.output : undefined
}

/** Remembers a choice on this device, until the next logout. */
export function chooseRegion(region: HelpRegion): void {
  attempt(() => localStorage.setItem(storageKey, JSON.stringify(region)))
}

/** The region of a profile; undefined where it names none of our countries. */
export function regionOfProfile(
  profile: { country: string | null; state: string | null } | undefined,
): HelpRegion | undefined {
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
