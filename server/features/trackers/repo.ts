import type { LocalDate } from '#contract/local-date.ts'
import { type TrackerType } from '#contract/trackers/catalog.ts'
import type { Queryable } from '#server/db/orm.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import { type Diary } from './service.ts'
import {
  type StoredAnswer,
  trackerCheck,
  trackerInsert,
  trackerLatest,
  trackerOnDays,
} from './trackers.sql.ts'

/** An answer and the diary it goes into. */
export interface DiaryAnswer {
  readonly diary: Authorized<Diary>
  readonly answer: StoredAnswer
}

/**
 * Inserts answers and gives back the stored answer of each one's day, in the order given: itself where the day was
 * free, the earlier one where it was not. One statement as long as no day was taken.
 */
export async function insertAnswers(
  client: Queryable,
  given: readonly DiaryAnswer[],
): Promise<StoredAnswer[]> {
  const firsts = firstOfEachSlot(given)
  const rows = await trackerInsert.all(client, [
    firsts.map(({ diary }) => diary.ownerId),
    firsts.map(({ answer }) => answer.opId),
    firsts.map(({ answer }) => answer.trackerType),
    firsts.map(({ answer }) => answer.answer),
    firsts.map(({ answer }) => answer.score),
    firsts.map(({ answer }) => answer.day),
  ])
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
  const rows = await trackerOnDays.all(client, [
    taken.map(({ diary }) => diary.ownerId),
    taken.map(({ answer }) => answer.trackerType),
    taken.map(({ answer }) => answer.day),
  ])
  return rows.map(({ ownerId, ...answer }) => [slotOf({ diary: { ownerId }, answer }), answer])
}

/** The trackers answered on a day. */
export async function answeredOn(
  client: Queryable,
  diary: Authorized<Diary>,
  day: LocalDate,
): Promise<TrackerType[]> {
  const rows = await trackerCheck.all(client, [diary.ownerId, day])
  return rows.map(({ trackerType }) => trackerType)
}

/** Which of a tracker's answered days are asked for. */
export interface LatestDays {
  /** How many of the newest. */
  readonly days: number
  /** Only those before this day; of all where there is none. */
  readonly before?: LocalDate | undefined
}

/** The newest answered days of a tracker, oldest first. */
export async function latestAnswers(
  client: Queryable,
  diary: Authorized<Diary>,
  trackerType: TrackerType,
  { days, before }: LatestDays,
): Promise<StoredAnswer[]> {
  const given = [diary.ownerId, trackerType, days, before ?? null]
  const rows = await trackerLatest.all(client, given)
  return rows.toReversed()
}

/** What only one answer can take: a day of somebody's tracker. */
function slotOf({ diary, answer }: { diary: Diary; answer: StoredAnswer }): string {
  return `${diary.ownerId} ${answer.trackerType} ${answer.day}`
}
