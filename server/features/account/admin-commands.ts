import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { emailSchema, newPasswordSchema } from '#contract/account/credentials.ts'
import { superAdminRole } from '#contract/account/model.ts'
import type { LocalDate } from '#contract/local-date.ts'
import { reviewReasonCharsMax } from '#contract/providers/model.ts'
import type { ReviewRepo } from '#server/features/providers/service.ts'
import { authorize } from '#server/http/authorize.ts'
import type { Passwords } from './passwords.ts'
import { mayBeReviewed, operatorMayCreate } from './policy.ts'
import type { AccountRepo, NewUser, UserRow } from './repo.ts'

export interface AdminParts {
  readonly accounts: AccountRepo
  readonly reviews: ReviewRepo
  readonly passwords: Passwords
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
  npm run admin -- review reject <email> <reason>`

/** Runs one command of the operator. Throws `AdminError` for what cannot be done. */
export async function runAdminCommand(parts: AdminParts, args: readonly string[]): Promise<void> {
  const { positionals, values } = parse(args)
  const [command, action, email = '', ...rest] = positionals
  if (command === 'create' && action !== undefined && email === '') {
    return createAdmin(parts, action, values)
  }
  if (command !== 'review') throw new AdminError(adminUsage)
  if (action === 'list' && email === '') return listReviews(parts)
  if (action === 'approve' && email !== '' && rest.length === 0) {
    return approve(parts, email, values.minors ?? false)
  }
  if (action === 'reject' && email !== '') return reject(parts, email, rest.join(' ').trim())
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
  parts: AdminParts,
  email: string,
  names: { username?: string; firstname?: string; lastname?: string },
): Promise<void> {
  const address = checked(emailSchema, email).toLowerCase()
  if (await parts.accounts.credentialsOf(address)) {
    throw new AdminError(`There is already an account with ${address}.`)
  }
  const password = checked(newPasswordSchema, await parts.askPassword())
  const made = adminRow({
    id: parts.newId(),
    email: address,
    passwordHash: await parts.passwords.hash(password),
    createdAt: new Date(parts.now()),
    ...names,
  })
  const outcome = await parts.accounts.insertUser(authorize(undefined, made, operatorMayCreate))
  if (outcome === 'email_taken')
    throw new AdminError(`There is already an account with ${address}.`)
  if (outcome === 'username_taken') {
    throw new AdminError(`The username ${made.username} is taken. Give another with --username.`)
  }
  parts.write(`${address} is a superAdmin now, and can log in.`)
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
    gender: '',
    country: '',
    state: '',
    phoneNumber: '',
  }
}

async function listReviews({ reviews, write }: AdminParts): Promise<void> {
  const waiting = await reviews.unverified()
  if (waiting.length === 0) write('Nobody waits for a review.')
  for (const one of waiting) {
    const papers = one.papers.length === 0 ? 'no papers' : one.papers.join(', ')
    const state = one.rejectedReason === null ? 'pending' : `rejected: ${one.rejectedReason}`
    const name = `${one.firstname} ${one.lastname}, ${one.specialization ?? 'no specialization'}`
    const since = one.createdAt.toISOString().slice(0, 10)
    write([one.email, name, `since ${since}`, papers, state].map(plain).join(' | '))
  }
}

async function approve(parts: AdminParts, email: string, clearedForMinors: boolean): Promise<void> {
  const provider = authorize(undefined, await providerOf(parts, email), mayBeReviewed)
  await parts.reviews.approve(provider, { at: new Date(parts.now()), clearedForMinors })
  parts.write(`${provider.email} is approved, and listed from now on.`)
  if (clearedForMinors) parts.write('They may see people under 18.')
}

async function reject(parts: AdminParts, email: string, reason: string): Promise<void> {
  if (reason === '') throw new AdminError('Say why: the provider reads the reason.')
  if (reason.length > reviewReasonCharsMax) {
    throw new AdminError(`A reason has at most ${reviewReasonCharsMax} characters.`)
  }
  const provider = await providerOf(parts, email)
  await parts.reviews.reject(authorize(undefined, provider, mayBeReviewed), reason)
  parts.write(`${provider.email} is rejected, and listed nowhere.`)
}

async function providerOf({ accounts }: AdminParts, email: string): Promise<UserRow> {
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

/** What people typed cannot move the operator's cursor or colour their terminal. */
function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ')
}
