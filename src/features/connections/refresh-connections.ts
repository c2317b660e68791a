import type { Table } from 'dexie'
import { connectionsApi } from '#contract/connections/api.ts'
import {
  type Friend,
  type ReceivedRequest,
  type SentRequest,
  receivedRequestSchema,
} from '#contract/connections/model.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { everyPage } from '#src/offline/api/every-page.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { forgetImages } from '#src/offline/files/private-images.ts'
import * as v from 'valibot'

/** The lists of one's connections. */
export type ConnectionList = 'sent' | 'received' | 'friends'

/** Which requests are read: those that wait for an answer, or the newest of the history too. */
export type RequestScope = 'pending' | 'history'

/** Pages of a history that are read at most. */
const historyPagesMax = 3

/** Fetches whom one is connected with and stores them. Rejects as the call does. */
export async function refreshFriends(db: UserDatabase, token: string): Promise<void> {
  const friends = await fetchUntouched(db, () => fetchFriends(token))
  const pictureOf = ({ profileImg }: Friend) => profileImg
  await saveAll(db, { list: 'friends', table: db.friends, rows: friends, pictureOf })
}

/** Fetches the requests one has made and stores them. Rejects as the call does. */
export async function refreshSent(
  db: UserDatabase,
  token: string,
  scope: RequestScope = 'pending',
): Promise<void> {
  const requests = await fetchUntouched(db, () =>
    inScope(scope, (about) => fetchSent(token, about)),
  )
  const pictureOf = ({ toUser }: SentRequest) => toUser.profileImg
  await saveAll(db, { list: 'sent', table: db.sentRequests, rows: requests, pictureOf })
}

/** Fetches the requests a care provider was sent and stores them. Rejects as the call does. */
export async function refreshReceived(
  db: UserDatabase,
  token: string,
  scope: RequestScope = 'pending',
): Promise<void> {
  const requests = await fetchUntouched(db, () =>
    inScope(scope, (about) => fetchReceived(token, about)),
  )
  await saveReceived(db, requests)
}

/** Stores that there is no request. */
export async function saveNoRequests(db: UserDatabase): Promise<void> {
  await saveReceived(db, [])
}

async function saveReceived(db: UserDatabase, rows: readonly ReceivedRequest[]): Promise<void> {
  const pictureOf = ({ fromUser }: ReceivedRequest) => fromUser.profileImg
  await saveAll(db, { list: 'received', table: db.receivedRequests, rows, pictureOf })
}

/** What is fetched while the person changes a connection may lack the change: it is fetched again. */
async function fetchUntouched<T>(db: UserDatabase, fetch: () => Promise<T>): Promise<T> {
  const before = changes.get(db)
  const fetched = await fetch()
  return changes.get(db) === before ? fetched : await fetchUntouched(db, fetch)
}

/** How many changes of one's connections this page has begun, by the database they belong to. */
const changes = new WeakMap<UserDatabase, number>()

/** Marks a list fetched before this moment as possibly out of date. */
export function noteChange(db: UserDatabase): void {
  changes.set(db, (changes.get(db) ?? 0) + 1)
}

interface Fetched<Row> {
  readonly list: ConnectionList
  readonly table: Table<Row, string>
  readonly rows: readonly Row[]
  readonly pictureOf: (row: Row) => string | null
}

/** The picture of whoever left the list goes from the device with them. */
async function saveAll<Row>(db: UserDatabase, fetched: Fetched<Row>): Promise<void> {
  const { list, table, rows, pictureOf } = fetched
  const pictures = (given: readonly Row[]) => given.flatMap((row) => pictureOf(row) ?? [])
  const before = await userTransaction(db, [table], async () => {
    const known = await table.toArray()
    await table.clear()
    await table.bulkPut(rows)
    const asOf = await db.meta.get('connectionsAsOf')
    await db.meta.put({ ...asOf, key: 'connectionsAsOf', [list]: Date.now() })
    return known
  })
  const staying = new Set(pictures(rows))
  await forgetImages(pictures(before).filter((file) => !staying.has(file)))
}

interface About {
  readonly state: 'pending' | 'all'
  readonly pagesMax?: number
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
