import { Readable } from 'node:stream'
import { mediaTypes } from '#contract/file-rule.ts'
import type { Exchange } from '#server/http/routing/route.ts'
import { apiHeaders } from '#server/http/routing/json-response.ts'

/** The bytes of a file on their way to a caller who may have them. */
export interface FileReply {
  readonly stream: Readable
  readonly bytes: number
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer with a file's own bytes. A page that opens it may run and load nothing. */
export function fileResponse(status: number, file: FileReply, exchange: Exchange): Response {
  const headers = {
    ...apiHeaders,
    'content-type': file.contentType,
    'content-length': String(file.bytes),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    // What is kept of it is for the person who asked, on a device that several may share.
    vary: 'authorization',
    'x-request-id': exchange.requestId,
    ...file.headers,
  }
  if (exchange.incoming.method !== 'HEAD') {
    return new Response(Readable.toWeb(file.stream) as ReadableStream<Uint8Array>, {
      status,
      headers,
    })
  }
  file.stream.destroy()
  return new Response(null, { status, headers })
}

/** A header that makes a file be saved under its name. RFC 6266: names of any script, and nothing that could end the header. */
export function attachmentNamed(name: string): string {
  return `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, escaped)}`
}

function escaped(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
}

/** What a file is called on the wire, by what its content showed it to be. */
export const contentTypes = mediaTypes
