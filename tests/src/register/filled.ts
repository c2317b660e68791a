import type {
  AccountFields,
  PersonalFields,
  RegistrationValues,
} from '#src/features/account/register/values.ts'

export const goodAccount: AccountFields = {
  email: 'lina@example.org',
  username: 'lina',
  firstname: 'Lina',
  lastname: 'Haddad',
  password: 'Right-Pass1!',
  confirmPassword: 'Right-Pass1!',
}

export const picture = new File(['picture'], 'me.png', { type: 'image/png' })

export const goodPersonal: PersonalFields = {
  profileImg: picture,
  resume: undefined,
  workLicense: undefined,
  bio: '',
  specialization: '',
  seesMinors: false,
  birthDate: '2010-05-05',
  gender: 'Female',
  country: 'Egypt',
  state: 'Giza',
  phoneNumber: '100 123 4567',
  agreed: true,
}

/** A registration that every rule lets pass; `given` overrides parts of it. */
export function filled(given: Partial<RegistrationValues> = {}): RegistrationValues {
  return { type: 'Adolescent', account: goodAccount, personal: goodPersonal, ...given }
}
