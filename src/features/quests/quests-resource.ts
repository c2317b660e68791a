import * as v from 'valibot'
import { type LocalDate, addDays } from '#contract/local-date.ts'
import {
  questsApi,
  surveyCardSchema,
  surveyProblem,
  type SurveyCard,
} from '#contract/quests/api.ts'
import type { QuestCard } from '#contract/quests/model.ts'
import { questShelf } from '#contract/quests/shelf.ts'
import { trackerTypes, type TrackerType } from '#contract/trackers/catalog.ts'
import { trackerAnswerSchema, trackerScore, type TrackerScore } from '#contract/trackers/model.ts'
import { clockAt } from '#src/data/local-clock.ts'
import { defineResource, preload } from '#src/data/resource.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { putChanged } from '#src/offline/storage/put-changed.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { readProfile, refreshProfile } from '#src/session/own-profile.ts'
import { lastPlayedDays, playedOf, readPlayedRows, refreshPlayed, type Played } from './played.ts'
import { readDrafts } from './quest-draft.ts'
import { readyQuestWords } from './quest-words.ts'

/** How far the person is with a quest. */
export interface QuestProgress {
  /** The question that a begun quest is at, counted from 1. */
  readonly at?: number
  /** The local day of the last time it was played to its end. */
  readonly playedOn?: string
}

/** What a list of quests is drawn from. */
export interface QuestLists {
  readonly quests: readonly ShelfQuest[]
  /** By the id of the quest. */
  readonly progress: ReadonlyMap<number, QuestProgress>
  /** The gender in the person's profile; undefined before this device knows it. */
  readonly gender: string | undefined
  /** What the person answered in their trackers, where a quest may help. */
  readonly lowAnswers: readonly LowAnswer[]
  /** The person's own day that this is for. */
  readonly today: LocalDate
}

/** Answers older than this many days suggest nothing any more. */
const daysMax = 3

/** Spec 4: a score of 2 or lower suggests a quest. */
const lowMax = 2

/** Every quest and how far the person is with each. A page that stays open past midnight shows it by `listsOn` its day. */
export const questListsResource = defineResource({
  key: 'quests.lists',
  read: (db) => readQuestLists(db, clockAt(Date.now()).date),
  refresh: refreshQuests,
})

/** How often a quest was played, newest first; follows what is queued and what the server answers. */
export const playedResource = defineResource<Played[], [questId: number]>({
  key: 'quests.played',
  read: async (db, questId) => await playedOf(await readPlayedRows(db, questId)),
  refresh: refreshQuests,
})

/** For the loader of the routes. */
export async function preloadQuestLists(db: UserDatabase): Promise<void> {
  await Promise.all([preload(db, questListsResource), readyQuestWords()])
}

/** For a live query. */
export async function readQuestLists(db: UserDatabase, today: LocalDate): Promise<QuestLists> {
  const tables = [db.meta, db.questDrafts, db.questRecords, db.trackerEntries, db.outbox]
  const [quests, drafts, rows, profile, lowAnswers] = await db.transaction('r', tables, () =>
    Promise.all([
      readShelf(db),
      readDrafts(db),
      readPlayedRows(db),
      readProfile(db),
      readLowAnswers(db, today),
    ]),
  )
  const days = lastPlayedDays(rows)
  const progress = quests.map(({ id }): [number, QuestProgress] => {
    const draft = drafts.get(id)
    const playedOn = days.get(id)
    const begun = draft && draft.answers.length > 0
    return [id, { ...(begun ? { at: draft.at + 1 } : {}), ...(playedOn ? { playedOn } : {}) }]
  })
  return { quests, progress: new Map(progress), gender: profile?.gender, lowAnswers, today }
}

/** The same lists on a later day, by which an answer may be too old to suggest a quest. */
export function listsOn(lists: QuestLists, today: LocalDate): QuestLists {
  const from = addDays(today, -daysMax)
  return { ...lists, lowAnswers: lists.lowAnswers.filter(({ day }) => day >= from), today }
}

