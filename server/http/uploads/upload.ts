import { mkdir, readdir, rm, stat, readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { fileKindOf } from '#contract/file-kind.ts'
import { fileTooLargeText, type FileKind, type FileRule } from '#contract/file-rule.ts'
import { createWorkQueue, type WorkQueueBounds } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import type { ScannerPort } from '#server/ports/scanner/clamd.ts'
import {
  bodyPace,
  type BodyPace,
  receiveForm,
  type FormRules,
  type ReceivedFile,
} from './receive-body.ts'

/** Where files stand while a request is under way. Nothing in it outlives its request. */
export interface UploadFolder {
  /** A path that nobody else uses; the file is its user's to remove. */
  newPath(): string
}

/** Longer than node lets any request take to arrive and us to answer it. */
const forgottenAfterMs = 15 * 60_000

/**
 * Opens a folder and removes what a killed process left in it. A folder may be shared by equal processes, so a file
 * younger than a quarter of an hour may still be somebody's, unless `alone` says that nobody else can have the folder.
 */
export async function openUploadFolder(
  directory: string,
  options: { newId: () => string; now: () => number; alone: boolean },
): Promise<UploadFolder> {
  const { newId, now, alone } = options
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await sweep(directory, alone ? Infinity : now() - forgottenAfterMs)
  return { newPath: () => join(directory, newId()) }
}

async function sweep(directory: string, beforeMs: number): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name)
    const facts = await stat(path).catch(() => undefined)
    if (facts && facts.mtimeMs < beforeMs) await rm(path, { recursive: true, force: true })
  }
}

/** A file that fits its rule, on disk until the request has been answered. */
export interface UploadedFile {
  readonly path: string
  readonly kind: FileKind
  readonly bytes: number
  /** What the sender calls it; anything at all. */
  readonly fileName: string | undefined
}

/** A multipart body after the rules for its files. */
export interface Upload {
  readonly fields: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, UploadedFile>>
  /** The text for each file that does not fit its rule, by field. */
  readonly refused: Readonly<Record<string, string>>
  /** The text for each file that is required and did not come, by field. */
  readonly missing: Readonly<Record<string, string>>
  /** Removes every file of this request. */
  readonly discard: () => Promise<void>
}

/** Whose body it is: a person's, or that of somebody who is known by their address alone. */
export interface Sender {
  readonly address: string
  readonly userId: string | undefined
}

export interface Uploads {
  /** Does work for an upload of this sender; throws `rate_limited` for one with too many under way. */
  forSender<T>(sender: Sender, work: () => Promise<T>): Promise<T>
  /** Throws `upload_incomplete`, `too_slow`, `invalid_input` or `busy`, and then leaves nothing behind. */
  receive(incoming: IncomingMessage, rules: FormRules, sender: Sender): Promise<Upload>
}

/** How many bodies arrive at once, and how many of them may be of one sender. */
export interface UploadLimits {
  /** Of people with a session. */
  readonly members: WorkQueueBounds & {
    readonly perPersonMax: number
    readonly perAddressMax: number
  }
  /** Of everybody else, in a lane of their own: registrations never take a member's place. */
  readonly strangers: WorkQueueBounds & { readonly perAddressMax: number }
  readonly pace: BodyPace
}

/** A body holds about 0.2 MB of memory and 15 MB of disk, and slow phones take minutes. */
export const uploadLimits: UploadLimits = {
  // A phone sends one file after the other; a household or a class has one address.
  members: { runningMax: 48, waitingMax: 100, perPersonMax: 2, perAddressMax: 12 },
  strangers: { runningMax: 12, waitingMax: 24, perAddressMax: 3 },
  pace: bodyPace,
}

/** Files that are judged at once: each is in memory for a moment, 10 MB at most. */
const judgedMax = 2

/**
 * Takes multipart bodies apart, a few at a time. Files are judged by their content, and never opened or unpacked; a
 * scanner, where there is one, sees each file that fits its rule.
 */
