import { asc, eq } from 'drizzle-orm'
import type pg from 'pg'
import * as v from 'valibot'
import { laneOf, commandVersion } from '#contract/commands.ts'
import { utcDate } from '#contract/local-date.ts'
import type { trackersApi } from '#contract/trackers/api.ts'
import {
  trackerAnswerSchema,
  type TrackerAnswer,
  trackerEntrySchema,
  type TrackerEntry,
} from '#contract/trackers/model.ts'
import { groupCommit } from '#server/db/batching.ts'
import type { Orm } from '#server/db/orm.ts'
import { trackerEntries } from '#server/db/schema/health.ts'
import { defineFeature } from '#server/feature.ts'
import type { Applier, Outcome, SyncService } from '#server/features/sync/index.ts'
import { createLimiter, hourSeconds } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { opIdOfKey } from '#server/http/routing/read-input.ts'
import type { Routes } from '#server/http/routing/route.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import { importParts, openImports } from './imports-repo.ts'
import { importAnswers, undoImport } from './imports.ts'
import { noteParts } from './notes-repo.ts'
import { noteBeside, notesSince } from './notes.ts'
import { pictureKeys, pictureParts, savedPictures } from './pictures-repo.ts'
import { createDayPictures, keepPicture, picturesPerHourMax, sweepPictures } from './pictures.ts'
import {
  onlyAdolescents,
  entryOf,
  ownDiary,
  recordAnswers,
  type Recorded,
  checkDay,
  latestEntries,
  type GivenAnswer,
  presentImport,
} from './service.ts'

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

interface TrackersDeps {
  readonly pool: pg.Pool
  readonly sync: SyncService
  readonly now: () => number
  readonly newId: () => string
  readonly dayPictures: ReturnType<typeof createDayPictures>
}

function trackersRoutes(deps: TrackersDeps): Routes<typeof trackersApi> {
  const { pool, sync, now, newId } = deps
  const recordOne = groupCommit((given: readonly GivenAnswer[]) =>
    recordAnswers(pool, given, utcDate(now())),
  )

  /** Without a key a repeat is recognised by its day alone, and no ledger is asked. */
  async function record(actor: Actor, answer: TrackerAnswer): Promise<TrackerEntry> {
    const recorded = await recordOne({ diary: ownDiary(actor), opId: newId(), answer })
    if (recorded.status === 'recorded') return recorded.entry
    if (recorded.status === 'taken') throw alreadyAnswered(recorded.entry)
    throw new ProblemError('date_out_of_range')
  }

  /** With a key the answer goes through the ledger of operations: a repeat gets the first reply again. */
  async function recordOnce(actor: Actor, key: string, answer: TrackerAnswer) {
    const opId = opIdOfKey(key)
    const kind = 'trackers.record'
    const outcome = await sync.applyOne(actor, { opId, v: commandVersion, kind, payload: answer })
    if (outcome.status === 'superseded') throw alreadyAnswered(outcome.result)
    return v.parse(trackerEntrySchema, outcome.result)
  }

  return {
    recordTracker: {
      policy: onlyAdolescents,
      handle: ({ body, session, header }) => {
        const key = header('idempotency-key')
        return key ? recordOnce(session.actor, key, body) : record(session.actor, body)
      },
    },
    checkTrackers: {
      policy: onlyAdolescents,
      handle: ({ query, session }) =>
        checkDay(pool, ownDiary(session.actor), query.date ?? utcDate(now())),
    },
    latestTrackerEntries: {
      policy: onlyAdolescents,
      handle: ({ params, query, session }) =>
        latestEntries(pool, ownDiary(session.actor), params.type, query),
    },
    trackerNotes: {
      policy: onlyAdolescents,
      handle: async ({ query, session }) => ({
        notes: await notesSince(pool, ownDiary(session.actor), query.since),
        epoch: await sync.epoch(),
      }),
    },
    ...pictureRoutes(deps),
    trackerImports: {
      policy: onlyAdolescents,
      handle: async ({ session }) => ({
        imports: (await openImports(pool, ownDiary(session.actor))).map(presentImport),
      }),
    },
  }
}

function pictureRoutes({ pool, sync, dayPictures }: TrackersDeps) {
  return {
    putTrackerPicture: {
      policy: onlyAdolescents,
      handle: ({ body, files, session }) => dayPictures.put(session.actor, body.id, files.file),
    },
    trackerPictures: {
      policy: onlyAdolescents,
      handle: async ({ session }) => ({
        pictures: await savedPictures(pool, ownDiary(session.actor)),
        epoch: await sync.epoch(),
      }),
    },
    getTrackerPicture: {
      policy: onlyAdolescents,
      handle: ({ params, session }) => dayPictures.get(session.actor, params.id),
    },
  } satisfies Partial<Routes<typeof trackersApi>>
}

function alreadyAnswered(current: unknown): ProblemError {
  return new ProblemError('already_answered', { current })
}
