import type { FullUser } from '#contract/account/profile.ts'
import { day } from '#tests/support/day.ts'

/** A young person as they see themself; `given` overrides any field. */
export function fullUser(given: Partial<FullUser> = {}): FullUser {
  return {
    view: 'full',
    _id: '0193a000-0000-7000-8000-000000000001',
    userT: 'Adolescent',
    firstname: 'Lina',
    lastname: 'Haddad',
    name: 'Lina Haddad',
    profileImg: null,
    state: 'Beirut',
    country: 'Lebanon',
    bio: 'Sketchbook always in my bag.',
    specialization: null,
    username: 'lina.h',
    email: 'lina@zync.example',
    birthDate: day('2010-04-18'),
    age: 16,
    gender: 'Female',
    phoneNumber: '+96100000101',
    score: 140,
    verifiedAt: null,
    ...given,
  }
}
