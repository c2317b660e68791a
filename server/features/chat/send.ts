import type { NewMessage, MessageReceipt } from '#contract/chat/model.ts'
import { utcDate } from '#contract/local-date.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { Queryable } from '#server/db/orm.ts'
import { authorize, type Authorized } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import type { ChatRecord } from './chat.sql.ts'
import { isOwner } from './policy.ts'
import { presentReceipt } from './present.ts'
import {
  peopleOf,
  writableChats,
  type Writable,
  noteMessages,
  notePace,
  paceOf,
  answerableMessages,
  appendMessages,
  waitingFiles,
} from './writing.ts'

/** A message on its way in, with the id that its device gave it. */
export interface Sending {
  readonly id: string
  readonly message: NewMessage
}

/** What became of one. */
export type Sent =
  | { readonly status: 'sent'; readonly receipt: MessageReceipt }
  | { readonly status: 'refused'; readonly code: ProblemCode }
  /** Nothing is wrong with it but the moment: the person is too fast, or its file is not there. */
  | { readonly status: 'later'; readonly code: ProblemCode; readonly afterMs: number }

/** What sending needs from outside; `people` are told once all of it is committed. */
export interface SendContext {
  readonly client: Queryable
  readonly actor: Actor
  readonly nowMs: number
  readonly publishTo: (userIds: readonly string[], chatId: string) => void
}

/** What taking something away needs besides: what an adult said to a minor is locked away before it goes. */
export interface SealingContext extends SendContext {
  readonly evidenceSealer: Sealer
}

/**
 * Sends messages of one person, in the order given, in the transaction of the caller. The caller holds the person's own
 * lock, so that nobody else counts their pace meanwhile.
 */
export async function sendMessages(
  context: SendContext,
  sending: readonly Sending[],
): Promise<Sent[]> {
  const chats = await writableChats(
    context.client,
    context.actor,
    sending.map(({ message }) => message.chatId),
    utcDate(context.nowMs),
  )
  const outcomes = new Map<Sending, Sent>()
  for (const [each, outcome] of await notGoing(context, sending, chats)) outcomes.set(each, outcome)

  const able = sending.filter((each) => !outcomes.has(each))
  const going = await paced(context, able, outcomes)
  for (const [chatId, group] of Map.groupBy(going, ({ message }) => message.chatId)) {
    const chat = chats.get(chatId)
    if (chat === undefined || typeof chat === 'string') continue
    const receipts = await append(context, chat, group)
    for (const each of group) outcomes.set(each, sentOr(receipts.get(each.id)))
  }
  return sending.map((each) => found(outcomes, each))
}

/** Soon enough for a file that is sent up right then. */
const fileWaitMs = 1_000

/**
 * Why each that cannot go cannot: its chat, for good; its file, for now, and then what is behind it in its chat waits
 * too.
 */
async function notGoing(
  { client, actor }: SendContext,
  sending: readonly Sending[],
  chats: ReadonlyMap<string, Writable>,
): Promise<Map<Sending, Sent>> {
  const withFile = sending.filter(({ message }) => message.file !== undefined)
  const ready = await waitingFiles(
    client,
    actor.userId,
    withFile.map(({ id, message }) => ({ id, chatId: message.chatId })),
  )
  const answerable = await answerableTo(client, sending)
  const outcomes = new Map<Sending, Sent>()
  const waiting = new Set<string>()
  // The chats of those that go before: of a conversation that comes anew, a message and its answer are in one call.
  const earlier = new Map<string, string>()
  for (const each of sending) {
    const { chatId, file, replyTo } = each.message
    const chat = chats.get(chatId) ?? 'not_found'
    if (file && !ready.has(each.id)) waiting.add(chatId)
    if (typeof chat === 'string') {
      outcomes.set(each, { status: 'refused', code: chat })
      continue
    }
    if (replyTo !== undefined && !answerable.has(replyTo) && earlier.get(replyTo) !== chatId) {
      outcomes.set(each, { status: 'refused', code: 'not_found' })
      continue
    }
    earlier.set(each.id, chatId)
    if (waiting.has(chatId)) {
      outcomes.set(each, { status: 'later', code: 'file_missing', afterMs: fileWaitMs })
    }
  }
  return outcomes
}

/** The messages there that these may answer: those of the same chat, deleted ones too. */
async function answerableTo(
  client: Queryable,
  sending: readonly Sending[],
): Promise<ReadonlySet<string>> {
  const wanted = sending.flatMap(({ message: { replyTo, chatId } }) =>
    replyTo === undefined ? [] : [{ id: replyTo, chatId }],
  )
  return answerableMessages(client, wanted)
}

/** Those that may go now; the others are noted with their wait. */
async function paced(
  { client, actor, nowMs }: SendContext,
  able: readonly Sending[],
  outcomes: Map<Sending, Sent>,
): Promise<readonly Sending[]> {
  if (able.length === 0) return []
  const { now, waitsMs, usedUntilMs } = takeTurns(await paceOf(client, actor), nowMs, able.length)
  waitsMs.forEach((afterMs, index) => {
    const each = able[now + index]
    if (each) outcomes.set(each, { status: 'later', code: 'rate_limited', afterMs })
  })
  if (now > 0)
    await notePace(client, authorize(actor, { userId: actor.userId }, isOwner), usedUntilMs)
  return able.slice(0, now)
}

async function append(
  { client, actor, nowMs, publishTo }: SendContext,
  chat: Authorized<ChatRecord>,
  group: readonly Sending[],
): Promise<Map<string, MessageReceipt>> {
  const messages = group.map(({ id, message }) => ({
    id,
    content: message.content,
    withFile: message.file !== undefined,
    replyTo: message.replyTo,
  }))
  const at = new Date(nowMs)
  const added = await appendMessages(client, chat, { senderId: actor.userId, messages, at })
  const last = messages.findLast(({ id }) => added.has(id))
  if (last) {
    publishTo(peopleOf(chat), chat.id)
    await noteMessages(client, chat, { senderId: actor.userId, id: last.id, at })
  }
  return new Map(
    [...added.values()].map((row) => [row.id, presentReceipt({ ...row, chatId: chat.id, at })]),
  )
}

/** An id that any other message has is refused. */
function sentOr(receipt: MessageReceipt | undefined): Sent {
  return receipt ? { status: 'sent', receipt } : { status: 'refused', code: 'op_reused' }
}

function found<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key)
  if (value === undefined) throw new Error('A message was left without an outcome')
  return value
}

/** A burst of 10 messages, then one a second. */
export const burstMax = 10

const perMessageMs = 1_000

export interface Paced {
  /** How many may go now, of those asked for. */
  readonly now: number
  /** For each of the others, how long until its turn, in milliseconds. */
  readonly waitsMs: readonly number[]
  /** What to remember: the moment up to which sending is used up, in epoch milliseconds. */
  readonly usedUntilMs: number
}

/**
 * Gives out places at one a second, of which up to ten may be taken ahead. All that is remembered of a person is the
 * moment up to which they have used theirs.
 */
export function takeTurns(usedUntilMs: number, nowMs: number, wanted: number): Paced {
  const fromMs = Math.max(usedUntilMs, nowMs)
  const free = Math.floor((nowMs + burstMax * perMessageMs - fromMs) / perMessageMs)
  const now = Math.max(0, Math.min(wanted, free))
  const untilMs = fromMs + now * perMessageMs
  return {
    now,
    usedUntilMs: untilMs,
    waitsMs: Array.from(
      { length: wanted - now },
      (_, index) => untilMs + (index + 1) * perMessageMs - (nowMs + burstMax * perMessageMs),
    ),
  }
}
