import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { ormCommand, sqlCommand, sqlQuery } from '#server/db/statement.ts'

export const reactionOf = sqlQuery({
  name: 'reaction_of',
  row: v.object({ reaction: v.string() }),
  text: 'select reaction from message_reactions where message_id = $1 and user_id = $2',
})

export const reactionDelete = sqlCommand({
  name: 'reaction_delete',
  text: 'delete from message_reactions where message_id = $1 and user_id = $2',
})

export const reactionInsert = sqlCommand({
  name: 'reaction_insert',
  text: 'insert into message_reactions (message_id, user_id, reaction, created_at) values ($1, $2, $3, $4)',
})

/** A change of a message is a change of its chat, so that devices which read on by number find it. */
export const messageTouch = sqlQuery({
  name: 'message_touch',
  row: v.object({ rev: v.number() }),
  text: `with place as (
        update chats set last_rev = last_rev + 1 where id = $2 returning last_rev
      )
      update messages set rev = place.last_rev from place where id = $1 returning rev`,
})

/** Reactions of a leaver, and those to their messages; what is left of the other one's messages changes one by one. */
export const reactionsOfLeaverDelete = ormCommand(
  (userId: string) => sql`with gone as (
      delete from message_reactions r using messages m
      where m.id = r.message_id and (r.user_id = ${userId} or m.sender_id = ${userId})
      returning r.user_id, m.id, m.chat_id, m.seq, m.sender_id
    ), left_over as (
      select id, chat_id, row_number() over (partition by chat_id order by seq) as place
      from gone where user_id = ${userId} and sender_id is distinct from ${userId}
    ), base as (
      update chats set last_rev = last_rev + counted.count
      from (select chat_id, count(*)::int as count from left_over group by chat_id) as counted
      where chats.id = counted.chat_id returning chats.id, last_rev - counted.count as rev
    )
    update messages set rev = base.rev + left_over.place
    from left_over join base on base.id = left_over.chat_id where messages.id = left_over.id`,
)
