import { accountApi } from '#contract/account/api.ts'
import { revocationsMax } from '#contract/account/model.ts'
import { callApi } from '#src/offline/api/api.ts'
import { withLock, type Drainer } from '#src/offline/engine/lock.ts'
import { dropRevocations } from './session-copy.ts'
import { pendingRevocations } from './session-start.ts'

/** The lock under which one context ends sessions at the server: two would meet each other's 401. */
const revocationLock = 'revocations'

/**
 * Ends at the server the sessions that people left on this device without a network, and forgets their hashes; a page
 * leaves it to whoever is at it. Rejects as `callApi` does; what was not sent stays for the next time.
 */
export async function sendRevocations(drainer: Drainer): Promise<void> {
  await withLock(revocationLock, drainer, async () => {
    const pending = await pendingRevocations()
    for (let at = 0; at < pending.length; at += revocationsMax) {
      const tokenHashes = pending.slice(at, at + revocationsMax)
      await callApi(accountApi.revokeSessions, { body: { tokenHashes } })
      await dropRevocations(tokenHashes)
    }
  })
}

/**
 * Ends the session of `token`, whose hash was noted, and forgets the hash; nothing where another context has done so.
 * Rejects as `callApi` does, and with an `AbortError` at the end of `signal`; the hash stays then.
 */
export async function endSession(
  { token, tokenHash }: { token: string; tokenHash: string },
  signal: AbortSignal,
): Promise<void> {
  await navigator.locks.request(revocationLock, { signal }, async () => {
    if (!(await pendingRevocations()).includes(tokenHash)) return
    await callApi(accountApi.logout, {}, { token, signal })
    await dropRevocations([tokenHash])
  })
}
