import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What is sealed can be read and made with the server's key alone, and for its purpose alone. */
export interface Sealer {
  seal(text: string, purpose: string): string
  /** The text; undefined for what was not sealed with this key for this purpose. */
  open(sealed: string, purpose: string): string | undefined
}

const algorithm = 'aes-256-gcm'
export const sealingKeyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/** AES-256-GCM with a fresh nonce each time; the purpose is authenticated along. */
export function createSealer(key: Buffer): Sealer {
  return {
    seal(text, purpose) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed, 'base64url')
      // Another spelling of the same bytes was not written here.
      const spelled = bytes.toString('base64url') === sealed
      if (!spelled || bytes.length < nonceBytes + tagBytes) return undefined
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      try {
        const text = decipher.update(bytes.subarray(nonceBytes + tagBytes))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        // A wrong tag is the answer, not an accident.
        return undefined
      }
    },
  }
}

/** The key of the environment, or the one in the data directory, made there when there is none. */
export async function loadSealingKey(env: {
  sealingKey: Buffer | undefined
  dataDir: string
}): Promise<Buffer> {
  if (env.sealingKey) return env.sealingKey
  const file = join(env.dataDir, 'sealing.key')
  await mkdir(env.dataDir, { recursive: true })
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
