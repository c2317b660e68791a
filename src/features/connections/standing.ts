import type { OwnConnections } from './own-connections.ts'

/** How somebody stands to a care provider, as the control beside them shows it. */
export type Standing =
  | { readonly status: 'none' }
  /** `requestId` is absent while the request is still on its way. */
  | { readonly status: 'pending'; readonly requestId?: string }
  | { readonly status: 'connected' }

/** How the person stands to any provider, by what this device knows. */
export function standingsIn({
  sent,
  friends,
}: Pick<OwnConnections, 'sent' | 'friends'>): (providerId: string) => Standing {
  const standings = new Map<string, Standing>()
  for (const { _id, toUserId, status } of sent) {
    if (status === 'pending') standings.set(toUserId, { status, requestId: _id })
  }
  for (const { id } of friends) standings.set(id, { status: 'connected' })
  return (providerId) => standings.get(providerId) ?? none
}

const none: Standing = { status: 'none' }
