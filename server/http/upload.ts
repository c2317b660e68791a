import { readFile, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { fileKindOf } from '#contract/file-kind.ts'
import { fileTooLargeText, type FileKind, type FileRule } from '#contract/file-rule.ts'
import { receiveForm, type FormRules, type ReceivedFile } from './receive-form.ts'
import type { UploadFolder } from './upload-folder.ts'
import { createWorkQueue } from './work-queue.ts'

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

export interface Uploads {
  /** Throws `upload_incomplete`, `invalid_input` or `busy`, and then leaves nothing behind. */
  receive(incoming: IncomingMessage, rules: FormRules): Promise<Upload>
}

/** Bodies that arrive at once: each holds about 0.2 MB of memory and 15 MB of disk, and slow phones take minutes. */
const receiving = { runningMax: 48, waitingMax: 100 }
/** Files that are judged at once: each is in memory for a moment, 10 MB at most. All that arrived wait their turn. */
const judging = { runningMax: 2, waitingMax: receiving.runningMax }

/** Takes multipart bodies apart, a few at a time. Files are judged by their content, and never opened or unpacked. */
export function createUploads(folder: UploadFolder): Uploads {
  const received = createWorkQueue(receiving)
  const judged = createWorkQueue(judging)

  return {
    receive: (incoming, rules) =>
      received(async () => {
        const { fields, files } = await receiveForm(incoming, rules, folder)
        const discard = async () => {
          await Promise.all(files.map(({ path }) => rm(path, { force: true })))
        }
        try {
          const verdicts = await judged(() => judgeAll(files, rules.files))
          return { fields: Object.fromEntries(fields), ...verdicts, discard }
        } catch (error) {
          await discard()
          throw error
        }
      }),
  }
}

/** A form sends an empty file for a field where nothing was chosen: it counts as none. */
async function judgeAll(
  received: readonly ReceivedFile[],
  rules: Readonly<Record<string, FileRule>>,
): Promise<Pick<Upload, 'files' | 'refused' | 'missing'>> {
  const files = new Map<string, UploadedFile>()
  const refused = new Map<string, string>()
  for (const file of received.filter(({ bytes }) => bytes > 0)) {
    const twice = files.has(file.name) || refused.has(file.name)
    const verdict = twice ? 'Only one file is taken here.' : await judge(file, rules)
    if (typeof verdict === 'string') refused.set(file.name, verdict)
    else files.set(file.name, verdict)
  }
  const missing = Object.entries(rules)
    .filter(([name, { required }]) => required && !files.has(name) && !refused.has(name))
    .map(([name]) => [name, `${name} is required`])
  return {
    files: Object.fromEntries(files),
    refused: Object.fromEntries(refused),
    missing: Object.fromEntries(missing),
  }
}

async function judge(
  { name, fileName, path, bytes }: ReceivedFile,
  rules: Readonly<Record<string, FileRule>>,
): Promise<UploadedFile | string> {
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
  if (!rule) return 'Files are not taken here.'
  if (bytes > rule.bytesMax) return rule.tooLargeText ?? fileTooLargeText
  const kind = fileKindOf(await readFile(path))
  return kind && rule.kinds.includes(kind) ? { path, kind, bytes, fileName } : rule.kindText
}
