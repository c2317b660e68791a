import { eq, or } from 'drizzle-orm'
import type { UserPayload, UserType } from '#contract/account/model.ts'
import type { registrationApi } from '#contract/account/registration-api.ts'
import {
  nationalDigits,
  registrationProblems,
  type RegistrationFields,
} from '#contract/account/registration.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { baseLanguage, languageCookie, readLanguage, type Language } from '#contract/language.ts'
import { utcDate, type LocalDate } from '#contract/local-date.ts'
import { countryNamed } from '#contract/reference/countries.ts'
import type { Specialty } from '#contract/reference/specialties.ts'
import type { Transaction } from '#server/db/orm.ts'
import { lookAlikeKeys, providerListing, type ListedFacts } from '#server/db/provider-listing.ts'
import { users } from '#server/db/schema/account.ts'
import { providers } from '#server/db/schema/providers.ts'
import type { Limiter } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { anybody, type RouteRequest, type Routes } from '#server/http/routing/route.ts'
import { authorize, type Authorized } from '#server/http/session/authorize.ts'
import type { BlobStore } from '#server/ports/blobs/store.ts'
import type { MailQueue } from '#server/ports/mail/mail.ts'
import { mayRegister } from '../policy.ts'
import { presentPayload } from '../profile/people.ts'
import { newPractice } from '../profile/profile-repo.ts'
import {
  confirmMail,
  emailTaken,
  refuseDemoAddress,
  type EmailCodes,
} from '../recovery/email-codes.ts'
import type { AccountRepo, NewUser } from '../repo.ts'
import { fitPassword, type Passwords } from '../sign-in/passwords.ts'
import { type ProfileImages, stageFiles, type StagedFiles } from '../stored-files.ts'

export interface RegisterDeps {
  readonly repo: AccountRepo
  readonly passwords: Passwords
  readonly images: ProfileImages
  readonly blobs: BlobStore
  /** Decisions: a provider is listed only after a superAdmin's review. */
  readonly reviewProviders: boolean
  /** Invented people have no place there, and nobody may pass for one. */
  readonly production: boolean
  /** Whoever registers gets a code for their e-mail. */
  readonly confirmEmails: boolean
  readonly codes: EmailCodes
  readonly mails: MailQueue
  readonly now: () => number
  readonly newId: () => string
}

export interface Registered {
  readonly userPayload: UserPayload
  /** They have a mail with a code; absent where nobody is asked for one. */
  readonly codeSent?: true
}

/** Makes an account, or throws and leaves nothing. */
type Register = (
  type: UserType,
  fields: AnyRegistrationFields,
  files: Parameters<typeof stageFiles>[0],
  language: Language,
) => Promise<Registered>

/**
 * Registration. Throws `invalid_input` with the spec's texts, `weak_password`, `invalid_file`, `email_taken`,
 * `username_taken` or `busy`; files that were stored by then are removed again.
 */
export function createRegister(deps: RegisterDeps): Register {
  const { repo, passwords, blobs, codes, mails, now, newId } = deps

  return async function register(type, fields, files, language) {
    const atMs = now()
    checkRegistration(type, fields, utcDate(atMs))
    if (deps.production) refuseDemoAddress(fields.email)
    const passwordHash = await passwords.hash(fitPassword(fields.password, fields, 'password'))
    const approved = type === 'ServiceProvider' && !deps.reviewProviders
    const confirmed = !deps.confirmEmails
    const staged = await stageFiles(files, deps)
    const { profileImg } = staged
    const facts = { id: newId(), passwordHash, atMs, profileImg, approved, confirmed, language }
    const made = newUser(type, fields, facts)
    return insert(made, staged, fields.seesMinors ?? false).catch(async (error: unknown) => {
      await blobs.discard(staged.keys)
      throw error
    })
  }

  async function insert(
    made: ReturnType<typeof newUser>,
    { papers, keys }: StagedFiles,
    seesMinors: boolean,
  ): Promise<Registered> {
    const user = authorize(undefined, made, mayRegister)
    const { reviewProviders } = deps
    let code: string | undefined
    const outcome = await repo.insertUser(user, papers, async (tx) => {
      // Their line in the directory shows once they are verified.
      if (user.userType === 'ServiceProvider') {
        await insertListing(tx, user, { seesMinors, reviewProviders })
      }
      await blobs.keep(tx, keys)
      if (!user.emailConfirmedAt) code = await codes.renew(tx, user)
    })
    if (outcome !== 'inserted') throw outcome === 'email_taken' ? emailTaken() : usernameTaken()
    if (code !== undefined) mails.add(confirmMail(user.email, code, made.language))
    const userPayload = presentPayload({ ...user, role: null })
    return code === undefined ? { userPayload } : { userPayload, codeSent: true }
  }
}

function usernameTaken(): ProblemError {
  const fields = { username: 'This username is already in use.' }
  return new ProblemError('username_taken', { fields })
}

