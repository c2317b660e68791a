import type { User, UserPayload } from '#contract/account/model.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { Api } from '#contract/api.ts'
import { ageOn, type LocalDate } from '#contract/local-date.ts'
import type { SessionInfo } from '#contract/account/settings.ts'
import type { providers } from '#server/db/schema/providers.ts'
import type { Credentials, UserRow } from './repo.ts'
import type { SessionRow } from './own-sessions.ts'

/** What the device keeps of the signed-in person. */
export function presentPayload(
  user: Pick<Credentials, 'id' | 'userType' | 'role' | 'firstname' | 'lastname'>,
): UserPayload {
  return {
    _id: user.id,
    userT: user.userType,
    ...(user.role === null ? {} : { role: user.role }),
    firstname: user.firstname,
    lastname: user.lastname,
  }
}

/** Of a provider's line in the directory, what leaves with their profile. */
export type PracticeFacts = Pick<
  typeof providers.$inferSelect,
  'languages' | 'seesMinors' | 'minorsClearedAt' | 'reviewedAt'
>

/** A person in the fields of a view. `today` is the server's day, for the age; providers come with their practice. */
export function presentUser(
  view: User['view'],
  user: UserRow,
  today: LocalDate,
  practice?: PracticeFacts,
): ReplyOf<Api['getUser']> {
  const card = {
    ...presentPayload(user),
    name: `${user.firstname} ${user.lastname}`,
    profileImg: user.profileImg,
    state: user.state,
    country: user.country,
    bio: user.bio,
  }
  const { role, ...openCard } = card
  switch (view) {
    case 'card':
      return {
        ...openCard,
        view,
        specialization: user.specialization,
        gender: user.gender,
        languages: practice?.languages ?? [],
        seesMinors: Boolean(practice?.seesMinors && practice.minorsClearedAt),
        reviewedAt: practice?.reviewedAt?.toISOString() ?? null,
      }
    case 'client':
      return {
        ...openCard,
        view,
        age: ageOn(user.birthDate, today),
        score: user.shareScore ? user.score : null,
      }
    case 'full':
    case 'admin':
      return {
        ...openCard,
        ...(role === undefined ? {} : { role }),
        ...privateFields(user, today),
        ...(practice ? { practice: presentPractice(practice) } : {}),
        view,
      }
  }
}

/** A place where the person is signed in; `tokenHash` is that of the session that asks. */
export function presentSession(row: SessionRow, tokenHash: string): SessionInfo {
  return {
    id: row.id,
    current: row.tokenHash === tokenHash,
    userAgent: row.userAgent,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
  }
}

function presentPractice(practice: PracticeFacts) {
  return {
    languages: practice.languages,
    seesMinors: practice.seesMinors,
    clearedForMinors: practice.minorsClearedAt !== null,
    reviewedAt: practice.reviewedAt?.toISOString() ?? null,
  }
}

function privateFields(user: UserRow, today: LocalDate) {
  return {
    specialization: user.specialization,
    username: user.username,
    email: user.email,
    birthDate: user.birthDate,
    age: ageOn(user.birthDate, today),
    gender: user.gender,
    phoneNumber: user.phoneNumber,
    score: user.score,
    verifiedAt: user.verifiedAt?.toISOString() ?? null,
    rejectedReason: user.rejectedReason,
    shareScore: user.shareScore,
  }
}
