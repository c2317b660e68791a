import type pg from 'pg'
import * as v from 'valibot'
import { commandVersion } from '#contract/commands.ts'
import { utcDate } from '#contract/local-date.ts'
import type { trackersApi } from '#contract/trackers/api.ts'
import {
  trackerEntrySchema,
  type TrackerAnswer,
  type TrackerEntry,
} from '#contract/trackers/model.ts'
import { groupCommit } from '#server/db/batching.ts'
import type { SyncService } from '#server/features/sync/index.ts'
import type { Actor } from '#server/http/session/caller.ts'
import { opIdOfKey } from '#server/http/routing/read-input.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import type { Routes } from '#server/http/routing/route.ts'
import { savedPictures } from './pictures-repo.ts'
import type { createDayPictures } from './pictures.ts'
import { openImports } from './imports-repo.ts'
import {
  onlyAdolescents,
  checkDay,
  latestEntries,
  ownDiary,
  recordAnswers,
  type GivenAnswer,
} from './service.ts'
import { presentImport } from './present.ts'
import { notesSince } from './notes.ts'

export interface TrackersDeps {
  readonly pool: pg.Pool
  readonly sync: SyncService
  readonly now: () => number
  readonly newId: () => string
  readonly dayPictures: ReturnType<typeof createDayPictures>
}

export function trackersRoutes(deps: TrackersDeps): Routes<typeof trackersApi> {
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
