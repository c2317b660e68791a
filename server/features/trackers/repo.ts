import type { UserId } from '#contract/account/model.ts'
import type { LocalDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import type { TrackerScore } from '#contract/trackers/model.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { Diary } from './policy.ts'

/** What is stored of one answer. */
export interface StoredAnswer {
  readonly opId: string
  readonly trackerType: TrackerType
  readonly answer: string
  readonly score: TrackerScore
  readonly day: LocalDate
}

/** An answer and the diary it goes into. */
export interface DiaryAnswer {
  readonly diary: Authorized<Diary>
  readonly answer: StoredAnswer
}

const columns = `op_id as "opId", tracker_type as "trackerType", answer, score, day::text as day`

/**
 * Inserts answers and gives back the stored answer of each one's day, in the order given: itself where the day was
 * free, the earlier one where it was not. One statement as long as no day was taken.
 */
export async function insertAnswers(
  client: Queryable,
  given: readonly DiaryAnswer[],
): Promise<StoredAnswer[]> {
  const firsts = firstOfEachSlot(given)
  const { rows } = await client.query<Pick<StoredAnswer, 'opId'>>({
    name: 'tracker_insert',
    text: `insert into tracker_entries (user_id, op_id, tracker_type, answer, score, day)
      select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::smallint[], $6::date[])
      on conflict (user_id, tracker_type, day) do nothing
      returning op_id as "opId"`,
    values: [
      firsts.map(({ diary }) => diary.ownerId),
      firsts.map(({ answer }) => answer.opId),
      firsts.map(({ answer }) => answer.trackerType),
      firsts.map(({ answer }) => answer.answer),
      firsts.map(({ answer }) => answer.score),
      firsts.map(({ answer }) => answer.day),
    ],
  })
  const inserted = new Set(rows.map(({ opId }) => opId))
  const stored = new Map<string, StoredAnswer>()
  const taken: DiaryAnswer[] = []
  for (const each of firsts) {
    if (inserted.has(each.answer.opId)) stored.set(slotOf(each), each.answer)
    else taken.push(each)
  }
  for (const [slot, row] of await answersOn(client, taken)) stored.set(slot, row)
  return given.map((each) => {
    const row = stored.get(slotOf(each))
    if (!row) throw new Error('A stored answer went away while its day was asked for')
    return row
  })
}

/**
 * Of answers for one day the first given stands: the database would promise no order. In the order of their slots,
 * so that two statements with the same slots wait for each other and never in a circle.
 */
function firstOfEachSlot(given: readonly DiaryAnswer[]): DiaryAnswer[] {
  const firsts = new Map<string, DiaryAnswer>()
  for (const each of given) {
    if (!firsts.has(slotOf(each))) firsts.set(slotOf(each), each)
  }
  return [...firsts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
}

/** The stored answers of the slots of `taken`, by slot. */
async function answersOn(
  client: Queryable,
  taken: readonly DiaryAnswer[],
): Promise<[string, StoredAnswer][]> {
  if (taken.length === 0) return []
  const { rows } = await client.query<StoredAnswer & { ownerId: UserId }>({
    name: 'tracker_on_days',
    text: `select user_id as "ownerId", ${columns} from tracker_entries
      where (user_id, tracker_type, day) in
        (select * from unnest($1::uuid[], $2::text[], $3::date[]))`,
    values: [
      taken.map(({ diary }) => diary.ownerId),
      taken.map(({ answer }) => answer.trackerType),
      taken.map(({ answer }) => answer.day),
    ],
  })
  return rows.map(({ ownerId, ...answer }) => [slotOf({ diary: { ownerId }, answer }), answer])
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

/** What only one answer can take: a day of somebody's tracker. */
function slotOf({ diary, answer }: { diary: Diary; answer: StoredAnswer }): string {
  return `${diary.ownerId} ${answer.trackerType} ${answer.day}`
}
