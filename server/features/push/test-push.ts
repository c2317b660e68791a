import { eq } from 'drizzle-orm'
import { baseLanguage } from '#contract/language.ts'
import type { Orm } from '#server/db/orm.ts'
import { users } from '#server/db/schema/account.ts'
import { pushSettings, pushSubscriptions } from '#server/db/schema/notices.ts'
import type { Limiter } from '#server/http/limits/limits.ts'
import type { Session } from '#server/http/session/caller.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import type { PushPort } from '#server/ports/push/port.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import { addressOf, type PushDevices } from './devices.ts'
import { payloadText, topicOf } from './sending.ts'

export type SendTest = (session: Session) => Promise<void>

const ttlSeconds = 600

/**
 * Sends a notification to the device that asks, at once and whatever its person chose. Throws `not_configured`,
 * `not_found` where it gets none, `partner_unavailable` and `rate_limited`.
 */
export function createSendTest(deps: {
  orm: Orm
  push: PushPort | undefined
  sealer: Sealer
  devices: PushDevices
  tests: Limiter
  publicUrl: string
  newId: () => string
}): SendTest {
  const { orm, push, sealer, devices, tests, publicUrl, newId } = deps

  return async function sendTest(session) {
    if (!push) throw new ProblemError('not_configured')
    const row = await devices.ofSession(session)
    const to = row && addressOf(row, sealer)
    if (!row || !to) throw new ProblemError('not_found')
    const { userId } = session.actor
    await tests.take(userId)
    const [person] = await orm
      .select({ language: users.language, discreet: pushSettings.discreet })
      .from(users)
      .leftJoin(pushSettings, eq(pushSettings.userId, users.id))
      .where(eq(users.id, userId))
    const about = { id: newId(), userId, kind: 'test', about: row.id } as const
    const { discreet, language = baseLanguage } = person ?? {}
    const said = { language, discreet: discreet ?? true, silent: false, unread: 0 }
    const text = payloadText({ ...about, ...said }, publicUrl)
    const topic = topicOf(about, sealer.keyFor('push topic'))
    const { publicKey } = row
    const pushed = await push.send({ to, publicKey, text, ttlSeconds, topic, urgency: 'high' })
    if (pushed.status === 'sent') return
    if (pushed.status !== 'gone') throw new ProblemError('partner_unavailable')
    await orm.delete(pushSubscriptions).where(eq(pushSubscriptions.id, row.id))
    throw new ProblemError('not_found')
  }
}
