import type { UserPayload } from '#contract/account/model.ts'
import {
  type ProfileView,
  type User,
  fieldsOf,
  type ProfileFieldName,
  type ProfileValue,
} from '#contract/account/profile.ts'
import type { SessionInfo } from '#contract/account/settings.ts'
import { utcDate, ageOn, type LocalDate } from '#contract/local-date.ts'
import type { Database } from '#server/db/client.ts'
import type { PaperName } from '#server/db/schema/providers.ts'
import { pairStatus } from '#server/features/connections/index.ts'
import type { AccessLog, NotedRead, Seen } from '#server/features/sharing/index.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import type { FileReply } from '#server/http/routing/response.ts'
import { authorize } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import { maySeeScore, viewFor, type Asked } from '../policy.ts'
import type { AccountRepo, UserRow, Credentials } from '../repo.ts'
import type { SessionRow } from '../sign-in/own-sessions.ts'
import { practiceOf, type PaperFact, type PracticeFacts } from './profile-repo.ts'

export type People = ReturnType<typeof createPeople>

/** People together with what other features know of them. */
export function createPeople({ database, now }: { database: Database; now: () => number }) {
  async function practiceFor(user: UserRow) {
    return user.userType === 'ServiceProvider' ? practiceOf(database.orm, user.id) : undefined
  }

  return {
    /** A person and what they are to whoever asks: nobody is anything to themself. */
    async asked(actor: Actor, user: UserRow): Promise<Asked> {
      if (actor.userId === user.id) return { user, relation: 'none' }
      const { relation } = await pairStatus(database.pool, actor.userId, user.id, utcDate(now()))
      return { user, relation }
    },

    /** A person as they see themself. */
    async presentOwn(user: UserRow): Promise<User> {
      return presentUser('full', user, utcDate(now()), await practiceFor(user))
    },

    /** A person in the fields of a view; a care provider with their practice. */
    async present(view: ProfileView, user: UserRow, noted: NotedRead): Promise<User> {
      return presentUser(view, user, utcDate(now()), await practiceFor(user), noted)
    },
  }
}

/** What the look at each view is noted as. What every member sees, and one's own, is no look. */
const seenInView: Readonly<Record<ProfileView, (user: UserRow) => readonly Seen[]>> = {
  full: () => [],
  card: () => [],
  admin: ({ id }) => [{ subjectId: id, what: 'profile' }],
  client: ({ id, shareScore }) => [
    { subjectId: id, what: 'profile' },
    ...(shareScore ? [{ subjectId: id, what: 'score' as const }] : []),
  ],
}

/** How people read one another, and themselves. */
export function createPersonReads(deps: {
  readonly repo: Pick<AccountRepo, 'userById'>
  readonly people: People
  readonly accessLog: AccessLog
}) {
  const { repo, people, accessLog } = deps

  /** A person in the fields that the viewer may see; throws `not_found` when there are none. */
  async function user(actor: Actor, id: string): Promise<User> {
    const row = await repo.userById(id)
    const asked = row && (await people.asked(actor, row))
    const view = asked && viewFor(actor, asked)
    if (!row || !view) throw new ProblemError('not_found')
    const reason = view === 'admin' ? 'review' : undefined
    return people.present(view, row, await accessLog.note(actor, seenInView[view](row), reason))
  }

  /** A young person's points. Throws `not_found` for whoever may not see them. */
  async function score(actor: Actor, userId: string): Promise<{ score: number }> {
    const row = await repo.userById(userId)
    if (!row) throw new ProblemError('not_found')
    const asked = authorize(actor, await people.asked(actor, row), maySeeScore)
    const seen = [{ subjectId: userId, what: 'score' as const }]
    return presentScore(asked.user, await accessLog.note(actor, seen))
  }

  return { user, score }
}

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
type ShownUser = Omit<UserRow, 'passwordHash'>

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
function presentScore({ score }: Pick<UserRow, 'score'>, _noted: NotedRead): { score: number } {
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
