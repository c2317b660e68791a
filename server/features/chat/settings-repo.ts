import type { ChatSettings } from '#contract/chat/settings.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { ChatOwner } from './policy.ts'
import { chatSettingsOf, chatSettingsPut, chatPaceOf, chatPaceNote } from './chat.sql.ts'

/** What a person has chosen; undefined while they have chosen nothing. */
export async function settingsOf(
  client: Queryable,
  { userId }: Pick<ChatOwner, 'userId'>,
): Promise<ChatSettings | undefined> {
  return chatSettingsOf.first(client, [userId])
}

export async function putSettings(
  client: Queryable,
  own: Authorized<ChatOwner>,
  { readReceipts, typing, away }: ChatSettings,
): Promise<void> {
  await chatSettingsPut.run(client, [
    own.userId,
    readReceipts,
    typing,
    away && JSON.stringify(away),
  ])
}

/** Up to when a person's sending is used up, in epoch milliseconds. */
export async function paceOf(client: Queryable, { userId }: ChatOwner): Promise<number> {
  const row = await chatPaceOf.first(client, [userId])
  return row?.until?.getTime() ?? 0
}

/** Notes it; the person's own lock is held. */
export async function notePace(
  client: Queryable,
  { userId }: Authorized<ChatOwner>,
  untilMs: number,
): Promise<void> {
  await chatPaceNote.run(client, [userId, new Date(untilMs)])
}
