import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diskBlobs, s3Blobs } from '#server/ports/blobs/open.ts'
import { BlobStoreError, type BlobPort } from '#server/ports/blobs/port.ts'
import { openCount } from '#tests/support/open-files.ts'
import { startS3Fake, type S3Fake } from '#tests/support/s3-fake.ts'

let directory: string
let s3: S3Fake
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zync-blobs-'))
  s3 = await startS3Fake()
})
afterAll(async () => {
  await s3.close()
  await rm(directory, { recursive: true, force: true })
})

async function fileOf(content: Buffer): Promise<string> {
  const path = join(directory, randomBytes(8).toString('hex'))
  await writeFile(path, content)
  return path
}

async function contentOf(port: BlobPort, key: string): Promise<Buffer | undefined> {
  const blob = await port.get(key)
  if (!blob) return undefined
  const content = await buffer(blob.stream)
  expect(blob.bytes).toBe(content.length)
  return content
}

describe.each([
  ['a directory', () => diskBlobs(join(directory, 'blobs'))],
  ['a bucket', () => s3Blobs(s3.place)],
])('the blob store in %s', (_, open) => {
  test('gives back what it was given, byte for byte', async () => {
    const port = open()
    const large = randomBytes(5 * 1024 * 1024)
    await port.put('papers/large', await fileOf(large))
    await port.put('profile-images/small.webp', await fileOf(Buffer.from([0])))
    expect((await contentOf(port, 'papers/large'))?.equals(large)).toBe(true)
    expect(await contentOf(port, 'profile-images/small.webp')).toEqual(Buffer.from([0]))
  })

  test('gives several files at once, to several at once', async () => {
    const port = open()
    const contents = Array.from({ length: 8 }, () => randomBytes(100_000))
    await Promise.all(
      contents.map(async (content, index) => port.put(`papers/n${index}`, await fileOf(content))),
    )
    const read = contents.flatMap((_content, index) => [index, index])
    const found = await Promise.all(read.map((index) => contentOf(port, `papers/n${index}`)))
    expect(
      found.every((content, at) => contents[read[at] ?? 0]?.equals(content ?? Buffer.of())),
    ).toBe(true)
  })

  test('has nothing at a key that was never put or is deleted', async () => {
    const port = open()
    expect(await port.get('papers/never')).toBeUndefined()
    await port.put('papers/gone', await fileOf(Buffer.from('x')))
    await port.delete('papers/gone')
    await port.delete('papers/gone')
    expect(await port.get('papers/gone')).toBeUndefined()
  })

  test('keeps a file whole for whoever is reading it while it is deleted', async () => {
    const port = open()
    const content = randomBytes(1_000_000)
    await port.put('papers/read', await fileOf(content))
    const blob = await port.get('papers/read')
    await port.delete('papers/read')
    expect(blob && (await buffer(blob.stream)).equals(content)).toBe(true)
  })

  test.each([
    '../outside',
    'papers/../../outside',
    'papers/..',
    '/papers/a',
    'papers',
    'papers/a/b',
    'papers/A',
    'papers/a.',
    'papers/a%2f',
    'papers/a\0',
    'papers/a\n',
    '',
  ])('refuses the key %j in every call', async (key) => {
    const port = open()
    await expect(port.put(key, await fileOf(Buffer.from('x')))).rejects.toThrow('Not a key')
    await expect(port.get(key)).rejects.toThrow('Not a key')
    await expect(port.delete(key)).rejects.toThrow('Not a key')
  })
})

describe('the blob store in a directory', () => {
  test('leaves nothing of a file that could not be stored', async () => {
    const home = join(directory, 'failing')
    const port = diskBlobs(home)
    await expect(port.put('papers/a', join(directory, 'no such file'))).rejects.toThrow('ENOENT')
    expect(await readdir(join(home, 'papers'))).toEqual([])
    expect(await port.get('papers/a')).toBeUndefined()
  })
})

