import { Agent, request } from 'node:http'

/** Connections are kept: who posts one after the other has a single one, as a phone does. */
const agent = new Agent({ keepAlive: true })

/** Posts a JSON text and waits for the whole answer, with as little around it as node offers. Throws unless it went well. */
export function post(url: string, given: Record<string, string>, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...given,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if (response.statusCode !== undefined && response.statusCode < 300) resolve(text)
        else reject(new Error(`POST ${url}: ${response.statusCode} ${text}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
