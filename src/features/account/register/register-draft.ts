import * as v from 'valibot'
import { userTypeSchema } from '#contract/account/model.ts'
import { deleteDraft, saveDraft, readDraft } from '#src/lib/draft.ts'
import { emptyAccount, emptyPersonal, type RegistrationValues } from './values.ts'

const draftName = 'register'
const text = v.optional(v.string(), '')

/** What may be stored: each field named, so that a password or a file cannot slip in. */
const draftSchema = v.object({
  type: v.optional(userTypeSchema),
  account: v.object({ email: text, username: text, firstname: text, lastname: text }),
  personal: v.object({
    bio: text,
    specialization: text,
    seesMinors: v.optional(v.boolean(), false),
    birthDate: text,
    gender: text,
    country: text,
    state: text,
    phoneNumber: text,
  }),
})

/** What of a registration is stored on the device: text alone, without the password and without the consent. */
export function draftText(values: RegistrationValues): string {
  return JSON.stringify(v.parse(draftSchema, values))
}

/** The values of a stored text; undefined for none and for one that cannot be read. */
export function valuesOfDraft(stored: string): RegistrationValues | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), draftSchema), stored)
  if (!parsed.success) return undefined
  const { type, account, personal } = parsed.output
  return {
    type,
    account: { ...emptyAccount, ...account },
    personal: { ...emptyPersonal, ...personal },
  }
}

/** What this tab knew of a registration before it was reloaded. */
export function readRegistration(): RegistrationValues | undefined {
  return valuesOfDraft(readDraft(draftName))
}

export function saveRegistration(values: RegistrationValues): void {
  saveDraft(draftName, draftText(values))
}

/** The registration is done: nothing of it stays. */
export function deleteRegistration(): void {
  deleteDraft(draftName)
}
