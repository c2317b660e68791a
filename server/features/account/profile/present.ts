import type { ProviderCard, User, UserPayload } from '#contract/account/model.ts'
import { ageOn, type LocalDate } from '#contract/local-date.ts'
import type { SessionInfo } from '#contract/account/settings.ts'
import type { PaperName } from '#server/db/schema/papers.ts'
import type { PaperFact, PracticeFacts } from './practice-repo.ts'
import type { Credentials, UserRow } from '../repo.ts'
import type { SessionRow } from '../sign-in/own-sessions.ts'

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

/** A person's row as far as any view shows it: the hash of the password is not even read for a list. */
export type ShownUser = Omit<UserRow, 'passwordHash'>

/** A person in the fields of a view. `today` is the server's day, for the age; providers come with their practice. */
export function presentUser(
  view: User['view'],
  user: ShownUser,
  today: LocalDate,
  practice: PracticeFacts | undefined,
): User {
  switch (view) {
    case 'card':
      return presentCard(user, practice)
    case 'client':
      return {
        ...openFields(user),
        view,
        age: ageOn(user.birthDate, today),
        score: user.shareScore ? user.score : null,
      }
    case 'full':
      return { ...privateFields(user, today, practice), view }
    case 'admin':
      return presentAdmin(user, today, practice)
  }
}

/** A care provider as every member sees them. */
export function presentCard(user: ShownUser, practice: PracticeFacts | undefined): ProviderCard {
  return {
    ...openFields(user),
    view: 'card',
    specialization: user.specialization,
    gender: user.gender,
    languages: practice?.languages ?? [],
    seesMinors: Boolean(practice?.seesMinors && practice.minorsClearedAt),
    reviewedAt: practice?.reviewedAt?.toISOString() ?? null,
  }
}

/** A care provider as a superAdmin sees them. */
export function presentAdmin(
  user: ShownUser,
  today: LocalDate,
  practice: PracticeFacts | undefined,
): Extract<User, { view: 'admin' }> {
  return { ...privateFields(user, today, practice), view: 'admin' }
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

function openFields(user: ShownUser) {
  return {
    _id: user.id,
    userT: user.userType,
    firstname: user.firstname,
    lastname: user.lastname,
    name: `${user.firstname} ${user.lastname}`,
    profileImg: user.profileImg,
    state: user.state,
    country: user.country,
    bio: user.bio,
  }
}

function privateFields(user: ShownUser, today: LocalDate, practice: PracticeFacts | undefined) {
  return {
    ...openFields(user),
    ...(user.role === null ? {} : { role: user.role }),
    specialization: user.specialization,
    username: user.username,
    email: user.email,
    birthDate: user.birthDate,
    age: ageOn(user.birthDate, today),
    gender: user.gender,
    phoneNumber: user.phoneNumber,
    score: user.score,
    verifiedAt: user.verifiedAt?.toISOString() ?? null,
    emailConfirmedAt: user.emailConfirmedAt?.toISOString() ?? null,
    approvedAt: user.approvedAt?.toISOString() ?? null,
    rejectedReason: user.rejectedReason,
    shareScore: user.shareScore,
    // Spec 3 names a city; nobody is asked for one.
    city: null,
    ...presentPapers(user, practice),
    ...(practice ? { practice: presentPractice(practice) } : {}),
  }
}

/** The file name under which a paper is handed out. */
export function paperFileName({ paper, kind }: PaperFact): string {
  return `${paper}.${kind === 'jpeg' ? 'jpg' : kind}`
}

/** Left out where nobody read them. */
function presentPapers({ userType }: ShownUser, practice: PracticeFacts | undefined) {
  const papers = userType === 'ServiceProvider' ? practice?.papers : []
  if (!papers) return {}
  const named = (name: PaperName) => {
    const found = papers.find(({ paper }) => paper === name)
    return found ? paperFileName(found) : null
  }
  return { resume: named('resume'), workLicense: named('workLicense') }
}

function presentPractice(practice: PracticeFacts) {
  return {
    languages: practice.languages,
    seesMinors: practice.seesMinors,
    clearedForMinors: practice.minorsClearedAt !== null,
    minorsAskedAt: practice.minorsAskedAt?.toISOString() ?? null,
    reviewedAt: practice.reviewedAt?.toISOString() ?? null,
  }
}
