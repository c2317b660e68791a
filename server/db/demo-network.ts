import type { connections } from './schema/connections.ts'
import type { notices } from './schema/notices.ts'
import { demoRandom } from './demo-random.ts'

/** Ids of the invented people by the part of their e-mail before the `@`. */
export type DemoIds = (name: string) => string

const dayMs = 86_400_000

/** Who is connected with whom, and whose request waits for an answer; `joinedAt` is when all of them came. */
const network = [
  { client: 'lina', provider: 'sofia', state: 'accepted', day: 3 },
  { client: 'mona', provider: 'joana.pires', state: 'accepted', day: 8 },
  { client: 'mona', provider: 'lamia.chahine', state: 'accepted', day: 20 },
  { client: 'omar', provider: 'daniel', state: 'accepted', day: 25 },
  { client: 'omar', provider: 'sofia', state: 'pending', day: 58 },
] as const

/** The connections of the invented people, with what they were told of them. */
export function demoNetwork(idOf: DemoIds, joinedAt: Date) {
  const made = network.map(({ client, provider, state, day }) => {
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
