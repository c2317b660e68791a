import type { Logger } from 'pino'
import type { Database } from '#server/db/client.ts'
import type { Metrics } from '#server/ports/metrics/port.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import type { PushEnv } from './env.ts'
import { loadVapidPairs } from './keys.ts'
import type { PushPort } from './port.ts'
import { createWebPush, knownPushHosts } from './web-push.ts'

/** Notifications as the environment says; undefined where they are off. */
export async function openPush(
  { push, publicUrl }: PushEnv,
  deps: {
    database: Database
    sealer: Sealer
    log: Logger
    metrics: Pick<Metrics, 'pushSend'>
    now: () => number
  },
): Promise<PushPort | undefined> {
  if (!push.on) {
    deps.log.info('PUSH is off: nobody gets notifications on their devices')
    return undefined
  }
  const keys = await loadVapidPairs({ ...deps, orm: deps.database.orm }, push.privateKey)
  const hosts = push.hosts ?? knownPushHosts
  return createWebPush({ ...deps, keys, hosts, subject: subjectOf(push.subject, publicUrl, deps) })
}

/** Apple takes no subject of a machine without a name; the others take any. */
function subjectOf(given: string | undefined, publicUrl: string, { log }: { log: Logger }): string {
  if (given !== undefined) return given
  if (publicUrl.startsWith('https://')) return publicUrl
  log.info('PUBLIC_URL is no https address: notifications do not reach devices of Apple')
  return 'mailto:nobody@localhost'
}
