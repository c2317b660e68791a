import type { Table } from 'dexie'
import {
  connectionsApi,
  type Connection,
  type Friend,
  type ReceivedRequest,
  type SentRequest,
} from '#contract/connections/api.ts'
import { isNotFound } from '#src/data/resource.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { withinQuota } from '#src/offline/storage/quota.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { decidedBefore } from './connections-resource.ts'
import { noteChange, refreshFriends } from './refresh-connections.ts'

/** The care provider a request goes to, as the screen that sends it shows them. */
export type RequestedProvider = SentRequest['toUser']

/** Asks a care provider for a connection, with a sentence if there is one, and stores it. Rejects as the call does. */
export async function sendRequest(
  db: UserDatabase,
  token: string,
  toUser: RequestedProvider,
  message = '',
): Promise<void> {
  const body = { requestedServiceProvider: toUser.id, ...(message && { message }) }
  const connection = await changing(db, () =>
    callApi(connectionsApi.requestConnection, { body }, { token }),
  )
  await storing(db, [db.sentRequests], () =>
    db.sentRequests.put({ ...connection, toUser, ...(message && { message }) }),
  )
}

/** Takes a request back; one that was accepted meanwhile ends with it. Rejects as the call does. */
export async function takeRequestBack(db: UserDatabase, token: string, id: string): Promise<void> {
  const connection = await changing(db, () =>
    callApi(connectionsApi.removeRequest, { params: { id } }, { token }),
  )
  await storing(db, [db.sentRequests, db.friends], async () => {
    await db.sentRequests.update(id, stateOf(connection))
    await db.friends.where('id').equals(connection.toUserId).delete()
  })
}

/** Accepts a request that one was sent; also one that is accepted already. Rejects as the call does. */
export async function acceptRequest(
  db: UserDatabase,
  token: string,
  request: ReceivedRequest,
): Promise<void> {
  const connection = await answering(db, 'accepted', () =>
    callApi(connectionsApi.acceptConnection, { params: { id: request._id } }, { token }),
  )
  await storing(db, [db.receivedRequests, db.friends], async () => {
    await db.receivedRequests.update(request._id, stateOf(connection))
    await db.friends.put(newFriend(request, connection))
  })
}

/** Rejects a request that one was sent; also one that is rejected already. Rejects as the call does. */
export async function rejectRequest(
  db: UserDatabase,
  token: string,
  request: ReceivedRequest,
): Promise<void> {
  const connection = await answering(db, 'rejected', () =>
    callApi(connectionsApi.rejectConnection, { params: { id: request._id } }, { token }),
  )
  await storing(db, [db.receivedRequests], () =>
    db.receivedRequests.update(request._id, stateOf(connection)),
  )
}

/** Ends a connection, from either side; also one that is over already. Rejects as the call does. */
export async function endConnection(
  db: UserDatabase,
  token: string,
  friend: Friend,
): Promise<void> {
  const { connectionId: id } = friend
  const connection = await changing(db, () =>
    callApi(connectionsApi.endConnection, { params: { id } }, { token }),
  ).catch(async (error: unknown) => {
    if (!isNotFound(error)) throw error
    await refreshFriends(db, token)
    const stands = await db.friends.get(friend.id)
    if (stands?.connectionId === id) throw error
  })
  if (!connection) return
  await storing(db, [db.friends, db.sentRequests, db.receivedRequests], async () => {
    await db.friends.delete(friend.id)
    await db.sentRequests.update(id, stateOf(connection))
    await db.receivedRequests.update(id, stateOf(connection))
  })
}

/** A list that was asked for before the change or during it is asked for again. */
async function changing<T>(db: UserDatabase, change: () => Promise<T>): Promise<T> {
  noteChange(db)
  try {
    return await change()
  } finally {
    noteChange(db)
  }
}

/** The answer may have been given before: its own answer was lost, or another device was faster. */
async function answering(
  db: UserDatabase,
  wish: 'accepted' | 'rejected',
  answer: () => Promise<Connection>,
): Promise<Connection> {
  try {
    return await changing(db, answer)
  } catch (error) {
    const stands = decidedBefore(error)
    if (stands?.status !== wish) throw error
    return stands
  }
}

/** The server has changed it: what cannot be stored here comes with the next look at the lists. */
async function storing(db: UserDatabase, tables: Table[], change: () => Promise<unknown>) {
  await withinQuota(() => userTransaction(db, tables, change)).catch(() => undefined)
}

/** What was written along goes with the request, unless it was accepted. */
function stateOf({ status, answeredAt, endedAt }: Connection) {
  const over = status !== 'accepted' && status !== 'pending'
  return { status, answeredAt, endedAt, ...(over && { message: null }) }
}

function newFriend({ fromUser }: ReceivedRequest, connection: Connection): Friend {
  const { id, firstname, lastname, userType, profileImg } = fromUser
  return {
    id,
    firstname,
    lastname,
    userType,
    profileImg,
    specialization: null,
    connectionId: connection._id,
    since: connection.answeredAt ?? connection.createdAt,
  }
}
