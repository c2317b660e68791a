import type { Chat } from '#contract/chat/model.ts'

export const chatId = '01985a3c-0000-7a10-8c00-0000000000c1'
export const otherId = '01985a3c-0000-7a10-8c00-00000000000b'

/** A chat as the server has it; `given` overrides any field. */
export function chatOf(userId: string, given: Partial<Chat> = {}): Chat {
  const person = { lastname: 'Test', profileImg: null }
  return {
    _id: chatId,
    members: [
      { ...person, _id: userId, firstname: 'Me', username: 'me' },
      { ...person, _id: otherId, firstname: 'Other', username: 'other' },
    ],
    state: 'open',
    rev: 0,
    lastMessage: null,
    unread: 0,
    readSeq: 0,
    seenSeq: null,
    away: null,
    createdAt: '2026-11-01T12:00:00.000Z',
    ...given,
  }
}
