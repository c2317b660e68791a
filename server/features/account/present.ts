import type { User, UserPayload } from '#contract/account/model.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { Api } from '#contract/api.ts'
import { ageOn, type LocalDate } from '#contract/local-date.ts'
import type { SessionInfo } from '#contract/account/settings.ts'
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

/** A person in the fields of a view. `today` is the server's day, for the age. */
export function presentUser(
  view: User['view'],
  user: UserRow,
  today: LocalDate,
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
      return { ...openCard, view, specialization: user.specialization }
    case 'client':
      return { ...openCard, view, age: ageOn(user.birthDate, today), score: user.score }
    case 'full':
    case 'admin':
      return {
        ...openCard,
        ...(role === undefined ? {} : { role }),
        ...privateFields(user, today),
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
  }
}
