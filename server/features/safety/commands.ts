import { laneOf } from '#contract/commands.ts'
import type { ProblemCode } from '#contract/problem.ts'
import {
  blockRequestSchema,
  reportRequestSchema,
  type BlockRequest,
  type ReportRequest,
} from '#contract/safety/model.ts'
import type { Hooks } from '#server/feature.ts'
import type { Applier, Outcome } from '#server/features/sync/index.ts'
import { blockPeople } from './block.ts'
import { maySpeakUp } from './policy.ts'
import { fileReport } from './service.ts'

/** Each is up to a dozen statements: five together take three times as long as others should wait. */
const batchMax = 2

/** How the server carries out the blocks and reports that a device queued. */
export function safetyCommands(hooks: Hooks) {
  return { 'safety.block': blockWith(hooks), 'safety.report': report }
}

function blockWith({ onBlocked }: Pick<Hooks, 'onBlocked'>): Applier<BlockRequest> {
  return {
    policy: maySpeakUp,
    lane: (request) => laneOf('safety.block', request),
    schema: () => blockRequestSchema,
    batchMax,
    async apply({ client, actor, nowMs, publish }, ops) {
      const ids = ops.map(({ payload }) => payload.userId)
      const blocks = await blockPeople(client, { actor, onBlocked }, ids, new Date(nowMs))
      const people = blocks.flatMap((left) => (typeof left === 'string' ? [] : [left.userId]))
      if (people.length > 0) publish([actor.userId, ...people], { type: 'connections' })
      return blocks.map(outcomeOf)
    },
  }
}

const report: Applier<ReportRequest> = {
  policy: maySpeakUp,
  lane: (request) => laneOf('safety.report', request),
  schema: () => reportRequestSchema,
  batchMax,
  async apply({ client, actor, nowMs, evidenceSealer }, ops) {
    const outcomes: Outcome[] = []
    for (const { opId, payload } of ops) {
      const made = { id: opId, now: new Date(nowMs), evidenceSealer }
      outcomes.push(outcomeOf(await fileReport(client, actor, payload, made)))
    }
    return outcomes
  },
}

/** What the safety feature leaves: a record, or the code of its refusal. */
function outcomeOf(left: object | ProblemCode): Outcome {
  if (typeof left === 'string') return { status: 'rejected', code: left }
  return { status: 'applied', result: left }
}
