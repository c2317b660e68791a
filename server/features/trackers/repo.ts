import type { LocalDate } from '#contract/local-date.ts'
import type { TrackerScore, TrackerType } from '#contract/trackers/model.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Authorized } from '#server/http/authorize.ts'
import type { Diary } from './policy.ts'

/** What is stored of one answer. */
export interface StoredAnswer {
  readonly opId: string
  readonly trackerType: TrackerType
  readonly answer: string
  readonly score: TrackerScore
  readonly day: LocalDate
}

const columns = `op_id as "opId", tracker_type as "trackerType", answer, score, day::text as day`

/**
 * Inserts answers of one person and gives back the stored answer of each one's day, in the order given: itself
 * where the day was free, the earlier one where it was not. One statement as long as no day was taken.
 */
export async function insertAnswers(
  client: Queryable,
  diary: Authorized<Diary>,
  answers: readonly StoredAnswer[],
): Promise<StoredAnswer[]> {
  const firsts = firstOfEachSlot(answers)
  const { rows } = await client.query<Pick<StoredAnswer, 'opId'>>({
    name: 'tracker_insert',
    text: `insert into tracker_entries (user_id, op_id, tracker_type, answer, score, day)
      select $1, given.* from unnest($2::uuid[], $3::text[], $4::text[], $5::smallint[], $6::date[])
        as given
      on conflict (user_id, tracker_type, day) do nothing
      returning op_id as "opId"`,
    values: [
      diary.ownerId,
      firsts.map(({ opId }) => opId),
      firsts.map(({ trackerType }) => trackerType),
      firsts.map(({ answer }) => answer),
      firsts.map(({ score }) => score),
      firsts.map(({ day }) => day),
    ],
  })
  const inserted = new Set(rows.map(({ opId }) => opId))
  const stored = new Map<string, StoredAnswer>()
  const taken: StoredAnswer[] = []
  for (const answer of firsts) {
    if (inserted.has(answer.opId)) stored.set(slotOf(answer), answer)
    else taken.push(answer)
  }
  for (const row of await answersOn(client, diary, taken)) stored.set(slotOf(row), row)
  return answers.map((answer) => {
    const row = stored.get(slotOf(answer))
    if (!row) throw new Error('A stored answer went away while its day was asked for')
    return row
  })
}

/** Of answers for one day the first given stands: the database would promise no order. */
function firstOfEachSlot(answers: readonly StoredAnswer[]): StoredAnswer[] {
  const firsts = new Map<string, StoredAnswer>()
  for (const answer of answers) {
    if (!firsts.has(slotOf(answer))) firsts.set(slotOf(answer), answer)
  }
  return [...firsts.values()]
}

/** The stored answers of the days and trackers of `answers`. */
async function answersOn(
  client: Queryable,
  diary: Authorized<Diary>,
  answers: readonly StoredAnswer[],
): Promise<StoredAnswer[]> {
  if (answers.length === 0) return []
  const { rows } = await client.query<StoredAnswer>({
    name: 'tracker_on_days',
    text: `select ${columns} from tracker_entries
      where user_id = $1
        and (tracker_type, day) in (select * from unnest($2::text[], $3::date[]))`,
    values: [
      diary.ownerId,
      answers.map(({ trackerType }) => trackerType),
      answers.map(({ day }) => day),
    ],
  })
  return rows
}

/** The trackers answered on a day. */
export async function answeredOn(
  client: Queryable,
  diary: Authorized<Diary>,
  day: LocalDate,
): Promise<TrackerType[]> {
  const { rows } = await client.query<Pick<StoredAnswer, 'trackerType'>>({
    name: 'tracker_check',
    text: `select tracker_type as "trackerType" from tracker_entries where user_id = $1 and day = $2`,
    values: [diary.ownerId, day],
  })
  return rows.map(({ trackerType }) => trackerType)
}

/** The newest `days` answered days of a tracker, oldest first. */
export async function latestAnswers(
  client: Queryable,
  diary: Authorized<Diary>,
  trackerType: TrackerType,
  days: number,
): Promise<StoredAnswer[]> {
  const { rows } = await client.query<StoredAnswer>({
    name: 'tracker_latest',
    text: `select ${columns} from tracker_entries
      where user_id = $1 and tracker_type = $2 order by tracker_entries.day desc limit $3`,
    values: [diary.ownerId, trackerType, days],
  })
  return rows.toReversed()
}

/** What only one answer can take: a tracker's day. */
function slotOf({ trackerType, day }: StoredAnswer): string {
  return `${trackerType} ${day}`
}
