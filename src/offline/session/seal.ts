/** Bytes that only a key opens, and what they were sealed with besides. */
export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly data: Uint8Array<ArrayBuffer>
}

/** As many rounds as OWASP asks for with SHA-256: half a second of a slow phone, for each guess too. */
const rounds = 600_000
const cipher = 'AES-GCM'
const sealing: readonly KeyUsage[] = ['encrypt', 'decrypt']
const wrapping: readonly KeyUsage[] = ['wrapKey', 'unwrapKey']

export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length))
}

/** A new random key; it can leave this module wrapped. */
export async function newKey(): Promise<CryptoKey> {
  return await crypto.subtle.generateKey({ name: cipher, length: 256 }, true, [...sealing])
}

/** The key that a PIN or a sentence stands for. */
export async function keyOfWords(words: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const typed = await crypto.subtle.importKey('raw', utf8(words), 'PBKDF2', false, ['deriveKey'])
  return await crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', iterations: rounds, salt },
    typed,
    { name: cipher, length: 256 },
    false,
    [...wrapping],
  )
}

/** The key that 32 random bytes are, as an authenticator of this device gives them. */
export async function keyOfBytes(bytes: BufferSource): Promise<CryptoKey> {
  return await crypto.subtle.importKey('raw', bytes, cipher, false, [...wrapping])
}

export async function wrapKey(key: CryptoKey, by: CryptoKey): Promise<Sealed> {
  const iv = randomBytes(12)
  const data = await crypto.subtle.wrapKey('raw', key, by, { name: cipher, iv })
  return { iv, data: new Uint8Array(data) }
}

/** The wrapped key; undefined where `by` is another one than it was wrapped with. To be wrapped again it is `movable`. */
export async function unwrapKey(
  { iv, data }: Sealed,
  by: CryptoKey,
  movable = false,
): Promise<CryptoKey | undefined> {
  try {
    const how = { name: cipher, iv }
    return await crypto.subtle.unwrapKey('raw', data, by, how, cipher, movable, [...sealing])
  } catch (error) {
    if (error instanceof DOMException && error.name === 'OperationError') return undefined
    throw error
  }
}

/** Seals a text for one person: under another id it does not open. */
export async function sealText(key: CryptoKey, text: string, userId: string): Promise<Sealed> {
  const iv = randomBytes(12)
  const how = { name: cipher, iv, additionalData: utf8(userId) }
  return { iv, data: new Uint8Array(await crypto.subtle.encrypt(how, key, utf8(text))) }
}

/** Rejects where the key, the person or the bytes are others. */
export async function openText(key: CryptoKey, { iv, data }: Sealed, userId: string) {
  const how = { name: cipher, iv, additionalData: utf8(userId) }
  return new TextDecoder().decode(await crypto.subtle.decrypt(how, key, data))
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}
