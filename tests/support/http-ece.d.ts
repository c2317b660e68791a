/** The part of http_ece 1.2 that the fake push service opens messages with; the package brings no types. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'
  export function decrypt(
    body: Buffer,
    given: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string },
  ): Buffer
}
