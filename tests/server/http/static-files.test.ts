import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { staticFiles } from '#server/http/static/static-files.ts'
import { compressFolder } from '../../../scripts/compress.ts'

const style = 'body{margin:0}'
const script = 'document.documentElement.dataset.ready="1"'
const index = `<!doctype html><html><head><style>${style}</style></head><body>
<script>${script}</script><script type="module" src="/assets/app-1a2b.js"></script></body></html>`
const app = `console.log('${'zync '.repeat(1_000)}')`

const calm = (name: string) => index.replace('<head>', `<head><title>${name}</title>`)

const arabicManifest = JSON.stringify({
  name: 'Zync',
  lang: 'ar',
  description: 'مكان هادئ. '.repeat(200),
})

describe('the built app', () => {
  let dist: string
  let server: Server
  let outside: string

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'zync-dist-'))
    outside = join(folder, 'secret.txt')
    dist = join(folder, 'dist')
    await mkdir(join(dist, 'assets'), { recursive: true })
    await writeFile(outside, 'not for you')
    await writeFile(join(dist, 'index.html'), index)
    await writeFile(join(dist, 'assets/app-1a2b.js'), app)
    await writeFile(join(dist, 'assets/photo-3c4d.png'), Buffer.alloc(4_096))
    await writeFile(join(dist, 'main.js'), 'self.addEventListener("install", () => {})')
    await writeFile(join(dist, 'manifest.webmanifest'), '{"name":"Zync"}')
    await writeFile(join(dist, 'manifest.ar.webmanifest'), arabicManifest)
    await writeFile(join(dist, 'manifest.calm.webmanifest'), '{"name":"Notes"}')
    await writeFile(join(dist, 'manifest.calm.ar.webmanifest'), '{"name":"ملاحظات"}')
    await writeFile(join(dist, 'calm.html'), calm('Notes'))
    await writeFile(join(dist, 'calm.ar.html'), calm('ملاحظات'))
    await writeFile(join(dist, 'robots.txt'), 'User-agent: *\n')
    await compressFolder(dist)
    server = createServer(staticFiles(dist))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve))
    await rm(join(dist, '..'), { recursive: true })
  })

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    ask(server, path, headers, method)

  test('comes compressed as its caller takes it, each with its own validator', async () => {
    const plain = await get('/assets/app-1a2b.js')
    const br = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, deflate, br' })
    const gzip = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br;q=0' })
    expect(plain.body.toString()).toBe(app)
    expect(br.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(br.body).toString()).toBe(app)
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.body).toString()).toBe(app)
    expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3)
    expect(br.headers.vary).toBe('accept-encoding')
    const photo = await get('/assets/photo-3c4d.png', { 'accept-encoding': 'br' })
    expect(photo.headers['content-encoding']).toBeUndefined()
  })

  test('is not sent again to who has it', async () => {
    const first = await get('/')
    const etag = first.headers.etag ?? ''
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await get('/', { 'if-none-match': known })
      expect([again.status, again.body.length]).toEqual([304, 0])
      expect(again.headers['cache-control']).toBe('no-cache')
    }
    expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('may be kept for a year where its name is a hash, and is asked for anew elsewhere', async () => {
    expect((await get('/assets/app-1a2b.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    )
    for (const path of ['/', '/index.html', '/main.js', '/manifest.webmanifest', '/robots.txt']) {
      const answer = await get(path)
      expect([path, answer.status, answer.headers['cache-control']]).toEqual([
        path,
        200,
        'no-cache',
      ])
    }
    expect((await get('/robots.txt')).body.toString()).toBe('User-agent: *\n')
  })

  test('is, as a manifest, in the language that the browser chose, and stored for no other', async () => {
    const path = '/manifest.webmanifest'
    const english = await get(path)
    for (const cookie of ['lang=ar', 'a=b; lang=ar-u-nu-arab']) {
      const arabic = await get(path, { cookie })
      expect(arabic.body.toString()).toBe(arabicManifest)
      expect(arabic.headers['content-type']).toBe('application/manifest+json')
      expect(arabic.headers['cache-control']).toBe('no-cache')
      expect(arabic.headers.vary).toMatch(/\bcookie\b/)
      expect((await get(path, { 'if-none-match': arabic.headers.etag ?? '' })).status).toBe(200)
    }
    expect(english.headers.vary).toMatch(/\bcookie\b/)
    for (const cookie of [
      'lang=en',
      'lang=fr',
      'lang=tlh',
      'lang=../../secret',
      'lang=',
      'slang=ar',
    ]) {
      const answer = await get(path, { cookie })
      expect([cookie, answer.body.toString()]).toEqual([cookie, '{"name":"Zync"}'])
    }
  })

  test('opens at every screen of the app', async () => {
    for (const path of ['/login', '/surveys/9/', '/service-providers/specialty/Life%20Coach?x=1']) {
      const answer = await get(path)
      expect([path, answer.status, answer.body.toString()]).toEqual([path, 200, index])
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    }
  })

  test('has the neutral title where its cookie or the address asks for it, and is stored for no other browser', async () => {
    const usual = await get('/trackers')
    const asked: [path: string, cookie: string, name: string][] = [
      ['/', 'look=calm', 'Notes'],
      ['/trackers', 'lang=en; look=calm', 'Notes'],
      ['/dashboard?look=calm', '', 'Notes'],
      ['/dashboard?a=%zz&look=calm', 'lang=fr', 'Notes'],
      ['/dashboard?look=calm', 'lang=ar-u-nu-arab', 'ملاحظات'],
      ['/login', 'look=calm; lang=../../secret', 'Notes'],
    ]
    for (const [path, cookie, name] of asked) {
      const answer = await get(path, { cookie })
      expect([path, answer.status, answer.body.toString()]).toEqual([path, 200, calm(name)])
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.headers['cache-control']).toBe('no-cache')
      expect(answer.headers.vary).toMatch(/\bcookie\b/)
      const { 'content-security-policy': policy } = answer.headers
      expect(policy).toBe(usual.headers['content-security-policy'])
      const etag = answer.headers.etag ?? ''
      expect((await get(path, { 'if-none-match': etag, cookie })).status).toBe(304)
      expect((await get('/trackers', { 'if-none-match': etag })).status).toBe(200)
    }
    expect(usual.headers.vary).toMatch(/\bcookie\b/)
    for (const cookie of ['look=calmer', 'outlook=calm', 'look=zync', 'look=']) {
      const answer = await get('/dashboard?look=Calm', { cookie })
      expect([cookie, answer.body.toString()]).toEqual([cookie, index])
    }
    const script = await get('/assets/app-1a2b.js?look=calm', { cookie: 'look=calm' })
    expect([script.body.toString(), script.headers.vary]).toEqual([app, 'accept-encoding'])
  })

  test('has, as a manifest, the name that the link names, in the language of the browser', async () => {
    const named = async (path: string, cookie: string) => {
      const { status, body, headers } = await get(path, { cookie })
      expect([status, headers['content-type']]).toEqual([200, 'application/manifest+json'])
      return (JSON.parse(body.toString()) as { name: string }).name
    }
    expect(await named('/manifest.calm.webmanifest', '')).toBe('Notes')
    expect(await named('/manifest.calm.webmanifest', 'lang=ar')).toBe('ملاحظات')
    expect(await named('/manifest.calm.webmanifest', 'lang=fr')).toBe('Notes')
    // The link says which one it is; a page of before still has the other.
    expect(await named('/manifest.webmanifest', 'look=calm')).toBe('Zync')
  })

  test('answers 404 for a file that is gone, never the page', async () => {
    for (const path of [
      '/assets/app-0000.js',
      '/nothing.png',
      '/login/x.css',
      '/assets/app',
      '/assets/app-1a2b.js.br',
    ]) {
      const answer = await get(path)
      expect([path, answer.status]).toEqual([path, 404])
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  })

  test('ends at its folder', async () => {
    const paths = [
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/assets/..%5c..%5csecret.txt',
    ]
    for (const path of [...paths, outside, '/%00', '/%', '/%ff.js']) {
      const answer = await get(path)
      expect([path, answer.body.toString().includes('not for you')]).toEqual([path, false])
      expect(answer.status).toBeLessThan(500)
    }
  })

  test('has a policy that lets its own inline blocks run and no others', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    expect(policy).toContain(`script-src 'self' '${sha256(script)}'`)
    expect(policy).toContain(`style-src 'self' '${sha256(style)}'`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain('frame-src blob: https://www.youtube-nocookie.com;')
    expect(policy).toContain("img-src 'self' data: blob:")
    expect(policy).not.toContain('unsafe')
  })

  test('carries the headers that keep it safe', async () => {
    for (const path of ['/', '/login', '/assets/app-1a2b.js', '/gone.js']) {
      expect((await get(path)).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        // A voice note needs the microphone, for this page alone; nothing needs the camera.
        'permissions-policy': expect.stringMatching(/camera=\(\).*microphone=\(self\)/),
      })
    }
  })

  test('tells no other site and no search engine of a link that somebody pays with', async () => {
    expect((await get(`/pay/${'A'.repeat(43)}`)).headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    expect((await get('/login')).headers['x-robots-tag']).toBeUndefined()
  })

  test('answers HEAD without a body, ignores ranges and takes no other method', async () => {
    const head = await get('/assets/app-1a2b.js', {}, 'HEAD')
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([
      200,
      String(app.length),
      0,
    ])
    const range = await get('/assets/app-1a2b.js', { range: 'bytes=5-2' })
    expect([range.status, range.body.toString()]).toEqual([200, app])
    const post = await get('/login', {}, 'POST')
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  test('takes the worker back from every phone when it is told to', async () => {
    const switched = createServer(staticFiles(dist, { workerDisabled: true }))
    await new Promise<void>((resolve) => switched.listen(0, '127.0.0.1', resolve))
    const worker = await ask(switched, '/sw.js', {}, 'GET')
    expect(worker.headers['cache-control']).toBe('no-cache')
    expect(worker.body.toString()).toContain('registration.unregister()')
    await new Promise((resolve) => switched.close(resolve))
  })

  test('survives a build that takes its files away', async () => {
    await rm(join(dist, 'assets'), { recursive: true })
    expect((await get('/assets/app-1a2b.js')).body.toString()).toBe(app)
  })
})

test('without a build every page says how to make one', async () => {
  const server = createServer(staticFiles('/nowhere'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const answer = await ask(server, '/', {}, 'GET')
  expect([answer.status, answer.body.toString()]).toEqual([
    404,
    expect.stringContaining('npm run build'),
  ])
  await new Promise((resolve) => server.close(resolve))
})

function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** A request as it is written here: fetch would tidy the path and decode the body. */
function ask(server: Server, path: string, headers: Record<string, string>, method: string) {
  const { port } = server.address() as AddressInfo
  return new Promise<{ status: number; headers: Record<string, string | undefined>; body: Buffer }>(
    (resolve, reject) => {
      const sent = request({ port, path, headers, method, agent: false }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers as Record<string, string | undefined>,
            body: Buffer.concat(chunks),
          }),
        )
      })
      sent.on('error', reject)
      sent.end()
    },
  )
}
