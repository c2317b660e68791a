import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { emailSchema, newPasswordSchema } from '#contract/account/credentials.ts'
import { superAdminRole } from '#contract/account/model.ts'
import type { LocalDate } from '#contract/local-date.ts'
import { reviewReasonCharsMax } from '#contract/providers/model.ts'
import {
  judgePassword,
  mayBeReviewed,
  operatorMayCreate,
  suspendPerson,
  type AccountRepo,
  type Credentials,
  type FitPassword,
  type NewUser,
  type PasswordOwner,
  type Passwords,
  type SecondFactorRepo,
  type UserRow,
} from './features/account/index.ts'
import type { Clearance, Decisions, ReviewRepo } from './features/providers/index.ts'
import { authorize } from './http/session/authorize.ts'
import type { EventBus } from './ports/events/port.ts'
import { isJobKind, type GivenUpJobs } from './ports/jobs/port.ts'

export interface AdminDeps {
  readonly accounts: AccountRepo
  readonly reviews: ReviewRepo
  readonly secondFactors: Pick<SecondFactorRepo, 'endByOperator'>
  /** What follows from closing an account, in the same transaction. */
  readonly clearance: Pick<Clearance, 'changing'>
  /** Ends a review, with everything that follows from it. */
  readonly decide: Decisions
  readonly passwords: Passwords
  readonly givenUp: GivenUpJobs
  readonly events: Pick<EventBus, 'publish'>
  /** Deletes every invented person with all that is theirs; gives how many there were. */
  readonly removeDemoPeople: () => Promise<number>
  /** Deletes those who are there and of whom a file of the server's log says that they were deleted; gives how many. */
  readonly removeAgain: (log: string) => Promise<number>
  /** Gets the new superAdmin's password from the operator. */
  readonly askPassword: () => Promise<string>
  readonly write: (line: string) => void
  readonly now: () => number
  readonly newId: () => string
}

/** A mistake of the operator's, in words for them. */
export class AdminError extends Error {
  override name = 'AdminError'
}

export const adminUsage = `Usage:
  npm run admin -- create <email> [--username name] [--firstname name] [--lastname name]
      makes a superAdmin; the password is asked for, or read from ADMIN_PASSWORD
  npm run admin -- review list
  npm run admin -- review approve <email> [--minors]
      lists a care provider; with --minors they may also see people under 18
  npm run admin -- review reject <email> <reason>
  npm run admin -- demo remove
      deletes the demo people, whose password everybody knows, with all that is theirs
  npm run admin -- snapshot <file>
      writes the embedded database, the files of people and the sealing key into one file, also while the server runs
  npm run admin -- restore <file>
      brings a snapshot into DATA_DIR, which must be empty
  npm run admin -- new-epoch
      after data was put back by other means than restore: phones send again what it may have forgotten
  npm run admin -- delete-again <log>
      before a restored server starts: deletes again whose deletion the server's log tells of
  npm run admin -- move-to-postgres
      copies the embedded database to the PostgreSQL that TARGET_DATABASE_URL names, and compares every table
  npm run admin -- audit [--of <email or id>] [--event <event>] [--since <day>] [--limit <n>]
      shows who did what, newest first; --of finds what a person did and what was done with them
  npm run admin -- jobs list
      shows the work that was given up after its last try: kind, how much, since when, the name of the failure
  npm run admin -- jobs retry <kind>
      gives what was given up of a kind back to its queue, once its failure is mended
  npm run admin -- second-factor off <email>
      for somebody who lost phone and recovery codes: make sure first that it is them; every session of theirs ends
  npm run admin -- suspend <email>
  npm run admin -- unsuspend <email>
      closes an account, or opens it again; every login of it ends, and every session to come is canceled, for good`

