import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { trackerScore, type TrackerAnswer } from '#contract/trackers/model.ts'
import { freshAnswers, openAnswers } from '../answers.ts'

const roundMs = 500

/** Inserts one row after the other, `concurrency` at a time, prepared and without anything around it; rows per second. */
export async function insertOneByOne(
  pool: pg.Pool,
  userIds: readonly string[],
  concurrency: number,
): Promise<number> {
  const next = freshAnswers(userIds, Date.now())
  const startedMs = performance.now()
  let inserted = 0
  async function keepInserting(): Promise<void> {
    while (performance.now() - startedMs < roundMs) {
      const { person, answer } = next()
      await pool.query({
        name: 'bare_insert',
        text: `insert into tracker_entries (user_id, op_id, tracker_type, answer, score, day)
          values ($1, $2, $3, $4, $5, $6)`,
        values: [person, uuidv7(), ...valuesOf(answer)],
      })
      inserted += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, keepInserting))
  return inserted / ((performance.now() - startedMs) / 1_000)
}

/** Inserts `count` rows of each person in one prepared statement, person after person; milliseconds for each statement. */
export async function insertTogether(
  pool: pg.Pool,
  userIds: readonly string[],
  count: number,
): Promise<number> {
  const rows = openAnswers(Date.now()).slice(0, count).map(valuesOf)
  const startedMs = performance.now()
  for (const userId of userIds) {
    await pool.query({
      name: 'bare_insert_many',
      text: `insert into tracker_entries (user_id, op_id, tracker_type, answer, score, day)
        select $1, * from unnest($2::uuid[], $3::text[], $4::text[], $5::smallint[], $6::date[])`,
      values: [
        userId,
        rows.map(() => uuidv7()),
        ...[0, 1, 2, 3].map((at) => rows.map((row) => row[at])),
      ],
    })
  }
  return (performance.now() - startedMs) / userIds.length
}

function valuesOf({ trackerType, answer, date }: TrackerAnswer): unknown[] {
  return [trackerType, answer, trackerScore(trackerType, answer), date]
}
