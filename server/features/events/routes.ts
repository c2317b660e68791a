import type { eventsApi } from '#contract/events/api.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import type { Streams } from './streams.ts'

/** Everybody listens for themself alone: the stream takes no id. */
export function eventsRoutes(streams: Streams): Routes<typeof eventsApi> {
  return {
    liveEvents: {
      policy: anyMember,
      handle: async ({ session }) => streams.streamOf(session),
    },
  }
}
