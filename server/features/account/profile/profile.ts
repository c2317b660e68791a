import type { User } from '#contract/account/model.ts'
import type { PaperName } from '#server/db/schema/papers.ts'
import type { Actor, Session } from '#server/http/session/actor.ts'
import { authorize } from '#server/http/session/authorize.ts'
import { contentTypes } from '#server/http/static/content-types.ts'
import type { FileReply } from '#server/http/static/file-response.ts'
import type { Limiter } from '#server/http/limits/limiter.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import type { UploadedFile } from '#server/http/uploads/upload.ts'
import type { BlobStore } from '#server/ports/blobs/store.ts'
import { fitPassword } from '../sign-in/fit-password.ts'
import type { Reauthenticate } from '../sign-in/own-password.ts'
import type { AccessLog } from '../access-log.ts'
import type { PapersRepo } from './papers-repo.ts'
import type { Passwords } from '../sign-in/passwords.ts'
import type { People } from './people.ts'
import { isOwn, mayReadPaper, maySeeImage, maySeeScore } from '../policy.ts'
import { paperFileName } from './present.ts'
import type { ProfileImages } from './profile-image.ts'
import type { ProfileRepo } from './profile-repo.ts'
import type { RecoveryRepo } from '../recovery/recovery-repo.ts'
import type { AccountRepo, UserRow } from '../repo.ts'
import { imageKey, stageImage } from '../stored-files.ts'

export interface ProfileDeps {
  readonly accounts: AccountRepo
  readonly repo: ProfileRepo
  readonly papers: PapersRepo
  readonly people: People
  readonly accessLog: AccessLog
  readonly recoveryRepo: RecoveryRepo
  readonly passwords: Passwords
  readonly reauthenticate: Reauthenticate
  readonly images: ProfileImages
  readonly blobs: BlobStore
  readonly imageChanges: Limiter
  readonly newId: () => string
}

/** Images per person and hour: drawing one costs a core for a moment, and everybody waits in one line for it. */
export const imageChangesPerHourMax = 30

export type Profile = ReturnType<typeof createProfile>

/** What people change about themselves, and the files and the score that go with a profile. */
export function createProfile(deps: ProfileDeps) {
  return { ...createProfileChanges(deps), ...createProfileReads(deps) }
}

function createProfileChanges(deps: ProfileDeps) {
  const { repo, people, passwords, reauthenticate, blobs } = deps

  /** Throws `not_found` for anybody else's record. */
  async function setBio(actor: Actor, userId: string, bio: string): Promise<User> {
    const own = authorize(actor, { userId }, isOwn)
    return presentOwn(await repo.setBio(own, bio))
  }

  /** Throws `not_found`, `rate_limited`, `invalid_file` or `busy`. The image before is removed. */
  async function setImage(actor: Actor, userId: string, file: UploadedFile): Promise<User> {
    const own = authorize(actor, { userId }, isOwn)
    await deps.imageChanges.take(userId)
    const name = await stageImage(file.path, deps)
    const replacedKeys: string[] = []
    const user = await repo
      .setImage(own, name, async (tx, replaced) => {
        if (replaced !== null) replacedKeys.push(imageKey(replaced))
        await blobs.keep(tx, [imageKey(name)])
        await blobs.drop(tx, replacedKeys)
      })
      .catch(async (error: unknown) => {
        await blobs.discard([imageKey(name)])
        throw error
      })
    await blobs.discard(user ? replacedKeys : [imageKey(name)])
    return presentOwn(user)
  }

  /** Throws `not_found`, `wrong_password`, `weak_password`, `rate_limited` or `busy`. Every other session ends. */
  async function setPassword(
    { actor, tokenHash }: Session,
    userId: string,
    given: { oldPassword: string; newPassword: string },
  ): Promise<void> {
    const own = authorize(actor, { userId, tokenHash }, isOwn)
    const user = await reauthenticate(userId, given.oldPassword, 'oldPassword')
    const password = fitPassword(given.newPassword, user, 'newPassword')
    await deps.recoveryRepo.changePassword(own, await passwords.hash(password))
  }

  /** Throws `not_found`. */
  async function setSharing(
    actor: Actor,
    userId: string,
    sharing: { shareScore: boolean },
  ): Promise<User> {
    const own = authorize(actor, { userId }, isOwn)
    return presentOwn(await repo.setSharing(own, sharing))
  }

  async function presentOwn(user: UserRow | undefined): Promise<User> {
    return people.present('full', found(user))
  }

  return { setBio, setSharing, setImage, setPassword }
}

function createProfileReads({ accounts, repo, papers, people, accessLog, blobs }: ProfileDeps) {
  async function score(actor: Actor, userId: string): Promise<{ score: number }> {
    const asked = await people.asked(actor, found(await accounts.userById(userId)))
    const { user } = authorize(actor, asked, maySeeScore)
    if (user.id !== actor.userId) await accessLog.noteScore(actor, user.id)
    return { score: user.score }
  }

  async function image(actor: Actor, file: string): Promise<FileReply> {
    authorize(actor, await people.asked(actor, found(await repo.userByImage(file))), maySeeImage)
    const blob = found(await blobs.get(imageKey(file)))
    return {
      ...blob,
      contentType: 'image/webp',
      headers: { 'cache-control': 'private, max-age=31536000, immutable' },
    }
  }

  /** A paper of oneself, or of somebody under review: then the reading is noted. */
  async function paper(actor: Actor, userId: string, name: PaperName): Promise<FileReply> {
    authorize(actor, { userId }, mayReadPaper)
    const paper = authorize(actor, found(await papers.paperOf(userId, name)), mayReadPaper)
    if (actor.userId !== userId) {
      await accessLog.notePaper(actor, paper)
    }
    const blob = found(await blobs.get(paper.blobKey))
    return {
      ...blob,
      contentType: contentTypes[paper.kind],
      headers: { 'content-disposition': `attachment; filename="${paperFileName(paper)}"` },
    }
  }

  return { score, image, paper }
}

function found<T>(record: T | undefined): T {
  if (record === undefined) throw new ProblemError('not_found')
  return record
}
