import type { ChatSettings } from '#contract/chat/settings.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { ChatOwner } from './policy.ts'

/** What a person has chosen; undefined while they have chosen nothing. */
export async function settingsOf(
  client: Queryable,
  { userId }: Pick<ChatOwner, 'userId'>,
): Promise<ChatSettings | undefined> {
  const { rows } = await client.query<ChatSettings>({
    name: 'chat_settings_of',
    text: `select read_receipts as "readReceipts", typing, away from chat_settings where user_id = $1`,
    values: [userId],
  })
  return rows[0]
}

export async function putSettings(
  client: Queryable,
  own: Authorized<ChatOwner>,
  { readReceipts, typing, away }: ChatSettings,
): Promise<void> {
  await client.query({
    name: 'chat_settings_put',
    text: `insert into chat_settings (user_id, read_receipts, typing, away) values ($1, $2, $3, $4)
      on conflict (user_id) do update
      set read_receipts = excluded.read_receipts, typing = excluded.typing, away = excluded.away`,
    values: [own.userId, readReceipts, typing, away && JSON.stringify(away)],
  })
}

/** Up to when a person's sending is used up, in epoch milliseconds. */
export async function paceOf(client: Queryable, { userId }: ChatOwner): Promise<number> {
  const { rows } = await client.query<{ until: Date | null }>({
    name: 'chat_pace_of',
    text: 'select paced_until as until from chat_settings where user_id = $1',
    values: [userId],
  })
  return rows[0]?.until?.getTime() ?? 0
}

/** Notes it; the person's own lock is held. */
export async function notePace(
  client: Queryable,
  { userId }: Authorized<ChatOwner>,
  untilMs: number,
): Promise<void> {
  await client.query({
    name: 'chat_pace_note',
    text: `insert into chat_settings (user_id, paced_until) values ($1, $2)
      on conflict (user_id) do update set paced_until = excluded.paced_until`,
    values: [userId, new Date(untilMs)],
  })
}