/** Runs one command of the operator. Throws `AdminError` for what cannot be done. */
export async function runAdminCommand(deps: AdminDeps, args: readonly string[]): Promise<void> {
  const { positionals, values } = parse(args)
  const [command, action, email = '', ...rest] = positionals
  if (command === 'create' && action !== undefined && email === '') {
    return createAdmin(deps, action, values)
  }
  if (command === 'demo' && action === 'remove' && email === '') return removeDemo(deps)
  if (command === 'delete-again' && action !== undefined && email === '') {
    return removeAgain(deps, action)
  }
  if ((command === 'suspend' || command === 'unsuspend') && action !== undefined && email === '') {
    return suspend(deps, action, command === 'suspend')
  }
  if (command === 'second-factor' && action === 'off' && email !== '' && rest.length === 0) {
    return endSecondFactor(deps, email)
  }
  if (command === 'jobs') return jobs(deps, positionals.slice(1))
  if (command !== 'review') throw new AdminError(adminUsage)
  if (action === 'list' && email === '') return listReviews(deps)
  if (action === 'approve' && email !== '' && rest.length === 0) {
    return approve(deps, email, values.minors ?? false)
  }
  if (action === 'reject' && email !== '') return reject(deps, email, rest.join(' ').trim())
  throw new AdminError(adminUsage)
}

const options = {
  username: { type: 'string' },
  firstname: { type: 'string' },
  lastname: { type: 'string' },
  minors: { type: 'boolean' },
} as const

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch {
    throw new AdminError(adminUsage)
  }
}

async function createAdmin(
  deps: AdminDeps,
  email: string,
  names: { username?: string; firstname?: string; lastname?: string },
): Promise<void> {
  const address = checked(emailSchema, email).toLowerCase()
  if (await deps.accounts.credentialsOf(address)) {
    throw new AdminError(`There is already an account with ${address}.`)
  }
  const typed = checked(newPasswordSchema, await deps.askPassword())
  const password = fitFor({ email: address, ...names }, typed)
  const made = adminRow({
    id: deps.newId(),
    email: address,
    passwordHash: await deps.passwords.hash(password),
    createdAt: new Date(deps.now()),
    ...names,
  })
  const outcome = await deps.accounts.insertUser(authorize(undefined, made, operatorMayCreate))
  if (outcome === 'email_taken')
    throw new AdminError(`There is already an account with ${address}.`)
  if (outcome === 'username_taken') {
    throw new AdminError(`The username ${made.username} is taken. Give another with --username.`)
  }
  deps.write(`${address} is a superAdmin now, and can log in.`)
}

/** Staff, no member: of what a member's profile holds, only what the table asks for; born before any age limit. */
function adminRow(
  given: Pick<NewUser, 'id' | 'email' | 'passwordHash' | 'createdAt'> & {
    username?: string
    firstname?: string
    lastname?: string
  },
): NewUser {
  return {
    ...given,
    username: given.username ?? given.email,
    firstname: given.firstname ?? 'Zync',
    lastname: given.lastname ?? 'Admin',
    role: superAdminRole,
    userType: 'Parent',
    birthDate: '1970-01-01' as LocalDate,
    // The operator names the address: it is theirs to know.
    emailConfirmedAt: given.createdAt,
    gender: '',
    country: '',
    state: '',
    phoneNumber: '',
  }
}

async function listReviews({ reviews, write }: AdminDeps): Promise<void> {
  const waiting = await reviews.open()
  if (waiting.length === 0) write('Nobody waits for a review.')
  for (const one of waiting) {
    const papers = one.papers.length === 0 ? 'no papers' : one.papers.join(', ')
    const name = `${one.firstname} ${one.lastname}, ${one.specialization ?? 'no specialization'}`
    const since = one.createdAt.toISOString().slice(0, 10)
    write([one.email, name, `since ${since}`, papers, reviewWords(one)].map(plain).join(' | '))
  }
}

function reviewWords(one: Awaited<ReturnType<ReviewRepo['open']>>[number]): string {
  const asksLater = one.approvedAt !== null && one.minorsAskedAt !== null
  const review = one.approvedAt === null ? 'pending' : 'approved'
  const words = [one.rejectedReason === null ? review : `rejected: ${one.rejectedReason}`]
  if (asksLater) words.push('asks to see people under 18')
  else if (one.seesMinors && one.approvedAt === null) words.push('wants to see people under 18')
  if (one.emailConfirmedAt === null) words.push('e-mail not confirmed')
  return words.join(', ')
}

async function approve(deps: AdminDeps, email: string, clearedForMinors: boolean): Promise<void> {
  const provider = authorize(undefined, await providerOf(deps, email), mayBeReviewed)
  const outcome = await deps.decide(provider, { decision: 'approve', clearedForMinors })
  const when = { listed: 'from now on', not_confirmed: 'once they confirm their e-mail' }
  if (outcome !== 'rejected') {
    deps.write(`${provider.email} is approved, and listed ${when[outcome]}.`)
  }
  if (clearedForMinors) deps.write('They may see people under 18.')
}

