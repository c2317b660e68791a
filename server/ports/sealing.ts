import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'

/** What is sealed can be read and made with the server's key alone, and for its purpose alone. */
export interface Sealer {
  seal(text: string, purpose: string): string
  /** The text; undefined for what was not sealed with this key for this purpose. */
  open(sealed: string, purpose: string): string | undefined
  /** A key of its own for a purpose, to hash with: nobody finds it without the server's key. */
  keyFor(purpose: string): string
  sealBytes(bytes: Uint8Array, purpose: string): Buffer
  /** The bytes; undefined as for `open`. */
  openBytes(sealed: Uint8Array, purpose: string): Buffer | undefined
}

const algorithm = 'aes-256-gcm'
export const sealingKeyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/** AES-256-GCM with a fresh nonce each time; the purpose is authenticated along. */
export function createSealer(key: Buffer): Sealer {
  function sealBytes(bytes: Uint8Array, purpose: string): Buffer {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(purpose))
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
  }

  function openBytes(sealed: Uint8Array, purpose: string): Buffer | undefined {
    if (sealed.length < nonceBytes + tagBytes) return undefined
    const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes))
      .setAAD(Buffer.from(purpose))
      .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
    try {
      const opened = decipher.update(sealed.subarray(nonceBytes + tagBytes))
      return Buffer.concat([opened, decipher.final()])
    } catch {
      // A wrong tag is the answer, not an accident.
      return undefined
    }
  }

  return {
    seal: (text, purpose) => sealBytes(Buffer.from(text), purpose).toString('base64url'),
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed, 'base64url')
      // Another spelling of the same bytes was not written here.
      const spelled = bytes.toString('base64url') === sealed
      return spelled ? openBytes(bytes, purpose)?.toString('utf8') : undefined
    },
    keyFor: (purpose) => createHmac('sha256', key).update(purpose).digest('hex'),
    sealBytes,
    openBytes,
  }
}

/** The key that seals what the server itself must read again, such as Google's tokens. */
export function loadSealingKey(env: {
  sealingKey: Buffer | undefined
  dataDir: string
}): Promise<Buffer> {
  return loadKey(env.sealingKey, env.dataDir, 'sealing.key')
}

/**
 * The key of evidence and reports: another one, so that it can be looked after apart and opens nothing else. A new one is made
 * also where something was sealed before, since nobody should be without the service for it; the log says so: the new one
 * opens nothing of it, and the old one, once it is back, nothing of what the new one sealed.
 */
export async function loadEvidenceKey(
  { evidenceKey, dataDir }: { evidenceKey: Buffer | undefined; dataDir: string },
  { wasUsed, log }: { wasUsed: () => Promise<boolean>; log: Logger },
): Promise<Buffer> {
  if (!evidenceKey && !existsSync(join(dataDir, 'evidence.key')) && (await wasUsed())) {
    log.error(
      { dataDir },
      'evidence.key is missing and a new one is made: reports and evidence from before cannot be opened. Stop, and put it back or set EVIDENCE_KEY',
    )
  }
  return loadKey(evidenceKey, dataDir, 'evidence.key')
}

/** The key of the environment, or the one in the data directory, made there when there is none. */
async function loadKey(given: Buffer | undefined, dataDir: string, name: string): Promise<Buffer> {
  if (given) return given
  const file = join(dataDir, name)
  await mkdir(dataDir, { recursive: true })
  try {
    await writeFile(file, randomBytes(sealingKeyBytes).toString('base64'), {
      flag: 'wx',
      mode: 0o600,
    })
  } catch (error) {
    if (!isTaken(error)) throw error
  }
  const key = Buffer.from(await readFile(file, 'utf8'), 'base64')
  if (key.length === sealingKeyBytes) return key
  throw new Error(`${file} holds no key of ${sealingKeyBytes} bytes`)
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}
