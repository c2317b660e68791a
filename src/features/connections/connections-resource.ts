import { compareNames } from '#src/i18n/speech.ts'
import {
  friendSchema,
  receivedRequestSchema,
  sentRequestSchema,
  type Friend,
  type ReceivedRequest,
  type SentRequest,
} from '#contract/connections/model.ts'
import { defineResource } from '#src/data/resource.ts'
import { readHidden } from '#src/features/safety/blocks-resource.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { parseRows } from '#src/offline/storage/parse-rows.ts'
import { asMember } from '#src/session/as-member.ts'
import { isReviewed } from '#src/session/own-profile.ts'
import {
  readAsOf,
  refreshFriends,
  refreshReceived,
  refreshSent,
  saveNoRequests,
  type ConnectionList,
  type RequestScope,
} from './change-connections.ts'

/** Whom the person is connected with and has not blocked, by name. */
export const circleResource = defineResource<Friend[]>({
  key: 'connections.circle',
  read: readCircle,
  refresh: refreshFriends,
})

/** The requests a care provider was sent, newest first, without those of people they blocked. */
export const receivedResource = defineResource<ReceivedRequest[], [scope: RequestScope]>({
  key: 'connections.received',
  async read(db, scope) {
    const [requests, known, hidden] = await Promise.all([
      readReceived(db),
      readKnown(db),
      readHidden(db),
    ])
    if (!known.received) return undefined
    return requests.filter(
      ({ fromUserId, status }) =>
        !hidden.has(fromUserId) && (scope === 'history' || status === 'pending'),
    )
  },
  refresh: refreshReceivedRequests,
})

/** The requests the person has made, newest first, without those to people they blocked. */
export const sentResource = defineResource<SentRequest[]>({
  key: 'connections.sent',
  async read(db) {
    const [requests, known, hidden] = await Promise.all([
      readSent(db),
      readKnown(db),
      readHidden(db),
    ])
    return known.sent ? requests.filter(({ toUserId }) => !hidden.has(toUserId)) : undefined
  },
  refresh: (db, token) => refreshSent(db, token, 'history'),
})

/** What this device knows of whom the person asked and is connected with. */
export interface OwnConnections {
  readonly sent: readonly SentRequest[]
  readonly friends: readonly Friend[]
  /** Which lists the server has sent at least once: an unknown list says nothing. */
  readonly known: Readonly<Record<ConnectionList, boolean>>
}

/** Whom the person asked and is connected with, for the controls beside care providers. */
export const ownConnectionsResource = defineResource<OwnConnections>({
  key: 'connections.own',
  read: readConnections,
  async refresh(db, token) {
    await Promise.all([refreshSent(db, token), refreshFriends(db, token)])
  },
})

/** Fetches again the lists of connections that this device has: one of them has changed. Rejects as the calls do. */
export async function refreshKnownConnections(db: UserDatabase): Promise<void> {
  const known = await readKnown(db)
  await asMember(db, async (token) => {
    await Promise.all([
      known.sent && refreshSent(db, token),
      known.received && refreshReceivedRequests(db, token, 'pending'),
      known.friends && refreshFriends(db, token),
    ])
  })
}

/** For a live query. */
export async function readConnections(db: UserDatabase): Promise<OwnConnections> {
  const [sent, friends, known] = await Promise.all([readSent(db), readFriends(db), readKnown(db)])
  return { sent, friends, known }
}

/** The requests the person has made, newest first. */
export async function readSent(db: UserDatabase): Promise<SentRequest[]> {
  return newestFirst(parseRows(sentRequestSchema, await db.sentRequests.toArray()))
}

/** The requests a care provider was sent, newest first. */
export async function readReceived(db: UserDatabase): Promise<ReceivedRequest[]> {
  return newestFirst(parseRows(receivedRequestSchema, await db.receivedRequests.toArray()))
}

/** Whom the person is connected with, by name. */
export async function readFriends(db: UserDatabase): Promise<Friend[]> {
  const friends = parseRows(friendSchema, await db.friends.toArray())
  return friends.toSorted((a, b) => compareNames(friendName(a), friendName(b)))
}

/** Which lists the server has sent at least once. */
export async function readKnown(db: UserDatabase): Promise<Record<ConnectionList, boolean>> {
  const asOf = await readAsOf(db)
  return {
    sent: 'sent' in asOf,
    received: 'received' in asOf,
    friends: 'friends' in asOf,
  }
}

export function friendName({ firstname, lastname }: { firstname: string; lastname: string }) {
  return `${firstname} ${lastname}`
}

async function readCircle(db: UserDatabase): Promise<Friend[] | undefined> {
  const [friends, known, hidden] = await Promise.all([
    readFriends(db),
    readKnown(db),
    readHidden(db),
  ])
  return known.friends ? friends.filter(({ id }) => !hidden.has(id)) : undefined
}

/** While their papers are looked at nobody can ask a care provider: the server's refusal is an empty list and no failure. */
async function refreshReceivedRequests(
  db: UserDatabase,
  token: string,
  scope: RequestScope,
): Promise<void> {
  if (await isReviewed(db)) {
    try {
      return await refreshReceived(db, token, scope)
    } catch (error) {
      if (!isApiProblem(error) || error.problem.code !== 'forbidden') throw error
    }
  }
  await saveNoRequests(db)
}

function newestFirst<Row extends { createdAt: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
}