describe('the blob store in a bucket', () => {
  test('tries again when the store is busy for a moment', async () => {
    const port = s3Blobs(s3.place)
    s3.failNext(2)
    await port.put('papers/again', await fileOf(Buffer.from('patience')))
    expect(await contentOf(port, 'papers/again')).toEqual(Buffer.from('patience'))
  })

  test('says that the store is away when it stays so, and repeats nothing of its words', async () => {
    s3.failNext(3)
    const failure: unknown = await s3Blobs(s3.place)
      .get('papers/x')
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(BlobStoreError)
    expect(String(failure)).toBe('BlobStoreError: The blob store answered get with 503')
    const nowhere = { ...s3.place, endpoint: 'http://127.0.0.1:1' }
    await expect(s3Blobs(nowhere).get('papers/x')).rejects.toThrow('does not answer')
  })

  test.each([
    ['another secret', { secretAccessKey: 'guess' }],
    ['another key', { accessKeyId: 'SOMEBODYELSE' }],
    ['another region', { region: 'us-east-1' }],
  ])('is refused with %s, and gives up at once', async (_, wrong) => {
    const before = s3.seen.length
    const port = s3Blobs({ ...s3.place, ...wrong })
    await expect(port.put('papers/refused', await fileOf(Buffer.from('x')))).rejects.toThrow(
      'answered put with 403',
    )
    expect(s3.seen.slice(before)).toEqual([{ method: 'PUT', status: 403 }])
    expect(s3.objects.has('papers/refused')).toBe(false)
  })

  test.each(['get', 'delete'] as const)(
    'that is not there is no file that is gone, for %s',
    async (call) => {
      const port = s3Blobs({ ...s3.place, bucket: 'zync-tset' })
      const before = s3.seen.length
      const asked = port[call]('papers/there')
      await expect(asked).rejects.toThrow(`answered ${call} with 404: the bucket is not there`)
      await expect(asked).rejects.toBeInstanceOf(BlobStoreError)
      expect(s3.seen.slice(before).map(({ status }) => status)).toEqual([404])
    },
  )

  test('takes a missing file from the code of the answer alone, however long it is', async () => {
    let body: string | undefined
    const server = createServer((_request, response) => {
      response.writeHead(404)
      if (body === undefined) Readable.from(endless()).pipe(response)
      else response.end(body)
    })
    const port = s3Blobs({ ...s3.place, endpoint: await listening(server) })
    for (body of [
      '',
      '<html>404 Not Found</html>',
      '<Error><Code>NoSuchUpload</Code></Error>',
      undefined,
    ]) {
      await expect(port.get('papers/a')).rejects.toThrow('answered get with 404')
      await expect(port.delete('papers/a')).rejects.toThrow('answered delete with 404')
    }
    body = '<Error xmlns="http://s3.example.org">\n  <Code>NoSuchKey</Code>\n</Error>'
    expect(await port.get('papers/a')).toBeUndefined()
    await port.delete('papers/a')
    await expect(port.put('papers/a', await fileOf(Buffer.from('x')))).rejects.toThrow(
      'put with 404',
    )
    await closed(server)
  })

  test('closes a file once it is stored, or could not be', async () => {
    const path = await fileOf(randomBytes(2_000_000))
    const stillOpen = () => openCount(path)
    await s3Blobs(s3.place).put('papers/big', path)
    await expect.poll(stillOpen).toBe(0)
    s3.failNext(3)
    await expect(s3Blobs(s3.place).put('papers/big', path)).rejects.toThrow('put with 503')
    await expect.poll(stillOpen).toBe(0)

    const nowhere = { ...s3.place, endpoint: 'http://127.0.0.1:1' }
    await expect(s3Blobs(nowhere).put('papers/big', path)).rejects.toThrow('does not answer')
    await expect.poll(stillOpen).toBe(0)

    // One that refuses before it has read anything.
    const hasty = createServer((_request, response) => response.writeHead(403).end())
    const endpoint = await listening(hasty)
    const refused = s3Blobs({ ...s3.place, endpoint }).put('papers/big', path)
    await expect(refused).rejects.toThrow('put with 403')
    await expect.poll(stillOpen).toBe(0)
    await closed(hasty)
  })

  test('signs what it sends: a store that got something else refuses it', async () => {
    const altered = await fetch(`${s3.place.endpoint}/${s3.place.bucket}/papers/a`, {
      method: 'PUT',
      headers: { 'x-amz-content-sha256': 'of something else' },
      body: 'x',
    })
    expect(altered.status).toBe(400)
  })
})

function* endless() {
  for (;;) yield Buffer.alloc(1_024, '<Error>')
}

/** Its address, once it listens on a free port. */
async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function closed(server: Server): Promise<void> {
  const ended = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await ended
}
