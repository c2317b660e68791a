import type { CallInput } from '#contract/endpoint.ts'
import type { Api } from '#contract/api.ts'

/** A password that every rule lets pass. */
export const goodPassword = 'Right-Pass1!'

/** The fields of a registration that every rule lets pass; `given` overrides any of them. */
export function registrationFields(
  given: Partial<CallInput<Api['registerAdolescent']>['body']> = {},
): CallInput<Api['registerAdolescent']>['body'] {
  return {
    email: 'new.person@example.org',
    username: 'new.person',
    password: goodPassword,
    confirmPassword: goodPassword,
    firstname: 'New',
    lastname: 'Person',
    birthDate: '2010-05-05',
    gender: 'Female',
    country: 'Egypt',
    state: 'Giza',
    phoneNumber: '+20 0123 456 7890',
    ...given,
  }
}
