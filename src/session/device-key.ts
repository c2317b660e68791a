import type { DeviceKey } from '#src/offline/session/lock-record.ts'
import { randomBytes } from '#src/offline/session/seal.ts'

/** What TypeScript's library does not know of WebAuthn, Level 3. */
interface Capable {
  getClientCapabilities?: () => Promise<Record<string, boolean | undefined>>
}

/** Whether this device has an authenticator of its own that can make a key; a browser that does not say so has none. */
export async function mayMakeKeys(): Promise<boolean> {
  if (!('PublicKeyCredential' in window)) return false
  const known = await (PublicKeyCredential as Capable).getClientCapabilities?.()
  return Boolean(known?.['extension:prf'] && known['userVerifyingPlatformAuthenticator'])
}

/** Of 32 bytes; the name stands in the list that a device has of its keys. */
const secretBytes = 32
const name = 'Zync'

/** Makes a credential on this device that turns a salt into a secret. Rejects where its person or the device says no. */
export async function makeKey(): Promise<DeviceKey & { secret: BufferSource }> {
  const salt = randomBytes(secretBytes)
  const made = await navigator.credentials.create({
    publicKey: {
      rp: { name },
      user: { id: randomBytes(16), name, displayName: name },
      // Nothing is signed for anybody: what counts is the secret, and that only this device makes it.
      challenge: randomBytes(secretBytes),
      pubKeyCredParams: [-7, -257].map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: {
        authenticatorAttachment: 'platform',
        residentKey: 'discouraged',
        userVerification: 'required',
      },
      extensions: { prf: { eval: { first: salt } } },
    },
  })
  if (!(made instanceof PublicKeyCredential)) throw new Error('The device made no key')
  const { prf } = made.getClientExtensionResults()
  if (!prf?.enabled) throw new Error('The device makes no secrets')
  const device = { credentialId: new Uint8Array(made.rawId), salt }
  return { ...device, secret: prf.results?.first ?? (await secretOf(device)) }
}

/** The secret that a credential of this device makes of its salt. Rejects where its person or the device says no. */
export async function secretOf({ credentialId, salt }: DeviceKey): Promise<BufferSource> {
  const given = await navigator.credentials.get({
    publicKey: {
      challenge: randomBytes(secretBytes),
      allowCredentials: [{ type: 'public-key', id: credentialId, transports: ['internal'] }],
      userVerification: 'required',
      extensions: { prf: { eval: { first: salt } } },
    },
  })
  const secret =
    given instanceof PublicKeyCredential
      ? given.getClientExtensionResults().prf?.results?.first
      : undefined
  if (!secret) throw new Error('The device gave no secret')
  return secret
}
