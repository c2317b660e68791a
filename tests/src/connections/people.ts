import type { Connection, Friend, ReceivedRequest, SentRequest } from '#contract/connections/api.ts'

export const linaId = '0193a000-0000-7000-8000-000000000001'
export const sofiaId = '0193a000-0000-7000-8000-000000000002'

const sofia = {
  id: sofiaId,
  firstname: 'Sofia',
  lastname: 'Almeida',
  specialization: 'Psychotherapist',
  profileImg: null,
}
const lina = {
  id: linaId,
  firstname: 'Lina',
  lastname: 'Haddad',
  userType: 'Adolescent',
  bio: null,
  profileImg: null,
  isMinor: true,
} as const

/** A connection that Lina asked Sofia for; `given` overrides any field. */
export function connection(given: Partial<Connection> = {}): Connection {
  return {
    _id: '0193a000-0000-7000-8000-00000000c001',
    status: 'pending',
    fromUserId: linaId,
    toUserId: sofiaId,
    createdAt: '2026-11-20T10:00:00.000Z',
    answeredAt: null,
    endedAt: null,
    ...given,
  }
}

export function sent(given: Partial<SentRequest> = {}): SentRequest {
  return { ...connection(given), toUser: sofia, ...given }
}

export function received(given: Partial<ReceivedRequest> = {}): ReceivedRequest {
  return { ...connection(given), fromUser: lina, ...given }
}

export function friend(given: Partial<Friend> = {}): Friend {
  return {
    ...sofia,
    userType: 'ServiceProvider',
    connectionId: connection()._id,
    since: '2026-11-21T10:00:00.000Z',
    ...given,
  }
}
