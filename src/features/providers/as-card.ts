import type { ProviderCard, User } from '#contract/account/model.ts'

/** A provider as a card, whatever the viewer may see of them: only a card is ever kept for offline. */
export function asCard(provider: Exclude<User, { view: 'client' }>): ProviderCard {
  if (provider.view === 'card') return provider
  const { _id, userT, firstname, lastname, name, profileImg, state, country, bio } = provider
  const { specialization, gender, practice } = provider
  return {
    view: 'card',
    _id,
    userT,
    firstname,
    lastname,
    name,
    profileImg,
    state,
    country,
    bio,
    specialization,
    gender,
    languages: practice?.languages ?? [],
    seesMinors: practice !== undefined && practice.seesMinors && practice.clearedForMinors,
    reviewedAt: practice?.reviewedAt ?? null,
  }
}
