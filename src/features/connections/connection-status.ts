import { useMemo } from 'react'
import { useResource } from '#src/data/resource.ts'
import type { Refresh } from '#src/data/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { ownConnectionsResource, type OwnConnections } from './connections-resource.ts'

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