export function createUploads(
  folder: UploadFolder,
  {
    limits = uploadLimits,
    scanner,
  }: { limits?: UploadLimits; scanner?: ScannerPort | undefined } = {},
): Uploads {
  const { members, strangers, pace } = limits
  const memberLane = createWorkQueue(members)
  const strangerLane = createWorkQueue(strangers)
  // All that arrived wait their turn.
  const waitingMax = members.runningMax + strangers.runningMax
  const judged = createWorkQueue({ runningMax: judgedMax, waitingMax })

  return {
    forSender: createShares(limits),
    receive: (incoming, rules, { userId }) => {
      const inLane = userId === undefined ? strangerLane : memberLane
      return inLane(async () => {
        const { fields, files } = await receiveForm(incoming, rules, { folder, pace })
        const discard = async () => {
          await Promise.all(files.map(({ path }) => rm(path, { force: true })))
        }
        try {
          const verdicts = await judged(() => judgeAll(files, rules.files, scanner))
          return { fields: Object.fromEntries(fields), ...verdicts, discard }
        } catch (error) {
          await discard()
          throw error
        }
      })
    },
  }
}

/** Counted before anything else of an upload: one too many takes no turn in a line and asks no database. */
function createShares({ members, strangers }: UploadLimits): Uploads['forSender'] {
  const ofPerson = createUnderWayLimit(members.perPersonMax)
  const ofMembersAt = createUnderWayLimit(members.perAddressMax)
  const ofStrangersAt = createUnderWayLimit(strangers.perAddressMax)

  return ({ address, userId }, work) => {
    if (userId === undefined) return ofStrangersAt(address, work)
    return ofPerson(userId, () => ofMembersAt(address, work))
  }
}

/** A form sends an empty file for a field where nothing was chosen: it counts as none. */
async function judgeAll(
  received: readonly ReceivedFile[],
  rules: Readonly<Record<string, FileRule>>,
  scanner: ScannerPort | undefined,
): Promise<Pick<Upload, 'files' | 'refused' | 'missing'>> {
  const files = new Map<string, UploadedFile>()
  const refused = new Map<string, string>()
  for (const file of received.filter(({ bytes }) => bytes > 0)) {
    const twice = files.has(file.name) || refused.has(file.name)
    const verdict = twice ? 'Only one file is taken here.' : await judge(file, rules, scanner)
    if (typeof verdict === 'string') refused.set(file.name, verdict)
    else files.set(file.name, verdict)
  }
  const missing = Object.entries(rules)
    .filter(([name, { required }]) => required && !files.has(name) && !refused.has(name))
    .map(([name, { missingText }]) => [name, missingText ?? `${name} is required`])
  return {
    files: Object.fromEntries(files),
    refused: Object.fromEntries(refused),
    missing: Object.fromEntries(missing),
  }
}

async function judge(
  { name, fileName, path, bytes }: ReceivedFile,
  rules: Readonly<Record<string, FileRule>>,
  scanner: ScannerPort | undefined,
): Promise<UploadedFile | string> {
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
  if (!rule) return 'Files are not taken here.'
  if (bytes > rule.bytesMax) return rule.tooLargeText ?? fileTooLargeText
  const content = await readFile(path)
  const kind = fileKindOf(content)
  if (!kind || !rule.kinds.includes(kind)) return rule.kindText
  if (content.includes(testVirus) || (await verdictOf(scanner, path)) === 'infected') {
    return 'This file holds something harmful.'
  }
  return { path, kind, bytes, fileName }
}

/** The file that every scanner finds, so that a door without one can be told from one with (EICAR, 2003). */
const testVirus = ['EICAR', 'STANDARD', 'ANTIVIRUS', 'TEST', 'FILE!'].join('-')

/** Nothing that was not looked at is taken: the sender keeps it and sends it again. */
async function verdictOf(
  scanner: ScannerPort | undefined,
  path: string,
): Promise<'clean' | 'infected'> {
  try {
    return scanner ? await scanner.scan(path) : 'clean'
  } catch (error) {
    throw new ProblemError('busy', { retryAfterSeconds: 30 }, error)
  }
}

/** Seconds after which a refused caller may try again: most of what is under way is done by then. */
const retrySeconds = 2

/**
 * Lets at most `max` pieces of work of one key be under way; one more is refused as `rate_limited`. It bounds what a
 * single caller takes of something that all share.
 */
function createUnderWayLimit(max: number) {
  const underWay = new Map<string, number>()

  return async function run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const count = underWay.get(key) ?? 0
    if (count >= max) throw new ProblemError('rate_limited', { retryAfterSeconds: retrySeconds })
    underWay.set(key, count + 1)
    try {
      return await work()
    } finally {
      const left = (underWay.get(key) ?? 1) - 1
      if (left > 0) underWay.set(key, left)
      else underWay.delete(key)
    }
  }
}
