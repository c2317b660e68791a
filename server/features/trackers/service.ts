import type { UserId } from '#contract/account/model.ts'
import type { LocalDate } from '#contract/local-date.ts'
import { forEachTracker, type TrackerType } from '#contract/trackers/catalog.ts'
import type { StoredImport } from '#contract/trackers/import.ts'
import {
  answerableDay,
  trackerScore,
  type TrackerAnswer,
  type TrackerEntry,
} from '#contract/trackers/model.ts'
import type { StoredNote } from '#contract/trackers/note.ts'
import type { Queryable } from '#server/db/orm.ts'
import { type Verdict, authorize, type Authorized } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import type { NoteRow } from './notes-repo.ts'
import {
  type DiaryAnswer,
  type LatestDays,
  insertAnswers,
  answeredOn,
  latestAnswers,
} from './repo.ts'
import type { StoredAnswer, OpenImport } from './trackers.sql.ts'

/** All tracker entries of one person. */
export interface Diary {
  readonly ownerId: UserId
}

/** Spec 6: trackers are for adolescents. */
export function onlyAdolescents(actor: Actor): Verdict {
  return actor.userType === 'Adolescent' && !actor.superAdmin ? 'allow' : 'forbidden'
}

/** A diary belongs to the adolescent who writes it; no other person reads or writes it. */
function mayKeepDiary(actor: Actor, diary: Diary): Verdict {
  return diary.ownerId === actor.userId ? onlyAdolescents(actor) : 'not_found'
}

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

/** The newest answered days of a tracker, oldest first. */
export async function latestEntries(
  client: Queryable,
  diary: Authorized<Diary>,
  trackerType: TrackerType,
  asked: LatestDays,
): Promise<TrackerEntry[]> {
  return (await latestAnswers(client, diary, trackerType, asked)).map(presentEntry)
}

function withDiary(given: GivenAnswer): DiaryAnswer {
  return { diary: given.diary, answer: toStored(given) }
}

/** The schema has let the answer pass, so it has a score. */
function toStored({ opId, answer }: Omit<GivenAnswer, 'diary'>): StoredAnswer {
  const score = trackerScore(answer.trackerType, answer.answer)
  if (score === undefined) throw new Error('An answer without a score reached the tracker service')
  const { trackerType, date } = answer
  return { opId, trackerType, answer: answer.answer, score, day: date, importId: null }
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
    ...(stored.importId !== null && { importId: stored.importId }),
  }
}

/** What its person wrote beside an answer, for them alone. */
export function presentNote(row: NoteRow): StoredNote {
  return {
    trackerType: row.trackerType,
    day: row.day,
    feelings: [...row.feelings],
    tags: [...row.tags],
    ownTags: [...row.ownTags],
    text: row.note,
    rev: row.rev,
    version: row.version,
    replaced: row.replaced.map(({ rev, feelings, tags, ownTags, text }) => ({
      rev,
      feelings,
      tags,
      ownTags,
      text,
    })),
  }
}

/** What a person brought from another app. */
export function presentImport(row: OpenImport): StoredImport {
  return {
    importId: row.importId,
    source: row.source ?? '',
    importedAt: row.importedAt.toISOString(),
    entries: row.entries,
  }
}
