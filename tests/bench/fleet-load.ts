import { v7 as uuidv7 } from 'uuid'
import { openAnswers, wireOp } from './answers.ts'
import type { Person } from './stored.ts'
import type { Pair } from './streams.ts'

/** What two processes carry, with a thousand streams open. */
export const goals = {
  reads: { perSecond: 1_000, p95Ms: 100 },
  writes: { perSecond: 150, p95Ms: 150 },
}
export type Kind = keyof typeof goals
export const kinds = ['reads', 'writes'] as const

/** What the app asks for when it is opened and comes back: of one person after the other, each of them something else. */
export function readAt(pairs: readonly Pair[], turn: number): { person: Person; path: string } {
  const { client, chatId } = pairAt(pairs, turn)
  const paths = [
    '/trackers/check',
    '/notices',
    `/chat/user/${client.id}`,
    `/chat/${chatId}/messages?limit=50`,
    '/connections/friends',
    `/auth/user/${client.id}`,
  ]
  // One kind for all and then the next would be seconds of the dear ones alone.
  const round = Math.floor(turn / pairs.length)
  const path = `/api${paths[((turn % pairs.length) + round) % paths.length]}`
  return { person: client, path }
}

export interface Write {
  readonly pair: Pair
  readonly op: Omit<ReturnType<typeof wireOp>, 'payload'> & { readonly payload: object }
}

/** Pushes of one operation: an answer of a client, then a message of theirs. None is made twice. */
export function writesOf(pairs: readonly Pair[], nowMs: number): (turn: number) => Write {
  const answers = openAnswers(nowMs)
  return (turn) => {
    const pair = pairAt(pairs, Math.floor(turn / 2))
    const answer = answers[Math.floor(turn / 2 / pairs.length)]
    if (!answer) throw new Error('The bench has run out of answers')
    if (turn % 2 === 0) return { pair, op: wireOp(answer) }
    const payload = { chatId: pair.chatId, content: 'How was your day? Tell me when you like.' }
    return { pair, op: { ...wireOp(answer), opId: uuidv7(), kind: 'chat.send', payload } }
  }
}

/** Accounts of the operator's own, which write to each other alone. */
export interface OwnAccounts {
  readonly pairs: readonly Pair[]
  /** The next of what they write; none is written twice. */
  readonly nextWrite: () => Write
}

export function ownAccounts(pairs: readonly Pair[]): OwnAccounts {
  const writeAt = writesOf(pairs, Date.now())
  let turn = -1
  return {
    pairs,
    nextWrite() {
      turn += 1
      return writeAt(turn)
    },
  }
}

function pairAt(pairs: readonly Pair[], turn: number): Pair {
  const pair = pairs[turn % pairs.length]
  if (!pair) throw new Error('The bench has nobody')
  return pair
}
