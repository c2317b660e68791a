import type { Table } from 'dexie'
import * as v from 'valibot'
import {
  connectionsApi,
  type Connection,
  type Friend,
  type ReceivedRequest,
  type SentRequest,
  receivedRequestSchema,
} from '#contract/connections/api.ts'
import { callApi } from '#src/offline/api/api.ts'
import { everyPage } from '#src/offline/api/every-page.ts'
import { forgetImages } from '#src/offline/files/private-images.ts'
import type { ConnectionsAsOf, UserDatabase } from '#src/offline/storage/database.ts'
import { withinQuota } from '#src/offline/storage/quota.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'

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

/** Accepts a request that one was sent. Rejects as the call does. */
export async function acceptRequest(
  db: UserDatabase,
  token: string,
  request: ReceivedRequest,
): Promise<void> {
  const connection = await changing(db, () =>
    callApi(connectionsApi.acceptConnection, { params: { id: request._id } }, { token }),
  )
  await storing(db, [db.receivedRequests, db.friends], async () => {
    await db.receivedRequests.update(request._id, stateOf(connection))
    await db.friends.put(newFriend(request, connection))
  })
}

/** Rejects a request that one was sent. Rejects as the call does. */
export async function rejectRequest(
  db: UserDatabase,
  token: string,
  request: ReceivedRequest,
): Promise<void> {
  const connection = await changing(db, () =>
    callApi(connectionsApi.rejectConnection, { params: { id: request._id } }, { token }),
  )
  await storing(db, [db.receivedRequests], () =>
    db.receivedRequests.update(request._id, stateOf(connection)),
  )
}

