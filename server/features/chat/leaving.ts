import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/orm.ts'
import { sealGoing } from '#server/features/evidence/index.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { Sealer } from '#server/ports/sealing.ts'

/**
 * Takes a person's words and files out of their chats, in the transaction that deletes their account, and gives the keys
 * of the files. The other one keeps the chat with what they wrote themself, and a trace in the place of every message
 * that is gone; whoever leaves last takes the chat along. What adults wrote to minors in these chats is locked away
 * first, whichever of the two leaves.
 */
export async function leaveChats(
  tx: Transaction,
  { userId }: Authorized<{ readonly userId: string }>,
  parts: { readonly sealer: Sealer; readonly at: Date },
): Promise<string[]> {
  const { at } = parts
  await sealGoing(tx, { memberId: userId }, parts)
  const lonely = sql`select id from chats where (client_id = ${userId} and provider_id is null)
    or (provider_id = ${userId} and client_id is null)`
  const files = await tx.execute<{ key: string }>(
    sql`delete from chat_files where sender_id = ${userId} or chat_id in (${lonely}) returning blob_key as key`,
  )
  await tx.execute(sql`delete from chats where id in (${lonely})`)
  // Each trace is a change of its own, so that devices that read on by number find all of them.
  await tx.execute(sql`with gone as (
      select id, chat_id, row_number() over (partition by chat_id order by seq) as place
      from messages where sender_id = ${userId} and deleted_at is null
    ), base as (
      update chats set last_rev = last_rev + counted.count
      from (select chat_id, count(*)::int as count from gone group by chat_id) as counted
      where chats.id = counted.chat_id returning chats.id, last_rev - counted.count as rev
    )
    update messages set content = '', deleted_at = ${at}, rev = base.rev + gone.place
    from gone join base on base.id = gone.chat_id where messages.id = gone.id`)
  return files.rows.map(({ key }) => key)
}
