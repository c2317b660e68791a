import type { Logger } from 'pino'
import * as v from 'valibot'
import { profileImageRule, type FileRule } from '#contract/file-rule.ts'
import type { Database } from '#server/db/client.ts'
import type { Queryable } from '#server/db/orm.ts'
import type { PaperName } from '#server/db/schema/providers.ts'
import type { AccountDeletion } from '#server/feature.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import type { ProvenActor } from '#server/http/session/authorize.ts'
import { PictureError, tooManyPixelsText, type Pictures } from '#server/http/static/pictures.ts'
import type { UploadedFile } from '#server/http/uploads/upload.ts'
import type { BlobStore } from '#server/ports/blobs/store.ts'
import { personSuspend, personsAround } from './account.sql.ts'
import { type NewPaper, createProfileRepo, type OwnRecord } from './profile/profile-repo.ts'

/** The files of an account on their way into the store: staged, and named by no row yet. */
export interface StagedFiles {
  /** The profile image's file name. */
  readonly profileImg: string
  readonly papers: readonly NewPaper[]
  readonly keys: readonly string[]
}

/** Where the profile image of that file name is in the blob store. */
export function imageKey(file: string): string {
  return `profile-images/${file}`
}

/** Puts a profile image into the store under a name of its own, and gives the name. */
export async function stageImage(
  path: string,
  deps: { images: ProfileImages; blobs: BlobStore; newId: () => string },
  rule: FileRule = profileImageRule,
): Promise<string> {
  const file = `${deps.newId()}.webp`
  const put = (imagePath: string) => deps.blobs.stage(imageKey(file), imagePath)
  await deps.images.render(path, rule, put)
  return file
}

/** Puts an account's files into the store. The image goes first: it is what may be refused. */
export async function stageFiles(
  files: { readonly profileImg: UploadedFile } & {
    readonly [K in PaperName]?: UploadedFile | undefined
  },
  deps: { images: ProfileImages; blobs: BlobStore; newId: () => string },
): Promise<StagedFiles> {
  const profileImg = await stageImage(files.profileImg.path, deps)
  const papers: NewPaper[] = []
  for (const paper of ['resume', 'workLicense'] as const) {
    const file = files[paper]
    if (!file) continue
    const blobKey = `papers/${deps.newId()}`
    await deps.blobs.stage(blobKey, file.path)
    papers.push({ paper, blobKey, kind: file.kind, bytes: file.bytes })
  }
  return { profileImg, papers, keys: [imageKey(profileImg), ...papers.map((one) => one.blobKey)] }
}

/** The sides of a profile image in pixels; the largest place on a screen is a third of it. */
const sidePixels = 512

export interface ProfileImages {
  /**
   * Makes a square WebP of the picture at `path`, upright and without metadata, and hands over the path of it; it is
   * gone when `receive` is done. Throws `invalid_file` for what is no picture, in the words of `rule`, or is too large, and
   * `busy`.
   */
  render<T>(path: string, rule: FileRule, receive: (imagePath: string) => Promise<T>): Promise<T>
}

export function createProfileImages(pictures: Pictures): ProfileImages {
  const square = { width: sidePixels, height: sidePixels, fit: 'cover' } as const
  return {
    async render(path, rule, receive) {
      try {
        return await pictures.make(path, [square], ([image]) => receive(image?.path ?? ''))
      } catch (error) {
        throw error instanceof PictureError ? refusal(error, rule) : error
      }
    },
  }
}

function refusal({ reason }: PictureError, { kindText }: FileRule): ProblemError {
  const text = reason === 'too_large' ? tooManyPixelsText : kindText
  return new ProblemError('invalid_file', { fields: { profileImg: text } })
}

/** Deletes a person for good, files included, and says who had to do with them: their open screens look again. */
export type RemoveAccount = (own: OwnRecord) => Promise<readonly string[]>

/** What the log says of each, with the id, which names nobody any more but in a backup. */
const deletedText = 'account deleted'
const deletedLine = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ msg: v.literal(deletedText), userId: v.pipe(v.string(), v.uuid()) }),
)

/** Whose account a line of the log says was deleted; undefined for any other line. What stands before its JSON does not count. */
export function deletedIn(line: string): string | undefined {
  const parsed = v.safeParse(deletedLine, line.slice(line.indexOf('{')))
  return parsed.success ? parsed.output.userId : undefined
}

/** `deletions` is what each feature does first, in the same transaction. */
export function createRemoveAccount(
  { database, blobs, log }: { database: Database; blobs: BlobStore; log: Logger },
  deletions: readonly AccountDeletion[],
): RemoveAccount {
  const repo = createProfileRepo(database.orm)
  return async function removeAccount(own) {
    const { userId } = own
    let keys: string[] = []
    let concerned: readonly string[] = []
    await repo.deleteUser(own, async (tx, { profileImg, paperKeys }) => {
      concerned = (await personsAround.all(tx, userId)).map(({ id }) => id)
      keys = [...(profileImg === null ? [] : [imageKey(profileImg)]), ...paperKeys]
      for (const leave of deletions) keys.push(...(await leave(tx, own)))
      await blobs.drop(tx, keys)
    })
    log.info({ userId }, deletedText)
    await blobs.discard(keys)
    return concerned
  }
}

/**
 * Closes the account of a person, or opens it again, and ends every session of theirs for good: a token from before, or
 * one that was made while the account was being closed, opens nothing afterwards. A superAdmin is not closed out.
 * Says whether there is such a person.
 */
export async function suspendPerson(
  client: Queryable,
  _by: ProvenActor | 'operator',
  personId: string,
  suspendedAt: Date | null,
): Promise<'done' | 'not_found'> {
  const changed = await personSuspend.run(client, [personId, suspendedAt])
  return changed ? 'done' : 'not_found'
}
