import type { Api } from '#contract/api.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { utcDate } from '#contract/local-date.ts'
import type { PaperName } from '#server/db/schema/papers.ts'
import type { Actor, Session } from '#server/http/actor.ts'
import { authorize } from '#server/http/authorize.ts'
import { contentTypes } from '#server/http/content-types.ts'
import type { FileReply } from '#server/http/file-response.ts'
import type { Limiter } from '#server/http/limiter.ts'
import { ProblemError } from '#server/http/problem-error.ts'
import type { UploadedFile } from '#server/http/upload.ts'
import type { BlobStore } from '#server/ports/blobs/store.ts'
import type { ProveSelf } from './own-password.ts'
import type { PapersRepo } from './papers-repo.ts'
import type { Passwords } from './passwords.ts'
import { isOwn, mayReadPaper, maySeeImage, maySeeScore } from './policy.ts'
import { presentUser } from './present.ts'
import type { ProfileImages } from './profile-image.ts'
import type { ProfileRepo } from './profile-repo.ts'
import type { RecoveryRepo } from './recovery-repo.ts'
import type { AccountRepo, UserRow } from './repo.ts'
import { imageKey, stageImage } from './stored-files.ts'

export interface ProfileParts {
  readonly accounts: AccountRepo
  readonly repo: ProfileRepo
  readonly papers: PapersRepo
  readonly recoveryRepo: RecoveryRepo
  readonly passwords: Passwords
  readonly proveSelf: ProveSelf
  readonly images: ProfileImages
  readonly blobs: BlobStore
  readonly imageChanges: Limiter
  readonly now: () => number
  readonly newId: () => string
}

/** Images per person and hour: drawing one costs a core for a moment, and everybody waits in one line for it. */
export const imageChangesPerHourMax = 30

export type Profile = ReturnType<typeof createProfile>
type UserReply = ReplyOf<Api['getUser']>

/** What people change about themselves, and the files and the score that go with a profile. */
export function createProfile(parts: ProfileParts) {
  const { accounts, repo, papers, passwords, proveSelf, blobs, now, newId } = parts

  /** Throws `not_found` for anybody else's record. */
  async function setBio(actor: Actor, userId: string, bio: string): Promise<UserReply> {
    const own = authorize(actor, { userId }, isOwn)
    return presentOwn(await repo.setBio(own, bio))
  }

  /** Throws `not_found`, `rate_limited`, `invalid_file` or `busy`. The image before is removed. */
  async function setImage(actor: Actor, userId: string, file: UploadedFile): Promise<UserReply> {
    const own = authorize(actor, { userId }, isOwn)
    await parts.imageChanges.take(userId)
    const name = await stageImage(file.path, parts)
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

  /** Throws `not_found`, `wrong_password`, `rate_limited` or `busy`. Every other session ends. */
  async function setPassword(
    { actor, tokenHash }: Session,
    userId: string,
    given: { oldPassword: string; newPassword: string },
  ): Promise<void> {
    const own = authorize(actor, { userId, tokenHash }, isOwn)
    await proveSelf(userId, given.oldPassword, 'oldPassword')
    await parts.recoveryRepo.changePassword(own, await passwords.hash(given.newPassword))
  }

  async function score(actor: Actor, userId: string): Promise<{ score: number }> {
    const user = found(await accounts.userById(userId))
    return { score: authorize(actor, user, maySeeScore).score }
  }

  async function image(actor: Actor, file: string): Promise<FileReply> {
    const user = found(await repo.userByImage(file))
    authorize(actor, user, maySeeImage)
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
      await papers.noteRead(paper, { id: newId(), actorId: actor.userId, at: new Date(now()) })
    }
    const blob = found(await blobs.get(paper.blobKey))
    const ending = paper.kind === 'jpeg' ? 'jpg' : paper.kind
    return {
      ...blob,
      contentType: contentTypes[paper.kind],
      headers: { 'content-disposition': `attachment; filename="${name}.${ending}"` },
    }
  }

  function presentOwn(user: UserRow | undefined): UserReply {
    return presentUser('full', found(user), utcDate(now()))
  }

  return { setBio, setImage, setPassword, score, image, paper }
}

function found<T>(record: T | undefined): T {
  if (record === undefined) throw new ProblemError('not_found')
  return record
}
