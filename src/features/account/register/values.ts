import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { type UserType, userTypeSchema } from '#contract/account/model.ts'
import type { AskedField } from '#contract/account/profile.ts'
import { registrationFieldsSchema } from '#contract/account/registration.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { deleteDraft, saveDraft, readDraft } from '#src/lib/dirty.ts'
import { showToast } from '#src/ui/message/toast.tsx'
import type { Step } from '../addresses.ts'
import { confirms } from '../confirm-rule.ts'
import { saveLoginEmail } from '../login/login-email.ts'
import type { RegisterAttempt } from './register-call.ts'

/** Step 2, by the names of the registration's fields. */
export interface AccountFields {
  email: string
  username: string
  firstname: string
  lastname: string
  password: string
  confirmPassword: string
}

type AskedFile = AskedField<'everyone' | 'providers', true>

type AskedText = Exclude<AskedField<'everyone' | 'providers'>, keyof AccountFields | 'seesMinors'>

/** Step 3: what else the registration asks for, by the names of its fields; an empty text is no answer yet. */
export interface PersonalFields
  extends Record<AskedFile, File | undefined>, Record<AskedText, string> {
  /** Whether a care provider sees people under 18. */
  seesMinors: boolean
  agreed: boolean
}

/** Everything that a registration is made of, as far as it has been filled in. */
export interface RegistrationValues {
  type: UserType | undefined
  account: AccountFields
  personal: PersonalFields
}

export const emptyAccount: AccountFields = {
  email: '',
  username: '',
  firstname: '',
  lastname: '',
  password: '',
  confirmPassword: '',
}

export const emptyPersonal: PersonalFields = {
  profileImg: undefined,
  resume: undefined,
  workLicense: undefined,
  bio: '',
  specialization: '',
  seesMinors: false,
  /** `YYYY-MM-DD`; a part that is not chosen yet is empty. */
  birthDate: '',
  gender: '',
  country: '',
  state: '',
  /** Without the country's prefix. */
  phoneNumber: '',
  agreed: false,
}

export const accountNames = Object.keys(emptyAccount) as (keyof AccountFields)[]

export const personalNames = Object.keys(emptyPersonal) as (keyof PersonalFields)[]

const { email, username, firstname, lastname, password } = registrationFieldsSchema.entries

/** Spec 5, step 2. */
export const accountSchema = v.pipe(
  v.object({ email, username, firstname, lastname, password, confirmPassword: v.string() }),
  confirms<AccountFields>('password', m.register_mismatch),
)

export const stepNames: Record<Step, () => string> = {
  1: m.register_step_type,
  2: m.register_step_account,
  3: m.register_step_personal,
}

/** Spec 4: the furthest step that may be seen; each needs the steps before it to be valid. */
export function furthestStep({ type, account }: RegistrationValues): Step {
  if (!type) return 1
  return v.is(accountSchema, account) ? 3 : 2
}

/** Where a wish to go leads: back freely, forward as far as the steps are valid. */
export function reachableStep(wanted: Step, values: RegistrationValues): Step {
  const furthest = furthestStep(values)
  return wanted < furthest ? wanted : furthest
}

/** The first step that shows one of these fields; step 3 has all that the others have not. */
export function stepOfFields(fields: readonly string[]): Step {
  return fields.some((field) => Object.hasOwn(emptyAccount, field)) ? 2 : 3
}

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

/** Whether anything of step 3 was filled in, which is where files are chosen. */
export function hasPersonalText({ personal }: RegistrationValues): boolean {
  return Object.values(personal).some((value) => typeof value === 'string' && value !== '')
}

export function saveRegistration(values: RegistrationValues): void {
  saveDraft(draftName, draftText(values))
}

export interface Submission {
  /** Sends once, however often it is called meanwhile. */
  send: (values: RegistrationValues, national: string) => Promise<void>
  failure: string | undefined
  /** The step that the failure is about. */
  refusedStep: Step | undefined
  /** How many times the server has refused. */
  count: number
  emailTaken: boolean
  accountRefusals: Refusals<AccountFields> | undefined
  personalRefusals: Refusals<PersonalFields> | undefined
}

interface Failure {
  text: string
  step: Step
  fields: Readonly<Record<string, string>>
  sent: RegistrationValues
}

export interface SubmissionOptions {
  onStep: (step: Step) => void
  /** `codeSent`: a code to confirm the email is on its way. Not called for who is on another page by then. */
  onRegistered: (outcome: { codeSent: boolean }) => void
}

/** The way of a registration to the server and of its refusal back to the fields it is about. */
export function useSubmission({ onStep, onRegistered }: SubmissionOptions): Submission {
  const [failure, setFailure] = useState<Failure>()
  const [count, setCount] = useState(0)
  const underWay = useRef(false)
  const shown = useRef(false)

  // An effect because the answer may come when the person is on another page.
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])

  async function send(values: RegistrationValues, national: string) {
    if (underWay.current || !values.type) return
    underWay.current = true
    setFailure(undefined)
    const attempt = await attemptToSend(values.type, values, national)
    underWay.current = false
    if (attempt.status === 'registered') {
      // Nothing of it stays.
      deleteDraft(draftName)
      saveLoginEmail(values.account.email.trim())
      if (shown.current) onRegistered(attempt)
      else showToast({ text: m.register_welcome_title(), tone: 'success' })
      return
    }
    if (!shown.current) {
      showToast({ text: attempt.text, tone: 'danger' })
      return
    }
    const step = stepOfFields(Object.keys(attempt.fields))
    setFailure({ text: attempt.text, step, fields: attempt.fields, sent: values })
    setCount(count + 1)
    onStep(step)
  }

  return {
    send,
    count,
    failure: failure?.text,
    refusedStep: failure?.step,
    emailTaken: failure?.fields['email'] !== undefined,
    accountRefusals: failure && { texts: failure.fields, sent: failure.sent.account },
    personalRefusals: failure && { texts: failure.fields, sent: failure.sent.personal },
  }
}

/** The call answers with a text; what throws is a part of the app that did not load. */
async function attemptToSend(
  type: NonNullable<RegistrationValues['type']>,
  values: RegistrationValues,
  national: string,
): Promise<RegisterAttempt> {
  try {
    const { sendRegistration } = await import('./register-call.ts')
    return await sendRegistration(type, values, national)
  } catch {
    const text = m.register_failed({ message: m.register_unreachable() })
    return { status: 'failed', text, fields: {} }
  }
}

/** What the server said about fields, together with what they held then. */
export interface Refusals<Fields> {
  readonly texts: Readonly<Partial<Record<keyof Fields & string, string>>>
  readonly sent: Fields
}

/** The server's text about a field, for as long as the field still holds what was refused. */
export function refusalOf<Fields, Name extends keyof Fields & string>(
  refusals: Refusals<Fields> | undefined,
  name: Name,
  value: Fields[Name],
): string | undefined {
  return refusals && Object.is(refusals.sent[name], value) ? refusals.texts[name] : undefined
}
