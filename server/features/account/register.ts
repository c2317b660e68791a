import type { UserPayload, UserType } from '#contract/account/model.ts'
import { utcDate } from '#contract/local-date.ts'
import { insertListing } from '#server/features/providers/service.ts'
import { authorize } from '#server/http/authorize.ts'
import { ProblemError } from '#server/http/problem-error.ts'
import type { BlobStore } from '#server/ports/blobs/store.ts'
import type { Passwords } from './passwords.ts'
import { mayRegister } from './policy.ts'
import { presentPayload } from './present.ts'
import type { ProfileImages } from './profile-image.ts'
import { checkRegistration, newUser, type AnyRegistrationFields } from './registration.ts'
import type { AccountRepo } from './repo.ts'
import { stageFiles, type StagedFiles } from './stored-files.ts'

export interface RegisterParts {
  readonly repo: AccountRepo
  readonly passwords: Passwords
  readonly images: ProfileImages
  readonly blobs: BlobStore
  /** Decisions: a provider is listed only after a superAdmin's review. */
  readonly reviewProviders: boolean
  readonly now: () => number
  readonly newId: () => string
}

/** Makes an account, or throws and leaves nothing. */
export type Register = (
  type: UserType,
  fields: AnyRegistrationFields,
  files: Parameters<typeof stageFiles>[0],
) => Promise<UserPayload>

/**
 * Registration. Throws `invalid_input` with the spec's texts, `invalid_file`, `email_taken`, `username_taken` or
 * `busy`; files that were stored by then are removed again.
 */
export function createRegister(parts: RegisterParts): Register {
  const { repo, passwords, blobs, now, newId } = parts

  return async function register(type, fields, files) {
    const atMs = now()
    checkRegistration(type, fields, utcDate(atMs))
    const passwordHash = await passwords.hash(fields.password)
    const verified = type === 'ServiceProvider' && !parts.reviewProviders
    const staged = await stageFiles(files, parts)
    const { profileImg } = staged
    const made = newUser(type, fields, { id: newId(), passwordHash, atMs, profileImg, verified })
    return insert(made, staged).catch(async (error: unknown) => {
      await blobs.discard(staged.keys)
      throw error
    })
  }

  async function insert(
    made: ReturnType<typeof newUser>,
    { papers, keys }: StagedFiles,
  ): Promise<UserPayload> {
    const user = authorize(undefined, made, mayRegister)
    const outcome = await repo.insertUser(user, papers, async (tx) => {
      // Their line in the directory shows once they are verified. Who reviews nobody clears everybody for minors.
      if (user.userType === 'ServiceProvider') await insertListing(tx, user, user.verifiedAt)
      await blobs.keep(tx, keys)
    })
    if (outcome !== 'inserted') throw taken(outcome)
    return presentPayload({ ...user, role: null })
  }
}

function taken(code: 'email_taken' | 'username_taken'): ProblemError {
  const [field, text] =
    code === 'email_taken'
      ? ['email', 'This email is already in use.']
      : ['username', 'This username is already in use.']
  return new ProblemError(code, { fields: { [field]: text } })
}
