import * as v from 'valibot'
import { userIdSchema } from '#contract/account/model.ts'
import { localDateSchema } from '#contract/local-date.ts'
import { importSources } from '#contract/trackers/import.ts'
import { trackerTypeSchema } from '#contract/trackers/model.ts'
import { sqlQuery, sqlCommand } from '#server/db/statement.ts'

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

const trackerDay = v.object({ trackerType: trackerTypeSchema, day: localDateSchema })

export const importInsert = sqlQuery({
  name: 'tracker_import_insert',
  row: trackerDay,
  text: `insert into tracker_entries (user_id, op_id, import_id, tracker_type, answer, score, day)
      select $1::uuid, $2::uuid, $3::uuid, * from unnest($4::text[], $5::text[], $6::smallint[], $7::date[])
      on conflict (user_id, tracker_type, day) do nothing
      returning tracker_type as "trackerType", day::text as day`,
})

export const importDelete = sqlQuery({
  name: 'tracker_import_delete',
  row: v.object({ opId: v.string() }),
  text: `delete from tracker_entries where user_id = $1 and import_id = $2 returning op_id as "opId"`,
})

export const importWordsDelete = sqlCommand({
  name: 'tracker_import_words_delete',
  text: `with given as (
        select tracker_type, day, row_number() over (order by day, tracker_type) as place
        from tracker_notes where user_id = $1 and (rev = any($2::uuid[])
          or exists (select 1 from jsonb_array_elements(replaced) as other
            where other ->> 'rev' = any($2::text[])))
      )
      update tracker_notes as note set
        feelings = case when rev = any($2::uuid[]) then '{}' else feelings end,
        tags = case when rev = any($2::uuid[]) then '{}' else tags end,
        own_tags = case when rev = any($2::uuid[]) then '{}' else own_tags end,
        note = case when rev = any($2::uuid[]) then '' else note end,
        rev = case when rev = any($2::uuid[]) then $3::uuid else rev end,
        replaced = coalesce((select jsonb_agg(other order by at)
          from jsonb_array_elements(replaced) with ordinality as each (other, at)
          where not other ->> 'rev' = any($2::text[])), '[]'),
        version = $4::bigint + place, updated_at = now()
      from given where note.user_id = $1
        and note.tracker_type = given.tracker_type and note.day = given.day`,
})

/** An import and the number of answers that are there because of it. */
const openImport = v.object({
  importId: v.string(),
  source: v.nullable(v.picklist(importSources)),
  importedAt: v.date(),
  entries: v.number(),
})
export type OpenImport = v.InferOutput<typeof openImport>

export const importsOpen = sqlQuery({
  name: 'tracker_imports_open',
  row: openImport,
  text: `select import_id as "importId", source, imported_at as "importedAt",
        (select count(*)::int from tracker_entries as entry
          where entry.user_id = made.user_id and entry.import_id = made.import_id) as entries
      from tracker_imports as made where user_id = $1 and undone_at is null
      order by imported_at desc, import_id`,
})
