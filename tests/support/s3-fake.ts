import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Location } from '#server/ports/blobs/open.ts'

export interface S3Fake {
  readonly place: S3Location
  readonly objects: ReadonlyMap<string, Buffer>
  /** Every request that came, refused ones too. */
  readonly seen: readonly { method: string; status: number }[]
  /** The next so many requests are answered with 503 after their body was read. */
  failNext(count: number): void
  close(): Promise<void>
}

const region = 'eu-test-1'
const accessKeyId = 'ZYNCTESTKEY'
const secretAccessKey = 'secret/with+signs='
const bucket = 'zync-test'

/**
 * As much of S3's wire protocol as we speak, on a free port. Unlike other fakes it holds a request to its signature:
 * recomputed here from the published algorithm (AWS Signature Version 4), with the body's hash as part of it.
 */
export async function startS3Fake(): Promise<S3Fake> {
  const objects = new Map<string, Buffer>()
  const seen: { method: string; status: number }[] = []
  let failures = 0

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const status = judge(request, body)
    const end = (code: number, content?: Buffer) => {
      seen.push({ method: request.method ?? '', status: code })
      response.writeHead(code, content && { 'content-length': content.length }).end(content)
    }
    if (status !== undefined) return end(status, errorOf(status === 404 ? 'NoSuchBucket' : ''))
    if (failures > 0) {
      failures -= 1
      return end(503, errorOf('SlowDown'))
    }
    const key = (request.url ?? '').slice(`/${bucket}/`.length)
    serve(request.method ?? '', key, body, end)
  }

  function serve(
    method: string,
    key: string,
    body: Buffer,
    end: (code: number, content?: Buffer) => void,
  ): void {
    const object = objects.get(key)
    switch (method) {
      case 'PUT':
        objects.set(key, body)
        return end(200)
      case 'GET':
        return object ? end(200, object) : end(404, errorOf('NoSuchKey'))
      case 'DELETE':
        objects.delete(key)
        return end(204)
      default:
        return end(405)
    }
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  return {
    place: { endpoint, bucket, region, accessKeyId, secretAccessKey },
    objects,
    seen,
    failNext: (count) => {
      failures = count
    },
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

/** An error's body as AWS writes it: of a 404 its code alone says what is not there. */
function errorOf(code: string): Buffer {
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
  return Buffer.from(
    `${head}<Error><Code>${code}</Code><RequestId>4442587FB7D0A2F9</RequestId></Error>`,
  )
}

/** The status that refuses a request, or undefined for one that is in order. */
function judge(request: IncomingMessage, body: Buffer): number | undefined {
  const { headers } = request
  if (!(request.url ?? '').startsWith(`/${bucket}/`)) return 404
  if (request.method === 'PUT' && headers['content-length'] === undefined) return 411
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 400
  return headers.authorization === expectedAuthorization(request) ? undefined : 403
}

/** The header that the holder of the secret would have sent with this very request. */
function expectedAuthorization({ method, url = '', headers }: IncomingMessage): string {
  const signedHeaders =
    /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1]?.split(';') ?? []
  const needed = ['host', 'x-amz-content-sha256', 'x-amz-date']
  if (needed.some((name) => !signedHeaders.includes(name))) return 'unsigned'

  const date = String(headers['x-amz-date'])
  const scope = [date.slice(0, 8), region, 's3', 'aws4_request']
  const [path = '', query = ''] = url.split('?')
  const canonical = [
    method,
    path,
    query,
    ...signedHeaders.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signedHeaders.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(canonical)].join('\n')
  const key = scope.reduce<string | Buffer>(
    (previous, part) => createHmac('sha256', previous).update(part).digest(),
    `AWS4${secretAccessKey}`,
  )
  const signature = createHmac('sha256', key).update(toSign).digest('hex')
  return `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope.join('/')}, SignedHeaders=${signedHeaders.join(';')}, Signature=${signature}`
}

function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex')
}
