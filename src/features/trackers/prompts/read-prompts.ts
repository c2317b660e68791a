import { addDays, type LocalDate } from '#contract/local-date.ts'
import { trackersApi } from '#contract/trackers/api.ts'
import { type TrackerType, trackerTypes } from '#contract/trackers/catalog.ts'
import { trackerDay } from '#contract/trackers/model.ts'
import { promptsAt } from '#contract/trackers/prompts.ts'
import { entryOn, isAnswered } from '../day-entry.ts'
import { clockAt, type LocalClock } from '../local-clock.ts'
import { entriesResource, readEntries } from '../entries-resource.ts'
import { refreshResource } from '#src/data/resource.ts'
import { within } from '#src/lib/within.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { askBoundMs } from './suggestion-queue.ts'
import { asMember } from '#src/session/as-member.ts'

/** The trackers to ask about, in the order they are asked. */
export type OpenPrompts = readonly TrackerType[]

/** What another device has answered is of the newest days. */
const daysFetched = 2

/**
 * The trackers that this hour asks about and of which no answer is known: neither here nor, where it can be asked
 * quickly, at the server.
 */
export async function readPrompts(db: UserDatabase): Promise<OpenPrompts> {
  const clock = clockAt(Date.now())
  // After midnight Fitness still asks about the day that ended.
  const entries = await readEntries(db, addDays(clock.date, -1))
  const answered = trackerTypes.filter((type) =>
    isAnswered(entryOn(entries, type, trackerDay(type, clock))),
  )
  const prompts = promptsAt(clock.hour, new Set(answered))
  if (prompts.length === 0 || !navigator.onLine) return prompts
  const elsewhere = await within(askBoundMs, answeredElsewhere(db, prompts, clock))
  return prompts.filter((type) => !elsewhere?.has(type))
}

/** Of these trackers those that the server has an answer of, which this device then fetches. Rejects as the call does. */
async function answeredElsewhere(
  db: UserDatabase,
  prompts: OpenPrompts,
  clock: LocalClock,
): Promise<ReadonlySet<TrackerType>> {
  const days = new Set(prompts.map((type) => trackerDay(type, clock)))
  const checks = await Promise.all(
    [...days].map(async (day) => [day, await check(db, day)] as const),
  )
  const byDay = new Map(checks)
  const answered = prompts.filter((type) => byDay.get(trackerDay(type, clock))?.[type])
  if (answered.length > 0) {
    // The prompts do not wait for it: they know enough.
    void refreshResource(db, entriesResource, daysFetched).catch(() => undefined)
  }
  return new Set(answered)
}

function check(db: UserDatabase, date: LocalDate) {
  return asMember(db, (token) =>
    callApi(trackersApi.checkTrackers, { query: { date } }, { token, priority: 'high' }),
  )
}
