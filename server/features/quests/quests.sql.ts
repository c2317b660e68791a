import * as v from 'valibot'
import { localDateSchema } from '#contract/local-date.ts'
import { questResultSchema } from '#contract/quests/model.ts'
import { accessEntrySchema, lookedAt } from '#contract/quests/response.ts'
import { sqlCommand, sqlQuery } from '#server/db/statement.ts'

/** What is stored of one response, without its answers. */
const storedResponse = v.object({
  id: v.string(),
  questId: v.number(),
  version: v.number(),
  takenOn: localDateSchema,
  earnedOn: v.nullable(localDateSchema),
  result: questResultSchema,
  playPoints: v.number(),
  points: v.number(),
})

export type StoredResponse = v.InferOutput<typeof storedResponse>

/** With the ids of the providers who may see it. */
const sharedResponse = v.object({ ...storedResponse.entries, sharedWith: v.array(v.string()) })
export type SharedResponse = v.InferOutput<typeof sharedResponse>

const accessRow = v.object({
  ...v.omit(accessEntrySchema, ['savedAsFile']).entries,
  at: v.date(),
  what: v.picklist([...lookedAt, 'resultFile']),
})
export type AccessRow = v.InferOutput<typeof accessRow>

const responseColumns = `id, quest_id as "questId", version, taken_on::text as "takenOn",
  earned_on::text as "earnedOn", result, play_points as "playPoints", points`

export const questResponsesTo = sqlQuery({
  name: 'quest_responses_to',
  row: storedResponse,
  text: `select ${responseColumns} from quest_responses
      where user_id = $1 and (quest_id = any($2::smallint[]) or id = any($3::uuid[]))`,
})

export const questInsert = sqlCommand({
  name: 'quest_insert',
  text: `insert into quest_responses
      (user_id, id, quest_id, version, answers, result, play_points, points, taken_on, earned_on)
      select $1, given.* from unnest($2::uuid[], $3::smallint[], $4::smallint[], $5::jsonb[],
        $6::jsonb[], $7::int[], $8::int[], $9::date[], $10::date[]) as given`,
})

export const questPoints = sqlCommand({
  name: 'quest_points',
  text: `update users set score = score + $2 where id = $1`,
})

export const questPage = sqlQuery({
  name: 'quest_page',
  row: sharedResponse,
  text: `select ${responseColumns}, array(select provider_id::text from quest_shares
        where quest_shares.user_id = $1 and response_id = quest_responses.id
        order by shared_at) as "sharedWith"
      from quest_responses
      where user_id = $1 and ($2::uuid is null or (taken_on, id) <
        (select taken_on, id from quest_responses where user_id = $1 and id = $2))
      order by quest_responses.taken_on desc, id desc limit $3`,
})

export const questNewest = sqlQuery({
  name: 'quest_newest',
  row: storedResponse,
  text: `select ${responseColumns} from quest_responses where user_id = $1 and quest_id = $2
      order by quest_responses.taken_on desc, id desc limit 1`,
})

export const questShare = sqlCommand({
  name: 'quest_share',
  text: `insert into quest_shares (user_id, response_id, provider_id, shared_at)
      select user_id, id, $3, $4 from quest_responses where user_id = $1 and id = $2
      on conflict (user_id, response_id, provider_id) do update set shared_at = excluded.shared_at`,
})

export const questUnshare = sqlCommand({
  name: 'quest_unshare',
  text: `delete from quest_shares where user_id = $1 and response_id = $2 and provider_id = $3`,
})

export const questShared = sqlQuery({
  name: 'quest_shared',
  row: storedResponse,
  text: `select ${responseColumns} from quest_responses
      where user_id = $1 and exists (select 1 from quest_shares
        where quest_shares.user_id = $1 and response_id = quest_responses.id
          and ($2::uuid is null or provider_id = $2))
      order by quest_responses.taken_on desc, id desc limit 200`,
})

/** One result that a person shares with a provider, and the year in which they were born. */
export const questSharedOne = sqlQuery({
  name: 'quest_shared_one',
  row: v.object({ ...storedResponse.entries, birthYear: v.number() }),
  text: `select ${responseColumns}, (select extract(year from birth_date)::int from users
        where users.id = user_id) as "birthYear"
      from quest_responses
      where user_id = $1 and id = $2 and exists (select 1 from quest_shares
        where quest_shares.user_id = $1 and response_id = $2 and provider_id = $3)`,
})

export const accessPage = sqlQuery({
  name: 'access_page',
  row: accessRow,
  text: `select access_log.id, at, what, quest_id as "questId",
        case when user_type = 'ServiceProvider' then firstname || ' ' || lastname end as who
      from access_log left join users on users.id = actor_id
      where subject_id = $1 and what in ('score', 'result', 'resume', 'workLicense', 'resultFile')
        and ($2::uuid is null or (at, access_log.id) <
        (select at, id from access_log where subject_id = $1 and id = $2))
      order by at desc, access_log.id desc limit $3`,
})

/** Which results are shown to whom, the newest first. */
export const questSharesOf = sqlQuery({
  name: 'quest_shares_of',
  row: v.object({
    viewerId: v.string(),
    itemId: v.string(),
    questId: v.number(),
    day: localDateSchema,
  }),
  text: `select provider_id as "viewerId", response_id as "itemId", quest_id as "questId",
        taken_on::text as day
      from quest_shares join quest_responses on quest_responses.user_id = quest_shares.user_id
        and quest_responses.id = response_id
      where quest_shares.user_id = $1
      order by taken_on desc, response_id desc, shared_at limit 1000`,
})
