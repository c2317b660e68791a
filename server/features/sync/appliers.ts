import type { CommandKind, PayloadOf } from '#contract/commands.ts'
import { laneOf } from '#contract/lanes.ts'
import { questResponseSchema, type QuestResponse } from '#contract/quests/response.ts'
import { trackerAnswerSchema, type TrackerAnswer } from '#contract/trackers/model.ts'
import {
  ownJournal,
  respond,
  onlyAdolescents as mayRespond,
  type Responded,
} from '#server/features/quests/service.ts'
import {
  entryOf,
  onlyAdolescents,
  ownDiary,
  recordAnswers,
  type Recorded,
} from '#server/features/trackers/service.ts'
import type { OnBlocked } from '#server/features/safety/service.ts'
import type { Applier, Outcome } from './applier.ts'
import { deleteMessage, sendMessage } from './chat-appliers.ts'
import { blockWith, report } from './safety-appliers.ts'

export type Appliers = { readonly [K in CommandKind]: Applier<PayloadOf<K>> }

const recordTracker: Applier<TrackerAnswer> = {
  policy: onlyAdolescents,
  lane: (answer) => laneOf('trackers.record', answer),
  schema: () => trackerAnswerSchema,
  async apply({ client, actor, today }, ops) {
    const diary = ownDiary(actor)
    const given = ops.map(({ opId, payload }) => ({ diary, opId, answer: payload }))
    return (await recordAnswers(client, given, today)).map(outcomeOf)
  },
  recall: ({ opId, payload }) => entryOf({ opId, answer: payload }),
}

const respondToQuest: Applier<QuestResponse> = {
  policy: mayRespond,
  lane: (response) => laneOf('quest.respond', response),
  schema: () => questResponseSchema,
  async apply({ client, actor, today }, ops) {
    const given = ops.map(({ opId, payload }) => ({ opId, response: payload }))
    return (await respond(client, ownJournal(actor), given, { today })).map(responseOutcome)
  },
}

/**
 * Every kind of command with its applier: a new kind does not compile until it stands here. `onBlocked` is what else a
 * block does, in its transaction.
 */
export function createAppliers({ onBlocked }: { onBlocked: OnBlocked }): Appliers {
  return {
    'trackers.record': recordTracker,
    'safety.block': blockWith(onBlocked),
    'safety.report': report,
    'chat.send': sendMessage,
    'chat.delete': deleteMessage,
    'quest.respond': respondToQuest,
  }
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

function responseOutcome(responded: Responded): Outcome {
  switch (responded.status) {
    case 'kept':
      return { status: 'applied', result: responded.record }
    case 'refused':
      return { status: 'rejected', code: 'invalid_input', message: responded.text }
  }
}
