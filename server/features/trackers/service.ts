import type { LocalDate } from '#contract/local-date.ts'
import { forEachTracker, type TrackerType } from '#contract/trackers/catalog.ts'
import {
  answerableDay,
  trackerScore,
  type TrackerAnswer,
  type TrackerEntry,
} from '#contract/trackers/model.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { authorize, type Authorized } from '#server/http/session/authorize.ts'
import { mayKeepDiary, type Diary } from './policy.ts'
import {
  type StoredAnswer,
  trackerCheck,
  trackerInsert,
  trackerLatest,
  trackerOnDays,
} from './trackers.sql.ts'

/** An answer on its way into a diary; `opId` becomes the id of its entry. */
export interface GivenAnswer {
  readonly diary: Authorized<Diary>
  readonly opId: string
  readonly answer: TrackerAnswer
}

/** What became of an answer: `taken` carries the one that its day already has. */
export type Recorded =
  | { readonly status: 'recorded' | 'taken'; readonly entry: TrackerEntry }
  | { readonly status: 'day_closed' }

/** The actor's own diary, or a problem for those who have none. */
export function ownDiary(actor: Actor): Authorized<Diary> {
  return authorize<Diary, Actor>(actor, { ownerId: actor.userId }, mayKeepDiary)
}

/**
 * Records answers, in the order given; the first of a day counts. `today` is the server's UTC day.
 * Needs no transaction of its own: all that are stored are stored together.
 */
export async function recordAnswers(
  client: Queryable,
  given: readonly GivenAnswer[],
  today: LocalDate,
): Promise<Recorded[]> {
  const open = given.filter(({ answer }) => answerableDay(answer.date, today) === 'open')
  const stored = open.length === 0 ? [] : await insertAnswers(client, open.map(withDiary))
  const storedFor = new Map(open.map((each, index) => [each, stored[index]]))
  return given.map((each) => {
    const row = storedFor.get(each)
    if (!row) return { status: 'day_closed' }
    return { status: row.opId === each.opId ? 'recorded' : 'taken', entry: presentEntry(row) }
  })
}

/** The entry that an answer makes when its day is free. */
export function entryOf(given: Omit<GivenAnswer, 'diary'>): TrackerEntry {
  return presentEntry(toStored(given))
}

/** Which trackers the person has answered on a day. */
export async function checkDay(
  client: Queryable,
  diary: Authorized<Diary>,
  day: LocalDate,
): Promise<Record<TrackerType, boolean>> {
  const answered = new Set(await answeredOn(client, diary, day))
  return forEachTracker((type) => answered.has(type))
}

/** The newest `days` answered days of a tracker, oldest first. */
export async function latestEntries(
  client: Queryable,
  diary: Authorized<Diary>,
  trackerType: TrackerType,
  days: number,
): Promise<TrackerEntry[]> {
  return (await latestAnswers(client, diary, trackerType, days)).map(presentEntry)
}

function withDiary(given: GivenAnswer): DiaryAnswer {
  return { diary: given.diary, answer: toStored(given) }
}

/** The schema has let the answer pass, so it has a score. */
function toStored({ opId, answer }: Omit<GivenAnswer, 'diary'>): StoredAnswer {
  const score = trackerScore(answer.trackerType, answer.answer)
  if (score === undefined) throw new Error('An answer without a score reached the tracker service')
  const { trackerType, date } = answer
  return { opId, trackerType, answer: answer.answer, score, day: date }
}

/** A stored answer as it leaves; `date` and `day` are one thing under the two names of the spec. */
function presentEntry(stored: StoredAnswer): TrackerEntry {
  return {
    id: stored.opId,
    trackerType: stored.trackerType,
    answer: stored.answer,
    date: stored.day,
    day: stored.day,
    score: stored.score,
  }
}

/** An answer and the diary it goes into. */
interface DiaryAnswer {
  readonly diary: Authorized<Diary>
  readonly answer: StoredAnswer
}

/**
 * Inserts answers and gives back the stored answer of each one's day, in the order given: itself where the day was
 * free, the earlier one where it was not. One statement as long as no day was taken.
 */
async function insertAnswers(
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
async function answeredOn(
  client: Queryable,
  diary: Authorized<Diary>,
  day: LocalDate,
): Promise<TrackerType[]> {
  const rows = await trackerCheck.all(client, [diary.ownerId, day])
  return rows.map(({ trackerType }) => trackerType)
}

/** The newest `days` answered days of a tracker, oldest first. */
async function latestAnswers(
  client: Queryable,
  diary: Authorized<Diary>,
  trackerType: TrackerType,
  days: number,
): Promise<StoredAnswer[]> {
  const rows = await trackerLatest.all(client, [diary.ownerId, trackerType, days])
  return rows.toReversed()
}

/** What only one answer can take: a day of somebody's tracker. */
function slotOf({ diary, answer }: { diary: Diary; answer: StoredAnswer }): string {
  return `${diary.ownerId} ${answer.trackerType} ${answer.day}`
}
