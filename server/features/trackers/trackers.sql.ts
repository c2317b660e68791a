import * as v from 'valibot'
import { userIdSchema } from '#contract/account/model.ts'
import { localDateSchema } from '#contract/local-date.ts'
import { trackerTypeSchema } from '#contract/trackers/model.ts'
import { sqlQuery } from '#server/db/statement.ts'

/** What is stored of one answer. */
const storedAnswer = v.object({
  opId: v.string(),
  trackerType: trackerTypeSchema,
  answer: v.string(),
  score: v.picklist([1, 2, 3, 4]),
  day: localDateSchema,
  importId: v.nullable(v.string()),
})
export type StoredAnswer = v.InferOutput<typeof storedAnswer>

const answerColumns = `op_id as "opId", tracker_type as "trackerType", answer, score, day::text as day, import_id as "importId"`

export const trackerInsert = sqlQuery({
  name: 'tracker_insert',
  row: v.pick(storedAnswer, ['opId']),
  text: `insert into tracker_entries (user_id, op_id, tracker_type, answer, score, day)
      select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::smallint[], $6::date[])
      on conflict (user_id, tracker_type, day) do nothing
      returning op_id as "opId"`,
})

export const trackerOnDays = sqlQuery({
  name: 'tracker_on_days',
  row: v.object({ ...storedAnswer.entries, ownerId: userIdSchema }),
  text: `select user_id as "ownerId", ${answerColumns} from tracker_entries
      where (user_id, tracker_type, day) in
        (select * from unnest($1::uuid[], $2::text[], $3::date[]))`,
})

export const trackerCheck = sqlQuery({
  name: 'tracker_check',
  row: v.pick(storedAnswer, ['trackerType']),
  text: `select tracker_type as "trackerType" from tracker_entries where user_id = $1 and day = $2`,
})

export const trackerLatest = sqlQuery({
  name: 'tracker_latest',
  row: storedAnswer,
  text: `select ${answerColumns} from tracker_entries
      where user_id = $1 and tracker_type = $2
        and tracker_entries.day < coalesce($4::date, 'infinity'::date)
      order by tracker_entries.day desc limit $3`,
})
