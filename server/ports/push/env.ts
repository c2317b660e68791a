import * as v from 'valibot'
import { pairOf, vapidKeyBytes } from './keys.ts'

/** What the environment says of notifications. */
export interface PushEnv {
  readonly push: {
    readonly on: boolean
    /** Unset: a key that is made once and stored, sealed. */
    readonly privateKey: Buffer | undefined
    readonly subject: string | undefined
    /** In the place of the known hosts. */
    readonly hosts: readonly string[] | undefined
  }
  readonly publicUrl: string
}

/** The variables beside `PUSH`, as they are read. */
export const pushEntries = {
  VAPID_PRIVATE_KEY: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => Buffer.from(text, 'base64url')),
      v.check(
        (key) => isVapidKey(key),
        `must be a private key of P-256: ${vapidKeyBytes} bytes in base64url`,
      ),
    ),
  ),
  VAPID_SUBJECT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(mailto:[^@\s]+@[^@\s]+|https:\/\/[^/\s]+\/?)$/, 'must be mailto: or https://'),
    ),
  ),
  PUSH_HOSTS: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[\w.-]+(:\d{1,5})?(,[\w.-]+(:\d{1,5})?)*$/, 'must be hosts with commas between'),
      v.transform((text) => text.split(',')),
    ),
  ),
}

const variables = v.object({ ...pushEntries, PUSH: v.optional(v.boolean()) })

export function pushOf(env: v.InferOutput<typeof variables>): PushEnv['push'] {
  const { VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject, PUSH_HOSTS: hosts } = env
  return { on: env.PUSH ?? true, privateKey, subject, hosts }
}

function isVapidKey(key: Buffer): boolean {
  try {
    return key.length === vapidKeyBytes && pairOf(key).publicKey !== ''
  } catch {
    return false
  }
}
