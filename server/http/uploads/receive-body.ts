import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy, { type Busboy } from 'busboy'
import type { FileRule } from '#contract/file-rule.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import type { ApiContext } from '#server/http/routing/route.ts'
import type { UploadFolder } from './upload.ts'

/** How fast a body has to arrive: in each window so many bytes, or the rest of it. */
export interface BodyPace {
  readonly windowMs: number
  readonly bytesMin: number
}

/**
 * 1 kB a second on average over half a minute: a phone at the edge of a network sends two to five, and a tunnel may take
 * as long as the window. Whoever is slower holds a place that others need.
 */
export const bodyPace: BodyPace = { windowMs: 30_000, bytesMin: 30_000 }

/**
 * Calls `giveUp` with `too_slow` when a body arrives slower than it may. Begin when its reading begins: a body that
 * nobody reads does not arrive. Returns what ends the watch.
 */
export function watchPace(
  incoming: IncomingMessage,
  { windowMs, bytesMin }: BodyPace,
  giveUp: (problem: ProblemError) => void,
): () => void {
  const { socket } = incoming
  let bytesBefore = socket.bytesRead
  const watch = setInterval(() => {
    if (incoming.complete) return
    const arrived = socket.bytesRead - bytesBefore
    bytesBefore = socket.bytesRead
    // The rest of the body would be taken for the next request.
    if (arrived < bytesMin)
      giveUp(new ProblemError('too_slow', { headers: { connection: 'close' } }))
  }, windowMs)
  return () => clearInterval(watch)
}

/** The whole body as text. Throws `too_slow`, or `upload_incomplete` for a sender who hung up. */
export async function readText(context: ApiContext, pace: BodyPace): Promise<string> {
  const { incoming } = context.env
  const slow = Promise.withResolvers<never>()
  const endWatch = watchPace(incoming, pace, slow.reject)
  try {
    return await Promise.race([context.req.text(), slow.promise])
  } catch (error) {
    const hungUp = !incoming.complete && !(error instanceof ProblemError)
    throw hungUp ? new ProblemError('upload_incomplete') : error
  } finally {
    endWatch()
  }
}

/** A file part as it arrived: on disk, not judged yet. */
export interface ReceivedFile {
  readonly name: string
  /** What the sender calls the file; anything at all. */
  readonly fileName: string | undefined
  readonly path: string
  /** One more than the largest file that is taken, when it was cut off there. */
  readonly bytes: number
}

/** A whole multipart body. The last text of a name stands. */
interface ReceivedForm {
  readonly fields: ReadonlyMap<string, string>
  readonly files: readonly ReceivedFile[]
}

/** What a form may hold. */
export interface FormRules {
  readonly files: Readonly<Record<string, FileRule>>
  readonly fieldBytesMax?: number | undefined
}

/** More than any form of ours has, with room for what old clients send along. */
const fieldsMax = 40
/** Files that nobody asked for, which the answer names. */
const strayFilesMax = 4
/** The largest text field that is read unless a form says otherwise; every schema refuses texts of this length. */
const fieldBytesMax = 16 * 1024

/**
 * Reads a multipart body to its end: texts into memory, files to disk. Whatever goes wrong, the files that were begun
 * are gone when this rejects: `upload_incomplete` when the body stops short, `too_slow` when it drips, `invalid_input`
 * when it is no form.
 */
export async function receiveForm(
  incoming: IncomingMessage,
  rules: FormRules,
  { folder, pace }: { folder: UploadFolder; pace: BodyPace },
): Promise<ReceivedForm> {
  const parser = openParser(incoming, rules)
  const fields = new Map<string, string>()
  const begun: (Omit<ReceivedFile, 'bytes'> & { written: Promise<number> })[] = []

  parser.on('field', (name: string | undefined, text) => {
    if (name !== undefined) fields.set(name, text)
  })
  parser.on('file', (name: string | undefined, stream, { filename }) => {
    const path = folder.newPath()
    // Handled at once: a part that fails before the others are done would end the process as an unhandled rejection.
    const written = write(stream, path)
    written.catch((error: Error) => parser.destroy(error))
    begun.push({ name: name ?? '', fileName: filename, path, written })
  })
  for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) {
    parser.on(limit, () => parser.destroy(new ProblemError('invalid_input')))
  }

  try {
    await feed(incoming, parser, pace)
    const files = begun.map(async ({ written, ...file }) => ({ ...file, bytes: await written }))
    return { fields, files: await Promise.all(files) }
  } catch (error) {
    parser.destroy()
    await Promise.allSettled(begun.map(({ written }) => written))
    await Promise.all(begun.map(({ path }) => rm(path, { force: true })))
    throw asRefusal(error)
  }
}

function openParser({ headers }: IncomingMessage, rules: FormRules): Busboy {
  const largest = Math.max(0, ...Object.values(rules.files).map(({ bytesMax }) => bytesMax))
  const files = Object.keys(rules.files).length + strayFilesMax
  try {
    return busboy({
      headers,
      defParamCharset: 'utf8',
      limits: {
        fileSize: largest + 1,
        files,
        fields: fieldsMax,
        fieldSize: rules.fieldBytesMax ?? fieldBytesMax,
        parts: fieldsMax + files,
        headerPairs: 20,
      },
    })
  } catch {
    throw new ProblemError('invalid_input')
  }
}

async function write(stream: Readable, path: string): Promise<number> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  await pipeline(stream, file)
  return file.bytesWritten
}

/** Hands the body over. The connection stays open whatever the parser makes of it, since it carries the answer. */
function feed(incoming: IncomingMessage, parser: Busboy, pace: BodyPace): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => parser.destroy(new ProblemError('upload_incomplete'))
    const endWatch = watchPace(incoming, pace, (problem) => parser.destroy(problem))
    const noteEnd = () => {
      if (!incoming.complete) giveUp()
    }
    const finish = (settle: () => void) => {
      endWatch()
      incoming.off('close', noteEnd).unpipe(parser).resume()
      settle()
    }
    // Stays: a parser that is given up reports that its form has no end.
    parser.on('error', (error) => finish(() => reject(error)))
    parser.once('close', () => finish(resolve))
    incoming.on('close', noteEnd)
    if (incoming.destroyed) giveUp()
    else incoming.pipe(parser)
  })
}

/** busboy tells its refusals apart by their words alone (1.6). */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (/^Unexpected end of (form|file)$/.test(error.message)) {
    return new ProblemError('upload_incomplete')
  }
  return error.message === 'Malformed part header' ? new ProblemError('invalid_input') : error
}
