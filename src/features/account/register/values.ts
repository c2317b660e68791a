import type { AskedField, UserType } from '#contract/account/model.ts'

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
