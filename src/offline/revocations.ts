import { accountApi } from '#contract/account/api.ts'
import { revocationsMax } from '#contract/account/token-hash.ts'
import { callApi } from './api.ts'
import { dropRevocations, pendingRevocations } from './session-copy.ts'

/** What the server stores of a token: SHA-256, in hex. */
export async function hashOfToken(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Ends at the server the sessions that people left on this device without a network, and forgets their hashes. Rejects
 * as `callApi` does; what was not sent stays for the next time.
 */
export async function sendRevocations(): Promise<void> {
  const pending = await pendingRevocations()
  for (let at = 0; at < pending.length; at += revocationsMax) {
    const tokenHashes = pending.slice(at, at + revocationsMax)
    await callApi(accountApi.revokeSessions, { body: { tokenHashes } })
    await dropRevocations(tokenHashes)
  }
}