/**
 * Gives a new care provider their line. Throws `invalid_input` for a name or a username that only looks like an existing
 * provider's; namesakes are welcome.
 */
async function insertListing(
  tx: Transaction,
  provider: Authorized<ListedFacts>,
  said: { readonly seesMinors: boolean; readonly reviewProviders: boolean },
): Promise<void> {
  const fields = await lookAlikes(tx, provider)
  if (Object.keys(fields).length > 0) throw new ProblemError('invalid_input', { fields })
  const practice = newPractice({ ...said, at: provider.createdAt })
  await tx.insert(providers).values({ ...providerListing(provider), ...practice })
}

const alikeText =
  'This looks like the name of a care provider who is already here. Please write it as in your papers.'

async function lookAlikes(tx: Transaction, provider: ListedFacts): Promise<Record<string, string>> {
  const { nameLook, usernameLook } = lookAlikeKeys(provider)
  const found = await tx
    .select({
      username: users.username,
      firstname: users.firstname,
      lastname: users.lastname,
      nameLook: providers.nameLook,
      usernameLook: providers.usernameLook,
    })
    .from(providers)
    .innerJoin(users, eq(providers.userId, users.id))
    .where(or(eq(providers.nameLook, nameLook), eq(providers.usernameLook, usernameLook)))
  const name = nameOf(provider)
  const byName = found.some((one) => one.nameLook === nameLook && nameOf(one) !== name)
  // The same username is answered as taken, by the table itself.
  const byUsername = found.some((one) => one.usernameLook === usernameLook)
  return {
    ...(byName && { firstname: alikeText }),
    ...(byUsername && { username: alikeText }),
  }
}

function nameOf(person: Pick<ListedFacts, 'firstname' | 'lastname'>): string {
  return `${person.firstname} ${person.lastname}`.normalize('NFKC').toLowerCase()
}

/** Throws `invalid_input` with the spec's texts unless every rule between the fields holds. */
function checkRegistration(type: UserType, fields: RegistrationFields, today: LocalDate): void {
  const problems = registrationProblems(type, fields, today)
  if (Object.keys(problems).length > 0)
    throw new ProblemError('invalid_input', { fields: problems })
}

/** What a registration may say; only a care provider says what they are and whom they see. */
type AnyRegistrationFields = RegistrationFields & {
  readonly specialization?: Specialty
  readonly seesMinors?: boolean | undefined
}

/** The row of a checked registration: each field named, so that nothing else of a body can get in. */
function newUser(
  type: UserType,
  fields: AnyRegistrationFields,
  made: {
    id: string
    passwordHash: string
    atMs: number
    profileImg: string
    /** Decisions: a provider is listed at once unless somebody reviews them first. */
    approved: boolean
    /** Where nobody is asked for a code, every address counts as confirmed. */
    confirmed: boolean
    language: Language
  },
): NewUser & { createdAt: Date; approvedAt: Date | null; language: Language } {
  const at = new Date(made.atMs)
  const prefix = countryNamed(fields.country)?.prefix ?? ''
  return {
    id: made.id,
    email: fields.email.toLowerCase(),
    username: fields.username,
    passwordHash: made.passwordHash,
    userType: type,
    firstname: fields.firstname,
    lastname: fields.lastname,
    birthDate: fields.birthDate,
    gender: fields.gender,
    country: fields.country,
    state: fields.state,
    phoneNumber: prefix + nationalDigits(fields.phoneNumber.replace(prefix, '')),
    bio: fields.bio || null,
    specialization: fields.specialization ?? null,
    profileImg: made.profileImg,
    language: made.language,
    emailConfirmedAt: made.confirmed ? at : null,
    approvedAt: made.approved ? at : null,
    verifiedAt: made.approved && made.confirmed ? at : null,
    createdAt: at,
  }
}

/** Registrations per address and hour: a class behind one address gets in, a machine that fills the table does not. */
export const registrationsPerHourMax = 120

export function registerRoutes(
  register: Register,
  registrations: Limiter,
): Routes<typeof registrationApi> {
  const limit = (address: string) => registrations.take(address)
  return {
    registerAdolescent: {
      limit,
      policy: anybody,
      handle: ({ body, files, header }) =>
        register('Adolescent', body, files, callerLanguage(header)),
    },
    registerParent: {
      limit,
      policy: anybody,
      handle: ({ body, files, header }) => register('Parent', body, files, callerLanguage(header)),
    },
    registerServiceProvider: {
      limit,
      policy: anybody,
      handle: ({ body, files, header }) =>
        register('ServiceProvider', body, files, callerLanguage(header)),
    },
  }
}

/** What the app speaks in the caller's browser, as its cookie says, else the best of what the browser asks for. */
function callerLanguage(header: RouteRequest<Endpoint>['header']): Language {
  const chosen = languageCookie(header('cookie') ?? '')
  return readLanguage(chosen) ?? readLanguage(header('accept-language')) ?? baseLanguage
}
