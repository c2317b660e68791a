import { utcDate } from '#contract/local-date.ts'
import { defineFeature } from '#server/feature.ts'
import { chatsHeadOf } from '#server/features/chat/index.ts'
import { noticesHeadOf } from '#server/features/notices/index.ts'
import { createStreams, type Streams } from './streams.ts'
import type { eventsApi } from '#contract/events/api.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'

export const events = defineFeature({
  routes: ({ database: { pool }, events: bus, sessions, lifecycle, metrics, sync, now }) => {
    const streams = createStreams({
      events: bus,
      isOpen: sessions.isOpen,
      headsOf: async (userId) => {
        const reader = { userId, today: utcDate(now()) }
        const chats = await chatsHeadOf(pool, reader)
        return { chats, notices: await noticesHeadOf(pool, reader) }
      },
      epoch: sync.epoch,
      metrics,
    })
    lifecycle.whenDraining.add(streams.endAll)
    return eventsRoutes(streams)
  },
})

/** Everybody listens for themself alone: the stream takes no id. */
function eventsRoutes(streams: Streams): Routes<typeof eventsApi> {
  return {
    liveEvents: {
      policy: anyMember,
      handle: async ({ session }) => streams.streamOf(session),
    },
  }
}
