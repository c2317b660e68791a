import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join, dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { BlobStoreError, checkKey, type BlobPort, type StoredBlob } from './port.ts'

/** An S3-compatible store: bucket and endpoint are named in the address (path style), as every such store takes it. */
export interface S3Location {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** How often a call is made before its caller is told that the store is away. */
const triesMax = 3
const firstPauseMs = 100
/** Time for a call to get its answer's head; 5 MB fit through a slow line in it. */
const answerMsMax = 30_000

/** Files in a bucket. What is sent is signed with its hash, so that the store takes it whole or not at all. */
export function s3Blobs(location: S3Location): BlobPort {
  return {
    async put(key, path) {
      const { size } = await stat(path)
      const headers = {
        'content-length': String(size),
        'x-amz-content-sha256': await sha256Of(path),
      }
      const { answer } = await ask(location, 'PUT', key, headers, () => createReadStream(path))
      await answer.body?.cancel()
      if (!answer.ok) throw refusalOf('put', answer)
    },
    async get(key) {
      const { answer, gone } = await ask(location, 'GET', key, noContent)
      if (gone) return undefined
      const bytes = answer.headers.get('content-length')
      if (answer.status === 200 && answer.body && bytes !== null) {
        return { stream: Readable.from(answer.body), bytes: Number(bytes) }
      }
      await answer.body?.cancel()
      throw refusalOf('get', answer)
    },
    async delete(key) {
      const { answer, gone } = await ask(location, 'DELETE', key, noContent)
      await answer.body?.cancel()
      if (!answer.ok && !gone) throw refusalOf('delete', answer)
    },
  }
}

const noContent = { 'x-amz-content-sha256': createHash('sha256').digest('hex') }

interface Answered {
  readonly answer: Response
  /** The store is in order and has no file at the key. */
  readonly gone: boolean
}

/** One call, again after a failure on the store's side; `body` opens the bytes anew for each try. */
async function ask(
  location: S3Location,
  method: string,
  key: string,
  headers: Record<string, string>,
  body?: () => Readable,
): Promise<Answered> {
  checkKey(key)
  for (let tries = 1; ; tries += 1) {
    const outcome = await attempt(location, { method, key, headers, body }).catch(
      (error: unknown) => new BlobStoreError('The blob store does not answer', { cause: error }),
    )
    if (outcome instanceof BlobStoreError) {
      if (tries === triesMax) throw outcome
    } else {
      const { status, body: unread } = outcome.answer
      const passing = status >= 500 || status === 429
      if (!passing || tries === triesMax) return outcome
      await unread?.cancel()
    }
    await pause(firstPauseMs * 4 ** (tries - 1))
  }
}

interface Call {
  readonly method: string
  readonly key: string
  readonly headers: Record<string, string>
  readonly body: (() => Readable) | undefined
}

async function attempt(
  location: S3Location,
  { method, key, headers, body }: Call,
): Promise<Answered> {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = location
  const signer = new AwsV4Signer({
    method,
    url: `${endpoint.replace(/\/$/, '')}/${bucket}/${key}`,
    headers,
    service: 's3',
    region,
    accessKeyId,
    secretAccessKey,
  })
  const signed = await signer.sign()
  const content = body?.()
  try {
    return await withinTime(async (signal) => {
      const answer = await fetch(signed.url, {
        method,
        headers: signed.headers,
        redirect: 'error',
        signal,
        ...(content && { body: Readable.toWeb(content) as ReadableStream, duplex: 'half' }),
      })
      return { answer, gone: answer.status === 404 && (await namesMissingKey(answer)) }
    })
  } finally {
    // Nobody else closes it where no connection stood, and a file that is open takes room also once it is deleted.
    content?.destroy()
  }
}

/** An error's body is below 1 KB; what is longer is none of S3's. */
const errorBytesMax = 4_096

/** A bucket that is not there is a 404 as well, and so is a page of another server: the code in the body tells them apart. */
async function namesMissingKey({ body }: Response): Promise<boolean> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    parts.push(part)
    bytes += part.length
    if (bytes > errorBytesMax) return false
  }
  return /<Code>\s*NoSuchKey\s*<\/Code>/.test(Buffer.concat(parts).toString())
}

/** The limit is for the head of the answer and for an error: a file may take as long as whoever reads it. */
async function withinTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), answerMsMax)
  try {
    return await work(limit.signal)
  } finally {
    clearTimeout(timer)
  }
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Status and method alone: the store's own words may hold keys and account names. */
function refusalOf(call: string, { status }: Response): BlobStoreError {
  const why = status === 404 ? ': the bucket is not there' : ''
  return new BlobStoreError(`The blob store answered ${call} with ${status}${why}`)
}

/** The store that the environment names: a bucket, or a directory below `dataDir`. */
export function openBlobs(options: { s3: S3Location | undefined; dataDir: string }): BlobPort {
  return options.s3 ? s3Blobs(options.s3) : diskBlobs(join(options.dataDir, 'blobs'))
}

/** Files in a directory of their own. */
export function diskBlobs(directory: string): BlobPort {
  return {
    async put(key, path) {
      const target = pathOf(directory, key)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      // No key looks like this, so a copy that a crash cut short is never taken for a file.
      const draft = `${target}.${randomUUID()}${draftEnding}`
      try {
        await pipeline(
          createReadStream(path),
          createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
        )
        await rename(draft, target)
        await syncDirectory(dirname(target))
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async get(key) {
      return openFile(pathOf(directory, key))
    },
    async delete(key) {
      await rm(pathOf(directory, key), { force: true })
    },
  }
}

/** No key ends like this. */
export const draftEnding = '.new'

/**
 * Deletes the copies below a directory, last written before a moment, that a kill cut short: no row names them, so nothing else
 * ever would.
 */
export async function sweepDrafts(directory: string, beforeMs: number): Promise<void> {
  const children = await readdir(directory, { withFileTypes: true, recursive: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  for (const child of children) {
    if (!child.isFile() || !child.name.endsWith(draftEnding)) continue
    const path = join(child.parentPath, child.name)
    const facts = await stat(path).catch(() => undefined)
    if (facts && facts.mtimeMs < beforeMs) await rm(path, { force: true })
  }
}

function pathOf(directory: string, key: string): string {
  checkKey(key)
  return join(directory, key)
}

/** Opened before its size is read: a file deleted meanwhile is still whole for whoever has it open. */
async function openFile(path: string): Promise<StoredBlob | undefined> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return undefined
  const { size } = await file.stat()
  return { stream: file.createReadStream(), bytes: size }
}

/** A renamed file has its name for good once the directory is on disk; Windows opens no directories and needs none. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
