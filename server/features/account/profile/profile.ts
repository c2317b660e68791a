import type { User } from '#contract/account/profile.ts'
import type { SessionInfo } from '#contract/account/settings.ts'
import { editedImageRule } from '#contract/file-rule.ts'
import type { Language } from '#contract/language.ts'
import type { PaperName } from '#server/db/schema/providers.ts'
import type { ExportParts } from '#server/feature.ts'
import type { AccessLog } from '#server/features/sharing/index.ts'
import type { Limiter } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { contentTypes, type FileReply } from '#server/http/routing/response.ts'
import { authorize } from '#server/http/session/authorize.ts'
import type { Actor, Session } from '#server/http/session/caller.ts'
import type { UploadedFile } from '#server/http/uploads/upload.ts'
import type { BlobStore } from '#server/ports/blobs/store.ts'
import type { EventBus } from '#server/ports/events/port.ts'
import { isOwn, mayReadPaper, maySeeImage } from '../policy.ts'
import type { RecoveryRepo } from '../recovery/recovery.ts'
import type { AccountRepo, UserRow } from '../repo.ts'
import type { OwnSessions } from '../sign-in/own-sessions.ts'
import {
  fitPassword,
  isSamePassword,
  type Reauthenticate,
  type Passwords,
} from '../sign-in/passwords.ts'
import { type ProfileImages, imageKey, stageImage, type RemoveAccount } from '../stored-files.ts'
import {
  createPersonReads,
  type People,
  paperFileName,
  presentPaperFile,
  presentSession,
} from './people.ts'
import type { PapersRepo, ProfileRepo } from './profile-repo.ts'

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
  readonly passwordChanges: Limiter
  readonly newId: () => string
}

/** Images per person and hour: drawing one costs a core for a moment, and everybody waits in one line for it. */
export const imageChangesPerHourMax = 30

/** Changes of the password per person and hour: each ends the codes by which its owner may be on their way back in. */
export const passwordChangesPerHourMax = 20

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
    return presentOwn(await repo.change(own, { bio }))
  }

  /** Throws `not_found`, `rate_limited`, `invalid_file` or `busy`. The image before is removed. */
  async function setImage(actor: Actor, userId: string, file: UploadedFile): Promise<User> {
    const own = authorize(actor, { userId }, isOwn)
    await deps.imageChanges.take(userId)
    const name = await stageImage(file.path, deps, editedImageRule)
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

  /**
   * Every other session ends. Throws `not_found`, `wrong_password`, `weak_password`, `rate_limited` or `busy`, and
   * `unauthenticated` for somebody who was signed out or whose password was changed meanwhile.
   */
  async function setPassword(
    { actor, tokenHash }: Session,
    userId: string,
    given: { oldPassword: string; newPassword: string },
  ): Promise<void> {
    const own = authorize(actor, { userId, tokenHash }, isOwn)
    const user = await reauthenticate(userId, given.oldPassword, 'oldPassword')
    const password = fitPassword(given.newPassword, user, 'newPassword')
    await deps.passwordChanges.take(userId)
    const outcome = await deps.recoveryRepo.changePassword(own, {
      provenHash: user.passwordHash,
      passwordHash: await passwords.hash(password),
      keepsCodes: isSamePassword(given.newPassword, given.oldPassword),
    })
    if (outcome === 'gone') throw new ProblemError('unauthenticated')
  }

  /** Throws `not_found`. */
  async function setSharing(
    actor: Actor,
    userId: string,
    sharing: { shareScore: boolean },
  ): Promise<User> {
    const own = authorize(actor, { userId }, isOwn)
    return presentOwn(await repo.change(own, sharing))
  }

  /** Throws `not_found`. */
  async function setLanguage(actor: Actor, userId: string, language: Language): Promise<User> {
    const own = authorize(actor, { userId }, isOwn)
    return presentOwn(await repo.change(own, { language }))
  }

  async function presentOwn(user: UserRow | undefined): Promise<User> {
    return people.presentOwn(found(user))
  }

  return { setBio, setSharing, setLanguage, setImage, setPassword }
}

function createProfileReads({ accounts, repo, papers, people, accessLog, blobs }: ProfileDeps) {
  const { score } = createPersonReads({ repo: accounts, people, accessLog })

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
    const noted = await accessLog.note(actor, [{ subjectId: paper.userId, what: name }], 'review')
    const blob = found(await blobs.get(paper.blobKey))
    const headers = { 'content-disposition': `attachment; filename="${paperFileName(paper)}"` }
    return presentPaperFile({ ...blob, contentType: contentTypes[paper.kind], headers }, noted)
  }

  return { score, image, paper }
}

function found<T>(record: T | undefined): T {
  if (record === undefined) throw new ProblemError('not_found')
  return record
}

export interface SettingsDeps {
  readonly ownSessions: OwnSessions
  readonly reauthenticate: Reauthenticate
  readonly exports: Limiter
  readonly exportParts: ExportParts
  readonly removeAccount: RemoveAccount
  readonly events: Pick<EventBus, 'publish'>
  readonly now: () => number
}

export type Settings = ReturnType<typeof createSettings>

/** Exports per person and hour: each reads everything there is of them. */
export const exportsPerHourMax = 10

/** Where a person is signed in, what we hold of them, and their way out. */
export function createSettings(deps: SettingsDeps) {
  const { ownSessions, reauthenticate, exports, exportParts, removeAccount, events, now } = deps

  async function listSessions(session: Session): Promise<SessionInfo[]> {
    const rows = await ownSessions.listOf(ownOf(session))
    return rows.map((row) => presentSession(row, session.tokenHash))
  }

  /** Throws `not_found` for a session that is somebody else's or has ended. */
  async function endSession(session: Session, id: string): Promise<void> {
    const outcome = await ownSessions.endOne(ownOf(session), id)
    if (outcome === 'not_found') throw new ProblemError('not_found')
  }

  async function endOtherSessions(session: Session): Promise<void> {
    await ownSessions.endOthers(ownOf(session))
  }

  /** Everything the server holds of the person, part by part. Throws `rate_limited`. */
  async function exportAll(session: Session): Promise<Record<string, unknown>> {
    const own = ownOf(session)
    await exports.take(own.userId)
    const found: [string, unknown][] = [['exportedAt', new Date(now()).toISOString()]]
    // One after another: an export takes its time, and leaves the database to others meanwhile.
    for (const [name, part] of Object.entries(exportParts)) found.push([name, await part(own)])
    return Object.fromEntries(found)
  }

  /** Deletes the person for good, files included. Throws `wrong_password`, `rate_limited` or `busy`. */
  async function deleteAccount(session: Session, password: string): Promise<void> {
    const own = ownOf(session)
    await reauthenticate(own.userId, password, 'password')
    const concerned = await removeAccount(own)
    events.publish(concerned, { type: 'connections' })
    events.publish(concerned, { type: 'notices' })
  }

  return { listSessions, endSession, endOtherSessions, exportAll, deleteAccount }
}

function ownOf({ actor, tokenHash }: Session) {
  return authorize(actor, { userId: actor.userId, tokenHash }, isOwn)
}
