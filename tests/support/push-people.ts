import { v7 as uuidv7 } from 'uuid'
import type { LocalDate } from '#contract/local-date.ts'
import { defaultPushSettings, type Subscription } from '#contract/push/model.ts'
import type { Database } from '#server/db/client.ts'
import { sessions, users } from '#server/db/schema/account.ts'
import { pushReminders, pushSettings, pushSubscriptions } from '#server/db/schema/notices.ts'
import type { Sealer } from '#server/ports/sealing.ts'

/** So many people with a device each and one reminder that was due some minutes ago, for all of them by now. */
export async function addReminded(
  { orm }: Database,
  peopleCount: number,
  given: { sealer: Sealer; publicKey: string; subscribe: () => Subscription },
): Promise<void> {
  const { sealer, publicKey, subscribe } = given
  const birthDate = '1990-01-01' as LocalDate
  const { kinds } = defaultPushSettings({ birthDate, timeZone: 'UTC' }, birthDate)
  const nowMs = Date.now()
  const at = new Date(Math.floor((nowMs - 10 * 60_000) / 300_000) * 300_000)
  const minute = at.getUTCHours() * 60 + at.getUTCMinutes()
  const later = new Date(nowMs + 86_400_000)
  const people = Array.from({ length: peopleCount }, () => ({ id: uuidv7(), session: uuidv7() }))
  for (let from = 0; from < people.length; from += 500) {
    const some = people.slice(from, from + 500)
    await orm.insert(users).values(
      some.map(({ id }) => ({
        id,
        email: `${id}@example.org`,
        username: `u-${id}`,
        passwordHash: 'nobody logs in with this',
        userType: 'Adolescent' as const,
        firstname: 'Nour',
        lastname: 'Test',
        birthDate,
        gender: 'Female',
        country: 'Egypt',
        state: 'Giza',
        phoneNumber: '+201234567890',
      })),
    )
    await orm.insert(sessions).values(
      some.map(({ id, session }) => ({
        tokenHash: session,
        id: session,
        userId: id,
        expiresAt: later,
      })),
    )
    const chosen = { kinds, timeZone: 'UTC', zoneFollows: false, discreet: true, chosenAt: at }
    await orm.insert(pushSettings).values(some.map(({ id }) => ({ userId: id, ...chosen })))
    await orm.insert(pushReminders).values(
      some.map(({ id }) => ({
        userId: id,
        tracker: 'Mood' as const,
        minute,
        days: 127,
        on: true,
        nextAt: at,
      })),
    )
    await orm.insert(pushSubscriptions).values(
      some.map(({ id, session }) => {
        const { endpoint, keys } = subscribe()
        return {
          id: uuidv7(),
          userId: id,
          sessionId: session,
          endpointHash: endpoint,
          sealed: sealer.seal(JSON.stringify({ endpoint, keys }), `push subscription of ${id}`),
          publicKey,
          language: 'en',
          createdAt: at,
          seenAt: at,
        }
      }),
    )
  }
}
