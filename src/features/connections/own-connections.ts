import {
  friendSchema,
  receivedRequestSchema,
  sentRequestSchema,
  type Friend,
  type ReceivedRequest,
  type SentRequest,
} from '#contract/connections/model.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { parseRows } from '#src/offline/storage/parse-rows.ts'

/** The lists of one's connections. */
export type ConnectionList = 'sent' | 'received' | 'friends'

/** What this device knows of whom somebody asked and is connected with. */
export interface OwnConnections {
  readonly sent: readonly SentRequest[]
  readonly friends: readonly Friend[]
  /** Which lists the server has sent at least once: an unknown list says nothing. */
  readonly known: Readonly<Record<ConnectionList, boolean>>
}

/** For a live query. */
export async function readConnections(db: UserDatabase): Promise<OwnConnections> {
  const [sent, friends, known] = await Promise.all([readSent(db), readFriends(db), readKnown(db)])
  return { sent, friends, known }
}

/** The requests one has made, newest first. */
export async function readSent(db: UserDatabase): Promise<SentRequest[]> {
  return newestFirst(parseRows(sentRequestSchema, await db.sentRequests.toArray()))
}

/** The requests a care provider was sent, newest first. */
export async function readReceived(db: UserDatabase): Promise<ReceivedRequest[]> {
  return newestFirst(parseRows(receivedRequestSchema, await db.receivedRequests.toArray()))
}

/** Whom one is connected with, by name. */
export async function readFriends(db: UserDatabase): Promise<Friend[]> {
  const friends = parseRows(friendSchema, await db.friends.toArray())
  return friends.toSorted((a, b) => byName.compare(friendName(a), friendName(b)))
}

/** Which lists the server has sent at least once. */
export async function readKnown(db: UserDatabase): Promise<Record<ConnectionList, boolean>> {
  const row = await db.meta.get('connectionsAsOf')
  const asOf = row?.key === 'connectionsAsOf' ? row : {}
  return {
    sent: 'sent' in asOf,
    received: 'received' in asOf,
    friends: 'friends' in asOf,
  }
}

export function friendName({ firstname, lastname }: { firstname: string; lastname: string }) {
  return `${firstname} ${lastname}`
}

const byName = new Intl.Collator('en', { sensitivity: 'base' })

function newestFirst<Row extends { createdAt: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
}
