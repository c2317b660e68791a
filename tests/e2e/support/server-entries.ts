import { trackerTypes } from '#contract/trackers/catalog.ts'
import type { TrackerEntry } from '#contract/trackers/model.ts'
import { call } from '#tests/support/call.ts'
import type { Member } from './people.ts'

/** All tracker entries that the server has of somebody, with more days than a device ever sends. */
export async function serverEntries(
  origin: string,
  { token }: Pick<Member, 'token'>,
): Promise<TrackerEntry[]> {
  const lists = await Promise.all(
    trackerTypes.map(async (type) => {
      const input = { params: { type }, query: { days: '366' } }
      return (await call(origin, 'latestTrackerEntries', input, { token })).reply
    }),
  )
  return lists.flat()
}
