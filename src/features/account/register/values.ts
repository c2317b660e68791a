import type { UserType } from '#contract/account/model.ts'

/** Step 2, by the names of the registration's fields. */
export interface AccountFields {
  email: string
  username: string
  firstname: string
  lastname: string
  password: string
  confirmPassword: string
}

/** Step 3, by the names of the registration's fields; an empty text is no answer yet. */
export interface PersonalFields {
  profileImg: File | undefined
  resume: File | undefined
  workLicense: File | undefined
  bio: string
  specialization: string
  /** Whether a care provider sees people under 18. */
  seesMinors: boolean
  /** `YYYY-MM-DD`; a part that is not chosen yet is empty. */
  birthDate: string
  gender: string
  country: string
  state: string
  /** Without the country's prefix. */
  phoneNumber: string
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
  birthDate: '',
  gender: '',
  country: '',
  state: '',
  phoneNumber: '',
  agreed: false,
}

export const accountNames = Object.keys(emptyAccount) as (keyof AccountFields)[]
export const personalNames = Object.keys(emptyPersonal) as (keyof PersonalFields)[]
