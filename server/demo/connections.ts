import type { connections } from '#server/db/schema/connections.ts'
import type { notices } from '#server/db/schema/notices.ts'
import type { Demo } from './load.ts'
import { demoRandom } from './random.ts'

/** Gives the id of a demo person by the part of the e-mail before the `@`; throws for an unknown name. */
export type DemoIds = (name: string) => string

const dayMs = 86_400_000

/** The rows of who is connected with whom, or waits for an answer, with their notices; all accounts are of `joinedAt`. */
export function connectionRows(given: Demo['connections'], idOf: DemoIds, joinedAt: Date) {
  const made = given.map(({ client, provider, state, day }) => {
    const askedAt = new Date(joinedAt.getTime() + day * dayMs)
    const answeredAt = new Date(askedAt.getTime() + dayMs / 4)
    const accepted = state === 'accepted'
    const random = demoRandom(`${client} ${provider}`)
    const connection = {
      id: random.idAt(askedAt),
      clientId: idOf(client),
      providerId: idOf(provider),
      state,
      createdAt: askedAt,
      answeredAt: accepted ? answeredAt : null,
    }
    const notice = {
      id: random.idAt(answeredAt),
      userId: accepted ? connection.clientId : connection.providerId,
      actorId: accepted ? connection.providerId : connection.clientId,
      kind: accepted ? 'connection.accepted' : 'connection.requested',
      aboutId: connection.id,
      createdAt: accepted ? answeredAt : askedAt,
      readAt: accepted ? answeredAt : null,
    } as const
    return { connection, notice }
  })
  return {
    connections: made.map(
      ({ connection }) => connection,
    ) satisfies (typeof connections.$inferInsert)[],
    notices: made.map(({ notice }) => notice) satisfies (typeof notices.$inferInsert)[],
  }
}
