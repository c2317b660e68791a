import type pg from 'pg'
import { type ChatSettings, defaultChatSettings } from '#contract/chat/settings.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { authorize, type Authorized } from '#server/http/session/authorize.ts'
import type { Limiter } from '#server/http/limits/limiter.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import type { EventBus } from '#server/ports/events/port.ts'
import { forgetNotice } from './notices.ts'
import { isOwner, mayReadChat } from './policy.ts'
import type { ChatReading } from './reading.ts'
import { putSettings, settingsOf } from './settings-repo.ts'
import type { Queryable } from '#server/db/queryable.ts'
import { chatMarkRead, type ChatRecord } from './chat.sql.ts'

export interface MarksDeps {
  readonly pool: pg.Pool
  readonly events: Pick<EventBus, 'publish'>
  readonly reading: Pick<ChatReading, 'page' | 'readable'>
  readonly typing: Limiter
}

/** Words that somebody is writing, per person and minute: twice of what a phone sends. */
export const typingPerMinuteMax = 30

export type Marks = ReturnType<typeof createMarks>

/** How far people have read, that they are writing, and what of it they let others know. */
export function createMarks({ pool, events, reading, typing }: MarksDeps) {
  /** Throws `not_found`. */
  async function markRead(actor: Actor, chatId: string, seq: number): Promise<void> {
    const chat = authorize(actor, await reading.readable(actor, chatId), mayReadChat)
    if ((await markReadUpTo(pool, chat, actor.userId, seq)) === 'unchanged') return
    await forgetNotice(pool, chat, actor.userId)
    events.publish([actor.userId], { type: 'chat', chatId })
    const { readReceipts } = await choices(actor)
    if (readReceipts) events.publish(await othersIn(actor, chatId), { type: 'chat', chatId })
  }

  /** Says nothing to anybody unless the person has chosen so and the chat is open. Throws `not_found` or `rate_limited`. */
  async function sayTyping(actor: Actor, chatId: string): Promise<void> {
    const others = await othersIn(actor, chatId)
    await typing.take(actor.userId)
    const { typing: shared } = await choices(actor)
    if (shared) events.publish(others, { type: 'typing', chatId })
  }

  /** Who else hears what the actor does in a chat: nobody in one that is not open. Throws `not_found`. */
  async function othersIn(actor: Actor, chatId: string): Promise<string[]> {
    const { chat } = await reading.page(actor, chatId, { after: 0, before: undefined, limit: 1 })
    if (chat.state !== 'open') return []
    return chat.members.map(({ _id }) => _id).filter((id) => id !== actor.userId)
  }

  async function choices(actor: Actor): Promise<ChatSettings> {
    return (await settingsOf(pool, actor)) ?? defaultChatSettings
  }

  /** Throws `invalid_input` for away hours of anybody but a provider. */
  async function choose(actor: Actor, settings: ChatSettings): Promise<ChatSettings> {
    if (settings.away && actor.userType !== 'ServiceProvider') {
      throw new ProblemError('invalid_input', { fields: { away: 'Away hours are for providers.' } })
    }
    await putSettings(pool, authorize(actor, { userId: actor.userId }, isOwner), settings)
    return settings
  }

  return { markRead, sayTyping, choices, choose }
}

/** Notes how far one of a chat's people has read; never further than there are messages, and never back. */
async function markReadUpTo(
  client: Queryable,
  chat: Authorized<ChatRecord>,
  userId: string,
  seq: number,
): Promise<'marked' | 'unchanged'> {
  const changed = await chatMarkRead.run(client, [chat.id, userId, seq])
  return changed === 0 ? 'unchanged' : 'marked'
}
