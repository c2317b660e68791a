import type { ShownMessage } from '#src/offline/features/chat/shown-messages.ts'

export const me = 'me'
export const other = 'other'

/** A message as a screen gets it; `given` overrides any field. */
export function shownMessage(seq: number, given: Partial<ShownMessage> = {}): ShownMessage {
  return {
    id: `message ${seq}`,
    senderId: other,
    content: `words ${seq}`,
    fileUrl: null,
    file: null,
    at: Date.UTC(2026, 10, 20, 12) + seq * 1_000,
    seq,
    deleted: false,
    sealedUntil: null,
    quote: null,
    reactions: [],
    delivery: { status: 'sent' },
    ...given,
  }
}
