import { addDays } from '#contract/local-date.ts'
import { trackerTypes, type TrackerType } from '#contract/trackers/catalog.ts'
import { defineLocal } from '#src/data/resource.ts'
import { playedOf, readPlayedRows } from '#src/features/quests/played.ts'
import { isAnswered, type DayEntry } from '../entries-resource.ts'
import { relate, type Pair, type Relation } from './relate.ts'

/** What somebody asks of their own answers: one question, which one test answers. */
export interface Question {
  readonly first: TrackerType
  readonly second: TrackerType
  /** Which day of the second tracker stands beside a day of the first. */
  readonly when: 'same_day' | 'next_day'
}

/** The trackers that one may ask about. Decisions 067: nothing about food after a result that speaks of a risk in eating. */
export const askableResource = defineLocal({
  key: 'trackers.askable',
  read: async (db): Promise<readonly TrackerType[]> => {
    const played = await playedOf(await readPlayedRows(db))
    const isAtRisk = played.some(
      ({ result: { type, tone, risks } }) =>
        type === 'edeq' && (tone !== 'calm' || risks.length > 0),
    )
    return isAtRisk ? trackerTypes.filter((type) => type !== 'Diet') : trackerTypes
  },
})

/** The scores of the days on which both were answered, the oldest first. */
export function pairsOf(entries: readonly DayEntry[], { first, second, when }: Question): Pair[] {
  const given = entries.filter(isAnswered)
  const scores = new Map(
    given.filter(({ trackerType }) => trackerType === second).map(({ day, score }) => [day, score]),
  )
  return given
    .filter(({ trackerType }) => trackerType === first)
    .toSorted((one, other) => (one.day < other.day ? -1 : 1))
    .flatMap(({ day, score }): Pair[] => {
      const beside = scores.get(when === 'same_day' ? day : addDays(day, 1))
      return beside ? [[score, beside]] : []
    })
}

/** The answer, from a thread of its own; from this one where none can be started. */
export async function answerTo(pairs: readonly Pair[]): Promise<Relation> {
  try {
    return await inWorker(pairs)
  } catch (error) {
    reportError(error)
    return relate(pairs)
  }
}

async function inWorker(pairs: readonly Pair[]): Promise<Relation> {
  const worker = new Worker(new URL('./relate-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Relation>) => resolve(data))
      worker.addEventListener('error', ({ message }) =>
        reject(new Error(`The thread for insights did not start: ${message}`)),
      )
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker of one's own takes none
      worker.postMessage(pairs)
    })
  } finally {
    worker.terminate()
  }
}