async function reject(deps: AdminDeps, email: string, reason: string): Promise<void> {
  if (reason === '') throw new AdminError('Say why: the provider reads the reason.')
  if (reason.length > reviewReasonCharsMax) {
    throw new AdminError(`A reason has at most ${reviewReasonCharsMax} characters.`)
  }
  const provider = await providerOf(deps, email)
  const reviewed = authorize(undefined, provider, mayBeReviewed)
  await deps.decide(reviewed, { decision: 'reject', reason })
  deps.write(`${provider.email} is rejected, and listed nowhere.`)
}

async function removeDemo({ removeDemoPeople, write }: AdminDeps): Promise<void> {
  const count = await removeDemoPeople()
  write(count === 0 ? 'There are no demo people.' : `${count} demo people are deleted.`)
}

async function removeAgain(deps: AdminDeps, log: string): Promise<void> {
  deps.write(`Accounts that are deleted again: ${await deps.removeAgain(log)}.`)
}

async function jobs(deps: AdminDeps, [action, kind, ...more]: string[]): Promise<void> {
  const { givenUp, write } = deps
  if (action === 'list' && kind === undefined) return listGivenUp(deps)
  if (action !== 'retry' || kind === undefined || more.length > 0) throw new AdminError(adminUsage)
  if (!isJobKind(kind)) throw new AdminError(`There is no work of the kind ${kind}.`)
  const count = await givenUp.retry(kind)
  write(count === 0 ? `Nothing of ${kind} was given up.` : `${count} of ${kind} wait to be done.`)
}

async function listGivenUp({ givenUp, write }: AdminDeps): Promise<void> {
  const found = await givenUp.list()
  if (found.length === 0) write('Nothing was given up.')
  for (const { kind, count, oldest, failure } of found) {
    const since = `since ${oldest.toISOString().slice(0, 10)}`
    write([kind, String(count), since, failure].map(plain).join(' | '))
  }
}

async function endSecondFactor(deps: AdminDeps, email: string): Promise<void> {
  const account = await accountOf(deps, email)
  const outcome = await deps.secondFactors.endByOperator(account.id)
  if (outcome === 'off') throw new AdminError(`${account.email} signs in without a second factor.`)
  deps.events.publish([account.id], { type: 'sessions' })
  deps.write(`${account.email} signs in with the password alone now, and is logged out everywhere.`)
}

async function suspend(deps: AdminDeps, email: string, closes: boolean): Promise<void> {
  const { id, email: address } = await accountOf(deps, email)
  const at = closes ? new Date(deps.now()) : null
  const outcome = await deps.clearance.changing(id, (client) =>
    suspendPerson(client, 'operator', id, at),
  )
  if (outcome === 'not_found')
    throw new AdminError(`${address} is a superAdmin, who cannot be suspended.`)
  deps.events.publish([id], { type: 'sessions' })
  deps.write(closes ? `${address} is suspended.` : `${address} can log in again.`)
}

async function accountOf({ accounts }: AdminDeps, email: string): Promise<Credentials> {
  const account = await accounts.credentialsOf(email)
  if (!account) throw new AdminError(`There is no account with ${email}.`)
  return account
}

async function providerOf({ accounts }: AdminDeps, email: string): Promise<UserRow> {
  const account = await accounts.credentialsOf(email)
  const user = account && (await accounts.userById(account.id))
  if (user?.userType !== 'ServiceProvider') {
    throw new AdminError(`There is no care provider with ${email}.`)
  }
  return user
}

function checked(schema: v.GenericSchema<string, string>, text: string): string {
  const parsed = v.safeParse(schema, text)
  if (parsed.success) return parsed.output
  throw new AdminError(parsed.issues[0].message)
}

function fitFor(owner: PasswordOwner, password: string): FitPassword {
  const judged = judgePassword(password, owner)
  if ('weakness' in judged) throw new AdminError(judged.weakness)
  return judged.fit
}

/** What people typed cannot move the operator's cursor or colour their terminal. */
function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ')
}
