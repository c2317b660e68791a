import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hostThumbnails, noThumbnails } from '#server/ports/thumbnails/host.ts'

const id = 'RcGyVTAoXEU'

describe('the pictures of videos', () => {
  let directory: string
  let host: Server
  let origin: string
  let answer: RequestListener
  const asked: (string | undefined)[] = []

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'zync-thumbnails-'))
    host = createServer((request, response) => {
      asked.push(request.url)
      answer(request, response)
    })
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  })
  afterEach(() => asked.splice(0))
  afterAll(async () => {
    host.closeAllConnections()
    await new Promise((resolve) => host.close(resolve))
    await rm(directory, { recursive: true, force: true })
  })

  let count = 0
  const path = () => join(directory, `picture-${(count += 1)}`)
  const fetchIt = (videoId = id, from = origin, file = path()) =>
    hostThumbnails(from).fetch(videoId, file)

  test('come from one address of the one host', async () => {
    answer = (_request, response) => response.end('a picture')
    const file = path()
    expect(await fetchIt(id, `${origin}/`, file)).toBe('fetched')
    expect(asked).toEqual([`/vi/${id}/hqdefault.jpg`])
    expect(await readFile(file, 'utf8')).toBe('a picture')
  })

  test.each([
    '../../../x',
    '..%2f..%2f..',
    'evil.test/#',
    '@evil.test/',
    `${id}?`,
    `${id}/`,
    'short',
    '',
  ])('are asked for with no other id than one: %j', async (videoId) => {
    expect(await fetchIt(videoId)).toBe('unavailable')
    expect(asked).toEqual([])
  })

  test.each<[string, RequestListener]>([
    ['has none', (_request, response) => response.writeHead(404).end('none')],
    [
      'points elsewhere',
      (request, response) => {
        const leadsTo = `http://${request.headers.host}/inside`
        if (request.url === '/inside') response.end('a secret')
        else response.writeHead(302, { location: leadsTo }).end()
      },
    ],
    ['sends too much', (_request, response) => response.end(Buffer.alloc(2 * 1024 * 1024))],
    ['hangs up', (request) => request.socket.destroy()],
    ['fails', (_request, response) => response.writeHead(500).end()],
  ])('are not there where the host %s', async (_, listener) => {
    answer = listener
    expect(await fetchIt()).toBe('unavailable')
    expect(asked).not.toContain('/inside')
  })

  test('are not there where nobody listens, or nobody is to be asked', async () => {
    expect(await fetchIt(id, 'http://127.0.0.1:9')).toBe('unavailable')
    const file = path()
    expect(await noThumbnails.fetch(id, file)).toBe('unavailable')
    expect(existsSync(file)).toBe(false)
  })
})
