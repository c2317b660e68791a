import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { blobRemovals } from '#server/db/schema/upkeep.ts'
import { createLifecycle, stopGracefully } from '#server/http/process/listener.ts'
import { assetDays, createSharedAssets, startStocking } from '#server/http/static/shared-assets.ts'
import { staticFiles } from '#server/http/static/static-files.ts'
import { s3Blobs } from '#server/ports/blobs/open.ts'
import { createBlobStore } from '#server/ports/blobs/store.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { startS3Fake, type S3Fake } from '#tests/support/s3-fake.ts'
import { compressFolder } from '../../../scripts/compress.ts'

const dayMs = 86_400_000
const script = `console.log('${'earlier '.repeat(1_000)}')`
const picture = Buffer.alloc(4_096, 7)
const silent = pino({ level: 'silent' })

describe.each(databasesUnderTest('both'))('the files of other builds, on %s', (kind) => {
  let open: TestDatabase
  let s3: S3Fake
  let folder: string
  let nowMs = Date.parse('2026-11-21T12:00:00Z')
  const servers: Server[] = []

  beforeAll(async () => {
    open = await openTestDatabase(kind)
  })
  beforeEach(async () => {
    await open.database.orm.delete(blobRemovals)
    s3 = await startS3Fake()
    folder = await mkdtemp(join(tmpdir(), 'zync-builds-'))
  })
  afterEach(async () => {
    for (const server of servers.splice(0)) await new Promise((done) => server.close(done))
    await rm(folder, { recursive: true })
    await s3.close()
  })
  afterAll(() => open.drop())

  /** A build as it lies on the disk of one process. */
  async function build(name: string, files: Record<string, string | Buffer>): Promise<string> {
    const dist = join(folder, name)
    await mkdir(join(dist, 'assets'), { recursive: true })
    await writeFile(join(dist, 'index.html'), `<!doctype html><title>${name}</title>`)
    for (const [file, content] of Object.entries(files)) {
      await writeFile(join(dist, 'assets', file), content)
    }
    await compressFolder(dist)
    return dist
  }

  /** What a process with this build on its disk has of the others. */
  async function processOf(dist: string) {
    const { orm } = open.database
    const blobs = createBlobStore({ port: s3Blobs(s3.place), orm, now: () => nowMs, log: silent })
    const shared = createSharedAssets({ blobs, now: () => nowMs })
    const server = createServer(staticFiles(dist, { shared }))
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const ask = (path: string, headers = {}) => askRaw(server, path, headers)
    return { blobs, shared, ask }
  }

  test('are served by every process, packed as their caller takes them', async () => {
    const earlier = await build('a', { 'page-AbCd_1-2.js': script, 'face-12345678.png': picture })
    const current = await build('b', { 'page-ZzZz9999.js': 'new' })
    expect(await (await processOf(earlier)).shared.stock(earlier)).toBe(2)
    const { ask } = await processOf(current)
    const packed = await ask('/assets/page-AbCd_1-2.js', { 'accept-encoding': 'br' })
    expect(packed).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'content-encoding': 'br',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      },
    })
    expect(brotliDecompressSync(packed.body).toString()).toBe(script)
    expect((await ask('/assets/page-AbCd_1-2.js')).body.toString()).toBe(script)
    expect((await ask('/assets/face-12345678.png')).body.equals(picture)).toBe(true)
    const known = { 'if-none-match': packed.headers['etag'], 'accept-encoding': 'br' }
    expect((await ask('/assets/page-AbCd_1-2.js', known)).status).toBe(304)
  })

  test('are asked of the store once, and not at all where no build had them', async () => {
    const earlier = await build('a', { 'page-AbCdEf12.js': script })
    await (await processOf(earlier)).shared.stock(earlier)
    const { ask } = await processOf(await build('b', {}))
    const before = s3.seen.length
    await Promise.all(Array.from({ length: 5 }, () => ask('/assets/page-AbCdEf12.js')))
    expect(s3.seen.length - before).toBe(1)
    const missing = await ask('/assets/page-00000000.js')
    expect([missing.status, missing.headers['cache-control']]).toEqual([404, 'no-store'])
    expect(s3.seen.length - before).toBe(1)
  })

  test.each([
    '/assets/../index-12345678.html',
    '/assets/..%2f..%2fsecret-12345678.js',
    '/assets/page.js',
    '/assets/page-short.js',
    '/assets/page-12345678.js.br',
    '/assets/a/page-12345678.js',
    `/assets/${'a'.repeat(200)}-12345678.js`,
    '/assets/page-1234567%00.js',
    '/other/page-12345678.js',
  ])('are never looked for as %s', async (path) => {
    const { ask } = await processOf(await build('a', {}))
    const answer = await ask(path)
    expect([answer.status, answer.headers['cache-control']]).toEqual([404, 'no-store'])
    expect(s3.seen).toEqual([])
  })

  test('are said to be away while the store is, and come once it is back', async () => {
    const earlier = await build('a', { 'page-AbCdEf12.js': script })
    await (await processOf(earlier)).shared.stock(earlier)
    const { ask } = await processOf(await build('b', {}))
    s3.failNext(3)
    const away = await ask('/assets/page-AbCdEf12.js')
    expect([away.status, away.headers['cache-control'], away.headers['retry-after']]).toEqual([
      503,
      'no-store',
      '5',
    ])
    expect((await ask('/assets/page-AbCdEf12.js')).status).toBe(200)
  })

  test('stay 30 days after the last process of their build, and no longer', async () => {
    const earlier = await build('a', { 'page-AbCdEf12.js': script })
    const { shared, blobs } = await processOf(earlier)
    await shared.stock(earlier)
    nowMs += 20 * dayMs
    expect(await shared.stock(earlier)).toBe(0)
    nowMs += (assetDays - 1) * dayMs
    await blobs.sweep()
    expect((await (await processOf(await build('b', {}))).ask(only)).status).toBe(200)
    nowMs += dayMs + 1
    await blobs.sweep()
    expect(s3.objects.size).toBe(0)
    expect((await (await processOf(await build('c', {}))).ask(only)).status).toBe(404)
  })
  const only = '/assets/page-AbCdEf12.js'

  test('are stored anew where a process died in the middle, and hold up no start', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 20 }, (_, count) => [`part-${10_000_000 + count}.js`, script]),
    )
    const dist = await build('a', files)
    const { shared } = await processOf(dist)
    // The first eight are there, the second eight fail for good.
    const dying = shared.stock(
      dist,
      abortAfter(() => s3.objects.size >= 8),
    )
    await expect(dying).rejects.toThrow('aborted')
    expect(await open.database.orm.$count(blobRemovals)).toBeLessThan(20)
    s3.failNext(1_000)
    const stocking = startStocking(shared, { dist, log: silent })
    await stocking.first
    stocking.stop()
    s3.failNext(0)
    await shared.stock(dist)
    expect(s3.objects.size).toBe(20)
    expect(await open.database.orm.$count(blobRemovals)).toBe(20)
  })

  test('hold up neither start nor end where the store takes a file and never answers', async () => {
    const dist = await build('a', { 'page-AbCdEf12.js': script })
    const hanging = Promise.withResolvers<void>()
    let asked = 0
    const put = () => {
      asked += 1
      return hanging.promise
    }
    const { orm } = open.database
    const port = { ...s3Blobs(s3.place), put }
    const blobs = createBlobStore({ port, orm, now: () => nowMs, log: silent })
    const shared = createSharedAssets({ blobs, now: () => nowMs })
    const stocking = startStocking(shared, { dist, log: silent, firstMsMax: 20 })
    await stocking.first
    await expect.poll(() => asked).toBe(1)
    const lifecycle = createLifecycle()
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const ended = Promise.withResolvers<number>()
    await stopGracefully({
      server,
      lifecycle,
      log: silent,
      delayMs: 0,
      spreadMs: 0,
      exit: ended.resolve,
      stop: [async () => stocking.stop()],
    })
    expect(await ended.promise).toBe(0)
    hanging.resolve()
  })
})

/** A signal that is aborted as soon as somebody looks at it after a condition holds. */
function abortAfter(holds: () => boolean): AbortSignal {
  const { signal } = new AbortController()
  signal.throwIfAborted = () => {
    if (holds()) throw new Error('aborted')
  }
  return signal
}

function askRaw(server: Server, path: string, headers: Record<string, string | undefined>) {
  const { port } = server.address() as AddressInfo
  return new Promise<{ status: number; headers: Record<string, string | undefined>; body: Buffer }>(
    (resolve, reject) => {
      const given = Object.entries(headers).filter(([, value]) => value !== undefined)
      const sent = request(
        { port, path, headers: Object.fromEntries(given), agent: false },
        (answer) => {
          void buffer(answer).then((body) =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers as Record<string, string | undefined>,
              body,
            }),
          )
        },
      )
      sent.on('error', reject)
      sent.end()
    },
  )
}
