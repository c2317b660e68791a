import type { Table } from 'dexie'
import * as v from 'valibot'
import {
  connectionsApi,
  type Friend,
  type ReceivedRequest,
  type SentRequest,
  receivedRequestSchema,
} from '#contract/connections/api.ts'
import { callApi } from '#src/offline/api/api.ts'
import { everyPage } from '#src/offline/api/every-page.ts'
import { forgetImages } from '#src/offline/files/private-images.ts'
import type { ConnectionsAsOf, UserDatabase } from '#src/offline/storage/database.ts'
import { replaceRows } from '#src/offline/storage/put-changed.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'

/** The lists of one's connections. */
export type ConnectionList = 'sent' | 'received' | 'friends'

/** Which requests are read: those that wait for an answer, or the newest of the history too. */
export type RequestScope = 'pending' | 'history'

/** Pages of a history that are read at most. */
const historyPagesMax = 3

/** Fetches whom one is connected with and stores them. Rejects as the call does. */
export async function refreshFriends(db: UserDatabase, token: string): Promise<void> {
  const pictureOf = ({ profileImg }: Friend) => profileImg
  await refreshList(db, { list: 'friends', table: db.friends, pictureOf }, () =>
    fetchFriends(token),
  )
}

/** Fetches the requests one has made and stores them. Rejects as the call does. */
export async function refreshSent(
  db: UserDatabase,
  token: string,
  scope: RequestScope = 'pending',
): Promise<void> {
  const shown = await widerScope(db, 'sent', scope)
  const pictureOf = ({ toUser }: SentRequest) => toUser.profileImg
  await refreshList(db, { list: 'sent', table: db.sentRequests, pictureOf, scope: shown }, () =>
    inScope(shown, (about) => fetchSent(token, about)),
  )
}

/** Fetches the requests a care provider was sent and stores them. Rejects as the call does. */
export async function refreshReceived(
  db: UserDatabase,
  token: string,
  scope: RequestScope = 'pending',
): Promise<void> {
  const shown = await widerScope(db, 'received', scope)
  await refreshList(db, receivedOf(db, shown), () =>
    inScope(shown, (about) => fetchReceived(token, about)),
  )
}

/** Stores that there is no request. */
export async function saveNoRequests(db: UserDatabase): Promise<void> {
  await saveAll(db, receivedOf(db), [])
}

function receivedOf(db: UserDatabase, scope?: RequestScope): StoredList<ReceivedRequest> {
  const pictureOf = ({ fromUser }: ReceivedRequest) => fromUser.profileImg
  return { list: 'received', table: db.receivedRequests, pictureOf, scope }
}

interface StoredList<Row extends object> {
  readonly list: ConnectionList
  readonly table: Table<Row, string>
  readonly pictureOf: (row: Row) => string | null
  readonly scope?: RequestScope | undefined
}

/** After so many the newest is stored, whatever other looks have stored meanwhile. */
const triesMax = 4

/** What is fetched while the person changes a connection, or while another look is stored, may be older: it is fetched again. */
async function refreshList<Row extends object>(
  db: UserDatabase,
  stored: StoredList<Row>,
  fetch: () => Promise<Row[]>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const before = changes.get(db)
    const asOf = (await readAsOf(db))[stored.list]
    const rows = await fetch()
    const since = tries < triesMax ? { asOf } : undefined
    if (changes.get(db) === before && (await saveAll(db, stored, rows, since))) return
  }
}

/** How many changes of one's connections this page has begun, by the database they belong to. */
const changes = new WeakMap<UserDatabase, number>()

/** Marks a list fetched before this moment as possibly out of date. */
export function noteChange(db: UserDatabase): void {
  changes.set(db, (changes.get(db) ?? 0) + 1)
}

/**
 * The picture of whoever left the list goes from the device with them. False where another look was stored
 * `since`, and nothing is changed then.
 */
async function saveAll<Row extends object>(
  db: UserDatabase,
  { list, table, pictureOf, scope }: StoredList<Row>,
  rows: readonly Row[],
  since?: { asOf: number | undefined },
): Promise<boolean> {
  const pictures = (given: readonly Row[]) => given.flatMap((row) => pictureOf(row) ?? [])
  const before = await userTransaction(db, [table], async () => {
    const asOf = await readAsOf(db)
    if (since && asOf[list] !== since.asOf) return undefined
    const known = await table.toArray()
    await replaceRows(table, rows)
    const histories = { ...asOf.histories, ...(scope === 'history' && { [list]: true }) }
    await db.meta.put({ ...asOf, key: 'connectionsAsOf', [list]: Date.now(), histories })
    return known
  })
  if (!before) return false
  const staying = new Set(pictures(rows))
  await forgetImages(pictures(before).filter((file) => !staying.has(file)))
  return true
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
