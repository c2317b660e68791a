import { useMemo } from 'react'
import type { UserType } from '#contract/account/model.ts'
import {
  connectionSchema,
  friendSchema,
  receivedRequestSchema,
  sentRequestSchema,
  type Connection,
  type Friend,
  type ReceivedRequest,
  type SentRequest,
} from '#contract/connections/api.ts'
import { currentOf, defineResource, useResource, type Loaded } from '#src/data/resource.ts'
import type { Refresh } from '#src/data/use-refresh.ts'
import { useSpeech } from '#src/i18n/choose-language.ts'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { compareNames } from '#src/i18n/speech.ts'
import { isApiProblem, serverWords } from '#src/offline/api/api-error.ts'
import { readHidden } from '#src/offline/features/safety.ts'
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
} from './refresh-connections.ts'

/** Whom the person is connected with and has not blocked, in no order. */
export const circleResource = defineResource<Friend[]>({
  key: 'connections.circle',
  read: readCircle,
  refresh: refreshFriends,
})

/** The same by name, as the language of the moment orders names. */
export function useCircle(db: UserDatabase): Loaded<Friend[]> {
  const circle = useResource(db, circleResource)
  const speech = useSpeech()
  const data = useMemo(
    () => circle.data && byName(circle.data),
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/memo-dependencies -- the order is that of the speech
    [circle.data, speech],
  )
  return { ...circle, data }
}

function byName(friends: readonly Friend[]): Friend[] {
  return friends.toSorted((a, b) => compareNames(friendName(a), friendName(b)))
}

/** The requests a care provider was sent, newest first, without those of people they blocked. */
export const receivedResource = defineResource<ReceivedRequest[], [scope: RequestScope]>({
  key: 'connections.received',
  async read(db, scope) {
    const tables = [db.receivedRequests, db.meta, db.blocks, db.outbox]
    const [requests, known, hidden] = await db.transaction('r', tables, () =>
      Promise.all([readReceived(db), readKnown(db), readHidden(db)]),
    )
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
    const tables = [db.sentRequests, db.meta, db.blocks, db.outbox]
    const [requests, known, hidden] = await db.transaction('r', tables, () =>
      Promise.all([readSent(db), readKnown(db), readHidden(db)]),
    )
    return known.sent ? requests.filter(({ toUserId }) => !hidden.has(toUserId)) : undefined
  },
  refresh: (db, token) => refreshSent(db, token, 'history'),
})

/** What this device knows of whom the person asked and is connected with. */
interface OwnConnections {
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
  const [sent, friends, known] = await db.transaction(
    'r',
    db.sentRequests,
    db.friends,
    db.meta,
    () => Promise.all([readSent(db), readFriends(db), readKnown(db)]),
  )
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

/** Whom the person is connected with, in no order. */
export async function readFriends(db: UserDatabase): Promise<Friend[]> {
  return parseRows(friendSchema, await db.friends.toArray())
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
  const tables = [db.friends, db.meta, db.blocks, db.outbox]
  const [friends, known, hidden] = await db.transaction('r', tables, () =>
    Promise.all([readFriends(db), readKnown(db), readHidden(db)]),
  )
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

/** Spec 8: the server's message is preferred; otherwise the fallback text applies. */
export function sendFailure(error: unknown): string {
  const message = serverWords(error)
  return message === undefined
    ? m.connections_send_failed()
    : m.connections_send_failed_why({ message })
}

export function removeFailure(error: unknown): string {
  return m.connections_remove_failed({ message: reason(error) })
}

export function acceptFailure(error: unknown): string {
  return m.connections_accept_failed({ message: reason(error) })
}

export function rejectFailure(error: unknown): string {
  return m.connections_reject_failed({ message: reason(error) })
}

export function endFailure(error: unknown): string {
  return m.connections_end_failed({ message: reason(error) })
}

/** The connection as it was answered before, where an answer came too late for that. */
export function decidedBefore(error: unknown): Connection | undefined {
  return currentOf(error, 'already_decided', connectionSchema)
}

function reason(error: unknown): string {
  const before = decidedBefore(error)?.status
  if (before === 'accepted') return m.connections_accepted_before()
  if (before === 'rejected') return m.connections_rejected_before()
  return serverWords(error) ?? m.connections_no_answer()
}

/** What a person is: a provider's specialty, or the kind of person. */
export function kindLabel(person: { userType: UserType; specialization?: string | null }): string {
  return person.specialization ? term(person.specialization) : kinds[person.userType]()
}

const kinds: Record<UserType, () => string> = {
  Adolescent: m.connections_kind_adolescent,
  Parent: m.connections_kind_parent,
  ServiceProvider: m.connections_kind_provider,
}

/** The relation of a person to a care provider, as the control beside them shows it. */
export type ConnectionStatus =
  | { readonly status: 'none' }
  /** `requestId` is absent while the request is still on its way. */
  | { readonly status: 'pending'; readonly requestId?: string }
  | { readonly status: 'connected' }

/** The status of the person's connections to care providers. */
export interface ConnectionStatuses {
  /** Undefined before the server has sent whom the person knows. */
  readonly of: (providerId: string) => ConnectionStatus | undefined
  readonly refresh: Refresh
  readonly retry: () => void
}

export function useConnectionStatuses(db: UserDatabase): ConnectionStatuses {
  const { data, refresh, retry } = useResource(db, ownConnectionsResource)
  const of = useMemo(
    () => (data?.known.sent && data.known.friends ? statusesIn(data) : () => undefined),
    [data],
  )
  return { of, refresh, retry }
}

/** The status of any provider, by what this device knows. */
export function statusesIn({
  sent,
  friends,
}: Pick<OwnConnections, 'sent' | 'friends'>): (providerId: string) => ConnectionStatus {
  const statuses = new Map<string, ConnectionStatus>()
  for (const { _id, toUserId, status } of sent) {
    if (status === 'pending') statuses.set(toUserId, { status, requestId: _id })
  }
  for (const { id } of friends) statuses.set(id, { status: 'connected' })
  return (providerId) => statuses.get(providerId) ?? none
}

const none: ConnectionStatus = { status: 'none' }
