import type { UserPayload } from '#contract/account/model.ts'
import {
  fieldsOf,
  type ProfileFieldName,
  type ProfileValue,
  type ProfileView,
  type User,
} from '#contract/account/profile.ts'
import { ageOn, type LocalDate } from '#contract/local-date.ts'
import type { SessionInfo } from '#contract/account/settings.ts'
import type { NotedRead } from '#server/features/sharing/index.ts'
import type { PaperName } from '#server/db/schema/papers.ts'
import type { FileReply } from '#server/http/static/file-response.ts'
import type { PaperFact, PracticeFacts } from './profile-repo.ts'
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

/** Views that are a person's own, or every member's to see. */
type OpenView = 'full' | 'card'

/** A view that others have of a person leaves with a noted look at it alone. */
type ProofFor<View extends ProfileView> = [View] extends [OpenView] ? [] : [noted: NotedRead]

/** A person in the fields of a view. `today` is the server's day, for the age; providers come with their practice. */
export function presentUser<View extends ProfileView>(
  view: View,
  user: ShownUser,
  today: LocalDate,
  practice: PracticeFacts | undefined,
  ..._noted: ProofFor<View>
): Extract<User, { view: View }> {
  const fields = fieldsOf(view).map((name) => [
    name,
    valueOf[name]({ view, user, today, practice }),
  ])
  const shown = fields.filter(([, value]) => value !== undefined)
  // The table of fields and `valueOf` hold each field's type together.
  return Object.fromEntries(shown) as Extract<User, { view: View }>
}

/** Whom a view shows, and to whom. */
interface Shown {
  readonly view: ProfileView
  readonly user: ShownUser
  readonly today: LocalDate
  readonly practice: PracticeFacts | undefined
}

/** Each field of a profile, of what the database knows of a person; undefined leaves it out. */
const valueOf: {
  readonly [Name in ProfileFieldName]: (
    shown: Shown,
  ) => ProfileValue<Name> | (Name extends 'score' ? null : never)
} = {
  _id: ({ user }) => user.id,
  userT: ({ user }) => user.userType,
  firstname: ({ user }) => user.firstname,
  lastname: ({ user }) => user.lastname,
  name: ({ user }) => `${user.firstname} ${user.lastname}`,
  profileImg: ({ user }) => user.profileImg,
  state: ({ user }) => user.state,
  country: ({ user }) => user.country,
  bio: ({ user }) => user.bio,
  view: ({ view }) => view,
  specialization: ({ user }) => user.specialization,
  gender: ({ user }) => user.gender,
  languages: ({ practice }) => practice?.languages ?? [],
  seesMinors: ({ practice }) => Boolean(practice?.seesMinors && practice.minorsClearedAt),
  reviewedAt: ({ practice }) => practice?.reviewedAt?.toISOString() ?? null,
  username: ({ user }) => user.username,
  email: ({ user }) => user.email,
  role: ({ user }) => user.role ?? undefined,
  birthDate: ({ user }) => user.birthDate,
  age: ({ user, today }) => ageOn(user.birthDate, today),
  phoneNumber: ({ user }) => user.phoneNumber,
  city: () => null,
  resume: (shown) => presentPaper(shown, 'resume'),
  workLicense: (shown) => presentPaper(shown, 'workLicense'),
  score: ({ view, user }) => (view === 'client' && !user.shareScore ? null : user.score),
  verifiedAt: ({ user }) => user.verifiedAt?.toISOString() ?? null,
  emailConfirmedAt: ({ user }) => user.emailConfirmedAt?.toISOString() ?? null,
  approvedAt: ({ user }) => user.approvedAt?.toISOString() ?? null,
  rejectedReason: ({ user }) => user.rejectedReason,
  language: ({ user }) => user.language,
  shareScore: ({ user }) => user.shareScore,
  practice: ({ practice }) => practice && presentPractice(practice),
}

/** A young person's points. */
export function presentScore(
  { score }: Pick<UserRow, 'score'>,
  _noted: NotedRead,
): { score: number } {
  return { score }
}

/** A paper's own bytes. */
export function presentPaperFile(file: FileReply, _noted: NotedRead): FileReply {
  return file
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

/** The file name under which a paper is handed out. */
export function paperFileName({ paper, kind }: PaperFact): string {
  return `${paper}.${kind === 'jpeg' ? 'jpg' : kind}`
}

/** Left out where it was not read. */
function presentPaper({ user, practice }: Shown, name: PaperName): string | null | undefined {
  const papers = user.userType === 'ServiceProvider' ? practice?.papers : []
  if (!papers) return undefined
  const found = papers.find(({ paper }) => paper === name)
  return found ? paperFileName(found) : null
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
