import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BuiltFile, Encoded } from './built-files.ts'

/** Sends a file in the best encoding its caller takes, or 304 when they have it. Headers already set stand. */
export function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: BuiltFile,
): void {
  const { encoding, body } = chosen(request, file)
  response.setHeader('etag', body.etag)
  if (file.br ?? file.gzip) response.setHeader('vary', 'accept-encoding')
  if (hasIt(request, body.etag)) {
    response.writeHead(304).end()
    return
  }
  response.setHeader('content-type', file.contentType)
  response.setHeader('content-length', body.bytes.length)
  if (encoding) response.setHeader('content-encoding', encoding)
  response.writeHead(200).end(request.method === 'HEAD' ? undefined : body.bytes)
}

function chosen(
  request: IncomingMessage,
  file: BuiltFile,
): { encoding: 'br' | 'gzip' | undefined; body: Encoded } {
  const accepted = request.headers['accept-encoding'] ?? ''
  if (file.br && takes(accepted, 'br')) return { encoding: 'br', body: file.br }
  if (file.gzip && takes(accepted, 'gzip')) return { encoding: 'gzip', body: file.gzip }
  return { encoding: undefined, body: file.plain }
}

/** True when an `Accept-Encoding` names an encoding without refusing it (`;q=0`). */
export function takes(accepted: string, encoding: 'br' | 'gzip'): boolean {
  return accepted.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}

/** True when a caller says that they have what goes by this validator. */
export function hasIt(request: IncomingMessage, etag: string): boolean {
  const known = request.headers['if-none-match']?.split(',') ?? []
  return known.some((each) => opaque(each.trim()) === opaque(etag))
}

function opaque(etag: string): string {
  return etag.replace(/^W\//, '')
}
