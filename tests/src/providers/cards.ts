import type { ProviderCard } from '#contract/account/profile.ts'

let made = 0

/** A care provider as members see them; `given` overrides any field. */
export function card(given: Partial<ProviderCard> = {}): ProviderCard {
  made += 1
  const firstname = given.firstname ?? 'Sofia'
  const lastname = given.lastname ?? 'Almeida'
  return {
    view: 'card',
    _id: `0193a000-0000-7000-8000-${String(made).padStart(12, '0')}`,
    userT: 'ServiceProvider',
    firstname,
    lastname,
    name: `${firstname} ${lastname}`,
    profileImg: null,
    state: 'Lisbon',
    country: 'Portugal',
    bio: 'I listen first.',
    specialization: 'Psychotherapist',
    gender: 'Female',
    languages: ['English'],
    seesMinors: true,
    reviewedAt: null,
    ...given,
  }
}
