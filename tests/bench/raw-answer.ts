import { request } from 'node:http'

/** An answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly bodyBase64: string
}

/** Makes a request and keeps its answer as it is, compressed or not, for a bare server to repeat. */
export async function rawAnswer(
  url: string,
  given: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: given.method, headers: given.headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: kept(response.rawHeaders),
          bodyBase64: Buffer.concat(chunks).toString('base64'),
        }),
      )
    })
    sent.on('error', reject)
    sent.end(given.body)
  })
}

/** All headers but those that node writes for each answer anew. */
function kept(rawHeaders: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    if (['date', 'connection', 'keep-alive', 'transfer-encoding'].includes(name)) continue
    headers[name] = rawHeaders[index + 1] ?? ''
  }
  return headers
}
