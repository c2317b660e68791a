import { createLimiter } from '#server/http/limits/limits.ts'
import { defineFeature } from '#server/feature.ts'
import { importAnswers, undoImport } from './imports.ts'
import { importParts } from './imports-repo.ts'
import { noteBeside } from './notes.ts'
import { noteParts } from './notes-repo.ts'
import { pictureKeys, pictureParts } from './pictures-repo.ts'
import { createDayPictures, keepPicture, picturesPerHourMax, sweepPictures } from './pictures.ts'
import { trackersRoutes } from './routes.ts'
import { asc, eq } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import { trackerEntries } from '#server/db/schema/health.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import { laneOf } from '#contract/commands.ts'
import { trackerAnswerSchema, type TrackerAnswer } from '#contract/trackers/model.ts'
import type { Applier, Outcome } from '#server/features/sync/index.ts'
import { onlyAdolescents, entryOf, ownDiary, recordAnswers, type Recorded } from './service.ts'

const hourSeconds = 3_600

export const trackers = defineFeature({
  routes: (deps) => {
    const { pool } = deps.database
    const uploads = createLimiter(pool, 'tracker-picture', picturesPerHourMax, hourSeconds)
    return trackersRoutes({
      ...deps,
      pool,
      dayPictures: createDayPictures({ ...deps, pool, uploads }),
    })
  },
  commands: () => ({
    'trackers.record': recordTracker,
    'trackers.note': noteBeside,
    'trackers.picture': keepPicture,
    'trackers.import': importAnswers,
    'trackers.undo_import': undoImport,
  }),
  exportData: ({ database }) => ({
    trackers: trackersExport(database.orm),
    trackerNotes: noteParts(database.orm),
    trackerPictures: pictureParts(database.orm),
    trackerImports: importParts(database.orm),
  }),
  accountDeletion: () => pictureKeys,
  sweep: ({ database }, now) => sweepPictures(database.pool, now),
})

/** Every tracker answer of a person, oldest day first. */
function trackersExport(orm: Orm) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) =>
    orm
      .select({
        trackerType: trackerEntries.trackerType,
        answer: trackerEntries.answer,
        score: trackerEntries.score,
        day: trackerEntries.day,
        createdAt: trackerEntries.createdAt,
        importId: trackerEntries.importId,
      })
      .from(trackerEntries)
      .where(eq(trackerEntries.userId, userId))
      .orderBy(asc(trackerEntries.day), asc(trackerEntries.trackerType))
}

/** How the server carries out the answers that a device queued. */
const recordTracker: Applier<TrackerAnswer> = {
  policy: onlyAdolescents,
  lane: (answer) => laneOf('trackers.record', answer),
  schema: () => trackerAnswerSchema,
  async apply({ client, actor, today }, ops) {
    const diary = ownDiary(actor)
    const given = ops.map(({ opId, payload }) => ({ diary, opId, answer: payload }))
    return (await recordAnswers(client, given, today)).map(outcomeOf)
  },
  replay: ({ opId, payload }) => entryOf({ opId, answer: payload }),
}

function outcomeOf(recorded: Recorded): Outcome {
  switch (recorded.status) {
    case 'recorded':
      return { status: 'applied', result: recorded.entry }
    case 'taken':
      return { status: 'superseded', result: recorded.entry }
    case 'day_closed':
      return { status: 'rejected', code: 'date_out_of_range' }
  }
}
