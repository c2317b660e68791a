import { laneOf } from '#contract/lanes.ts'
import { questResponseSchema, type QuestResponse } from '#contract/quests/response.ts'
import type { Applier, Outcome } from '#server/features/sync/index.ts'
import { onlyAdolescents } from './policy.ts'
import { ownJournal, respond, type Responded } from './service.ts'

/** How the server carries out the responses that a device queued. */
export const respondToQuest: Applier<QuestResponse> = {
  policy: onlyAdolescents,
  lane: (response) => laneOf('quest.respond', response),
  schema: () => questResponseSchema,
  async apply({ client, actor, today }, ops) {
    const given = ops.map(({ opId, payload }) => ({ opId, response: payload }))
    return (await respond(client, ownJournal(actor), given, { today })).map(outcomeOf)
  },
}

function outcomeOf(responded: Responded): Outcome {
  switch (responded.status) {
    case 'stored':
      return { status: 'applied', result: responded.record }
    case 'refused':
      return { status: 'rejected', code: 'invalid_input', message: responded.text }
  }
}
