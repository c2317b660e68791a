import { useMemo } from 'react'
import type { UserType } from '#contract/account/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { term } from '#src/i18n/terms.ts'
import { serverWords } from '#src/offline/api/api-error.ts'
import { useResource } from '#src/data/resource.ts'
import type { Refresh } from '#src/data/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { ownConnectionsResource, type OwnConnections } from './connections-resource.ts'

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

function reason(error: unknown): string {
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
