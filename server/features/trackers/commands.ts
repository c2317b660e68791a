import { laneOf } from '#contract/lanes.ts'
import { trackerAnswerSchema, type TrackerAnswer } from '#contract/trackers/model.ts'
import type { Applier, Outcome } from '#server/features/sync/index.ts'
import { onlyAdolescents } from './policy.ts'
import { entryOf, ownDiary, recordAnswers, type Recorded } from './service.ts'

/** How the server carries out the answers that a device queued. */
export const recordTracker: Applier<TrackerAnswer> = {
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
