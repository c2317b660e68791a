import type { Connection, Friend, ReceivedRequest, SentRequest } from '#contract/connections/api.ts'
import { isMinorOn, utcDate, type LocalDate } from '#contract/local-date.ts'
import type { ConnectionRow, FriendRow, ReceivedRow, SentRow } from './connections.sql.ts'

export function presentConnection(row: ConnectionRow): Connection {
  return {
    _id: row.id,
    status: row.state,
    fromUserId: row.clientId,
    toUserId: row.providerId,
    createdAt: row.createdAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}

export function presentSent(row: SentRow): SentRequest {
  const { firstname, lastname, specialization, profileImg, message, unavailable } = row
  return {
    ...presentConnection(row),
    toUser: { id: row.providerId, firstname, lastname, specialization, profileImg },
    message,
    unavailable,
  }
}

/**
 * `today` is the server's day; of the birth date only this one answer leaves, and of a request that is over the one of
 * the day it ended.
 */
export function presentReceived(row: ReceivedRow, today: LocalDate): ReceivedRequest {
  const { firstname, lastname, userType, bio, profileImg, state, createdAt } = row
  const live = state === 'pending' || state === 'accepted'
  const endedAt = row.endedAt ?? row.answeredAt ?? createdAt
  return {
    ...presentConnection(row),
    fromUser: {
      id: row.clientId,
      firstname,
      lastname,
      userType,
      bio,
      profileImg,
      isMinor: isMinorOn(row.birthDate, live ? today : utcDate(endedAt.getTime())),
    },
    message: row.message,
  }
}

export function presentFriend(row: FriendRow): Friend {
  const { id, firstname, lastname, userType, specialization, profileImg, connectionId } = row
  return {
    id,
    firstname,
    lastname,
    userType,
    specialization,
    profileImg,
    connectionId,
    since: row.since.toISOString(),
    unavailable: row.unavailable,
  }
}