/** Ends a connection, from either side. Rejects as the call does. */
export async function endConnection(
  db: UserDatabase,
  token: string,
  friend: Friend,
): Promise<void> {
  const { connectionId: id } = friend
  const connection = await changing(db, () =>
    callApi(connectionsApi.endConnection, { params: { id } }, { token }),
  )
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

/** The lists of one's connections. */
export type ConnectionList = 'sent' | 'received' | 'friends'

/** Which requests are read: those that wait for an answer, or the newest of the history too. */
export type RequestScope = 'pending' | 'history'

/** Pages of a history that are read at most. */
const historyPagesMax = 3

/** Fetches whom one is connected with and stores them. Rejects as the call does. */
export async function refreshFriends(db: UserDatabase, token: string): Promise<void> {
  const look = await fetchUntouched(db, () => fetchFriends(token))
  const pictureOf = ({ profileImg }: Friend) => profileImg
  await saveAll(db, { list: 'friends', table: db.friends, ...look, pictureOf })
}

/** Fetches the requests one has made and stores them. Rejects as the call does. */
export async function refreshSent(
  db: UserDatabase,
  token: string,
  scope: RequestScope = 'pending',
): Promise<void> {
  const shown = await widerScope(db, 'sent', scope)
  const look = await fetchUntouched(db, () => inScope(shown, (about) => fetchSent(token, about)))
  const pictureOf = ({ toUser }: SentRequest) => toUser.profileImg
  await saveAll(db, { list: 'sent', table: db.sentRequests, ...look, pictureOf, scope: shown })
}

/** Fetches the requests a care provider was sent and stores them. Rejects as the call does. */
export async function refreshReceived(
  db: UserDatabase,
  token: string,
  scope: RequestScope = 'pending',
): Promise<void> {
  const shown = await widerScope(db, 'received', scope)
  const look = await fetchUntouched(db, () =>
    inScope(shown, (about) => fetchReceived(token, about)),
  )
  await saveReceived(db, look, shown)
}

/** Stores that there is no request. */
export async function saveNoRequests(db: UserDatabase): Promise<void> {
  await saveReceived(db, { rows: [], number: nextLook() })
}

async function saveReceived(
  db: UserDatabase,
  look: Look<ReceivedRequest>,
  scope?: RequestScope,
): Promise<void> {
  const pictureOf = ({ fromUser }: ReceivedRequest) => fromUser.profileImg
  await saveAll(db, { list: 'received', table: db.receivedRequests, ...look, pictureOf, scope })
}

/** A list as one look at the server found it. */
interface Look<Row> {
  readonly rows: readonly Row[]
  /** Of two looks of this page the one that began later has the higher one. */
  readonly number: number
}

let looks = 0

function nextLook(): number {
  looks += 1
  return looks
}

/** The numbers of the looks that were stored last, by the database and the list. */
const storedLooks = new WeakMap<UserDatabase, Map<ConnectionList, number>>()

/** What is fetched while the person changes a connection may lack the change: it is fetched again. */
async function fetchUntouched<Row>(
  db: UserDatabase,
  fetch: () => Promise<Row[]>,
): Promise<Look<Row>> {
  const before = changes.get(db)
  const number = nextLook()
  const rows = await fetch()
  return changes.get(db) === before ? { rows, number } : await fetchUntouched(db, fetch)
}

/** How many changes of one's connections this page has begun, by the database they belong to. */
const changes = new WeakMap<UserDatabase, number>()

/** Marks a list fetched before this moment as possibly out of date. */
function noteChange(db: UserDatabase): void {
  changes.set(db, (changes.get(db) ?? 0) + 1)
}

interface Fetched<Row> extends Look<Row> {
  readonly list: ConnectionList
  readonly table: Table<Row, string>
  readonly pictureOf: (row: Row) => string | null
  readonly scope?: RequestScope | undefined
}

/** The picture of whoever left the list goes from the device with them. An older look is not put over a newer one. */
async function saveAll<Row>(db: UserDatabase, fetched: Fetched<Row>): Promise<void> {
  const { list, table, rows, pictureOf, scope, number } = fetched
  const pictures = (given: readonly Row[]) => given.flatMap((row) => pictureOf(row) ?? [])
  const stored = storedLooks.get(db) ?? new Map<ConnectionList, number>()
  storedLooks.set(db, stored)
  const before = await userTransaction(db, [table], async () => {
    const asOf = await readAsOf(db)
    const hasHistory = list !== 'friends' && asOf.histories?.[list] === true
    const overtaken = number < (stored.get(list) ?? 0)
    // The newer one may have been without the history.
    if (overtaken && (scope !== 'history' || hasHistory)) return undefined
    const known = await table.toArray()
    await table.clear()
    await table.bulkPut(rows)
    const histories = { ...asOf.histories, ...(scope === 'history' && { [list]: true }) }
    await db.meta.put({ ...asOf, key: 'connectionsAsOf', [list]: Date.now(), histories })
    return known
  })
  if (!before) return
  stored.set(list, Math.max(number, stored.get(list) ?? 0))
  const staying = new Set(pictures(rows))
  await forgetImages(pictures(before).filter((file) => !staying.has(file)))
}

interface About {
  readonly state: 'pending' | 'all'
  readonly pagesMax?: number
}

/** When the server last sent each list, and of which one it sent the history. */
export async function readAsOf(db: UserDatabase): Promise<ConnectionsAsOf> {
  const row = await db.meta.get('connectionsAsOf')
  return row?.key === 'connectionsAsOf' ? row : {}
}

/** A history that is on this device is read again as one: the page that shows it may be open. */
async function widerScope(db: UserDatabase, list: 'sent' | 'received', scope: RequestScope) {
  return (await readAsOf(db)).histories?.[list] ? 'history' : scope
}

/** Whatever is pending is always among them, however long the history is. */
async function inScope<Row extends { _id: string }>(
  scope: RequestScope,
  fetch: (about: About) => Promise<Row[]>,
): Promise<Row[]> {
  const pending = fetch({ state: 'pending' })
  if (scope === 'pending') return await pending
  const [waiting, newest] = await Promise.all([
    pending,
    fetch({ state: 'all', pagesMax: historyPagesMax }),
  ])
  return [...new Map([...waiting, ...newest].map((row) => [row._id, row])).values()]
}

async function fetchFriends(token: string): Promise<Friend[]> {
  return await everyPage(async (query) => {
    const { friends, next } = await callApi(connectionsApi.listFriends, { query }, { token })
    return { rows: friends, next }
  })
}

async function fetchSent(token: string, { state, ...pages }: About): Promise<SentRequest[]> {
  return await everyPage(async (page) => {
    const query = { ...page, state }
    const { requests, next } = await callApi(connectionsApi.listSentRequests, { query }, { token })
    return { rows: requests, next }
  }, pages)
}

async function fetchReceived(
  token: string,
  { state, ...pages }: About,
): Promise<ReceivedRequest[]> {
  return await everyPage(async (page) => {
    const query = { ...page, state }
    const reply = await callApi(receivedRequestsCall, { query }, { token })
    return { rows: reply.requests, next: reply.next }
  }, pages)
}

const { listReceivedRequests } = connectionsApi

/** Spec 7: the list of received requests comes as an object with `requests`, or as a bare array of an older server. */
const eitherShape = v.union([
  listReceivedRequests.reply.schema,
  v.pipe(
    v.array(receivedRequestSchema),
    v.transform((requests) => ({ requests, next: null })),
  ),
])

const receivedRequestsCall = {
  ...listReceivedRequests,
  reply: { ...listReceivedRequests.reply, schema: eitherShape },
} as const
