import { defineFeature } from '#server/feature.ts'
import { eventsRoutes } from './routes.ts'
import { createStreams } from './streams.ts'

export const events = defineFeature({
  routes: ({ events: bus, sessions, lifecycle }) => {
    const streams = createStreams({ events: bus, isOpen: sessions.isOpen })
    lifecycle.whenDraining.add(streams.endAll)
    return eventsRoutes(streams)
  },
})
