import { laneOf } from '#contract/lanes.ts'
import type { ProblemCode } from '#contract/problem.ts'
import {
  blockRequestSchema,
  reportRequestSchema,
  type BlockRequest,
  type ReportRequest,
} from '#contract/safety/model.ts'
import { blockPeople, fileReport, maySpeakUp } from '#server/features/safety/service.ts'
import type { Applier, Outcome } from './applier.ts'

export const block: Applier<BlockRequest> = {
  policy: maySpeakUp,
  lane: (request) => laneOf('safety.block', request),
  schema: () => blockRequestSchema,
  async apply({ client, actor, nowMs, tell }, ops) {
    const ids = ops.map(({ payload }) => payload.userId)
    const blocks = await blockPeople(client, actor, ids, new Date(nowMs))
    const people = blocks.flatMap((left) => (typeof left === 'string' ? [] : [left.userId]))
    if (people.length > 0) tell([actor.userId, ...people], { type: 'connections' })
    return blocks.map(outcomeOf)
  },
}

export const report: Applier<ReportRequest> = {
  policy: maySpeakUp,
  lane: (request) => laneOf('safety.report', request),
  schema: () => reportRequestSchema,
  async apply({ client, actor, nowMs }, ops) {
    const outcomes: Outcome[] = []
    for (const { opId, payload } of ops) {
      outcomes.push(
        outcomeOf(await fileReport(client, actor, payload, { id: opId, now: new Date(nowMs) })),
      )
    }
    return outcomes
  },
}

/** What the safety feature leaves: a record, or the code of its refusal. */
function outcomeOf(left: object | ProblemCode): Outcome {
  if (typeof left === 'string') return { status: 'rejected', code: left }
  return { status: 'applied', result: left }
}