/**
 * Fetches which quests are switched on, what the person played on other devices, and their profile: its country says
 * which numbers help shows, also where a grave answer is given without a network. Rejects as the calls do.
 */
async function refreshQuests(db: UserDatabase, token: string): Promise<void> {
  await Promise.all([refreshShelf(db, token), refreshPlayed(db, token), refreshProfile(db, token)])
}

/** A quest as this device can play it. */
export interface ShelfQuest extends QuestCard {
  /** Switched on at the server, as far as is known here. */
  readonly open: boolean
  /** Spec 5: why the server's quest of this id is not the one of this build. */
  readonly problem: string | undefined
}

/** Which quests this device can play. */
export const shelfResource = defineResource({
  key: 'quests.shelf',
  read: readShelf,
  refresh: refreshShelf,
})

/** Every quest of this build with what the server last said of it; before the first fetch those released to all are open. */
export async function readShelf(db: UserDatabase): Promise<ShelfQuest[]> {
  const row = await db.meta.get('questShelf')
  const stored = v.safeParse(
    v.array(surveyCardSchema),
    row?.key === 'questShelf' ? row.surveys : [],
  )
  const surveys = stored.success ? stored.output : []
  return questShelf.map((card) =>
    shelved(
      card,
      surveys.find(({ _id }) => _id === card.id),
    ),
  )
}

/** Fetches which quests are switched on, and stores it. Rejects as the call does. */
async function refreshShelf(db: UserDatabase, token: string): Promise<void> {
  const surveys = await callApi(questsApi.listSurveys, {}, { token })
  await userTransaction(db, [], () => putChanged(db.meta, [{ key: 'questShelf', surveys }]))
}

function shelved(card: QuestCard, survey: SurveyCard | undefined): ShelfQuest {
  if (!survey) return { ...card, open: card.release === 'default', problem: undefined }
  return { ...card, open: survey.open, problem: surveyProblem(survey) }
}

/** A tracker's answer after which the trackers suggest a quest. */
export interface LowAnswer {
  readonly type: TrackerType
  readonly day: string
  readonly score: TrackerScore
}

/**
 * Each tracker's newest answer of the last days where that is a low one, the newest first and of one day the lowest; for a
 * live query.
 */
async function readLowAnswers(db: UserDatabase, today: LocalDate): Promise<LowAnswer[]> {
  const from = addDays(today, -daysMax)
  const [sent, waiting] = await Promise.all([
    Promise.all(
      trackerTypes.map((type) =>
        db.trackerEntries
          .where('[trackerType+day]')
          .between([type, from], [type, '\uffff'])
          .toArray(),
      ),
    ),
    db.outbox
      .where('[kind+localDate]')
      .between(['trackers.record', from], ['trackers.record', '\uffff'])
      .toArray(),
  ])
  const given = [
    ...waiting.filter(({ state }) => state !== 'dead').flatMap(({ payload }) => answerIn(payload)),
    // How somebody felt by another app is nothing to suggest a quest for.
    ...sent
      .flat()
      .filter(({ importId }) => importId === undefined)
      .map(({ trackerType, day, answer }) => ({ type: trackerType, day, answer })),
  ]
  const byDay = given.toSorted((a, b) => (a.day === b.day ? 0 : a.day < b.day ? -1 : 1))
  // The last one counts: where both know a day that is the server's answer, as on the page of the trackers.
  const newest = new Map(byDay.map((one) => [one.type, one]))
  return [...newest.values()]
    .flatMap(({ type, day, answer }): LowAnswer[] => {
      const score = trackerScore(type, answer)
      return score !== undefined && score <= lowMax ? [{ type, day, score }] : []
    })
    .toSorted((a, b) => (a.day === b.day ? a.score - b.score : a.day < b.day ? 1 : -1))
}

function answerIn(payload: unknown): { type: TrackerType; day: string; answer: string }[] {
  const parsed = v.safeParse(trackerAnswerSchema, payload)
  if (!parsed.success) return []
  const { trackerType, date, answer } = parsed.output
  return [{ type: trackerType, day: date, answer }]
}
