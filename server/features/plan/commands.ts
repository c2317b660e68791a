import { laneOf } from '#contract/commands.ts'
import { dayMs } from '#contract/local-date.ts'
import {
  planBusyText,
  planDeclineSchema,
  planFullText,
  planProposalsMax,
  planProposalsText,
  planProposeSchema,
  planPutSchema,
  planRemoveSchema,
  planReplacedBy,
  planReplacedMax,
  planStepMax,
  planVersionsText,
  planWritesPerDayMax,
  type PlanDecline,
  type PlanPropose,
  type PlanPut,
  type PlanReceipt,
  type PlanRemove,
  type PlanStep,
} from '#contract/plan/model.ts'
import { lockPair } from '#server/features/connections/index.ts'
import type { Applier, ApplyContext, Outcome, ReadOp } from '#server/features/sync/index.ts'
import { authorize } from '#server/http/session/authorize.ts'
import { maySeePlan, onlyAdolescents, onlyVerifiedProviders } from './policy.ts'
import {
  decideProposals,
  holdPlan,
  itemsById,
  linesByStep,
  saveChanges,
  writesSince,
  type HistoryRow,
  type ItemRow,
  type ProposalRow,
} from './repo.ts'
import { ownPlan, shownTo } from './service.ts'
import { insertProposal, type Item, itemOf, proposalCounts } from './shares-repo.ts'

/** Each is a few statements and takes the lock of two people. */
const batchMax = 5

/** How the server carries out what a device queued of plans. */
export function planCommands() {
  return {
    'plan.put': put,
    'plan.remove': remove,
    'plan.propose': propose,
    'plan.decline': decline,
  }
}

const put: Applier<PlanPut> = {
  policy: onlyAdolescents,
  lane: (payload) => laneOf('plan.put', payload),
  schema: () => planPutSchema,
  apply: writeLines,
}

const remove: Applier<PlanRemove> = {
  policy: onlyAdolescents,
  lane: (payload) => laneOf('plan.remove', payload),
  schema: () => planRemoveSchema,
  apply: writeLines,
}

/** What the writes of one push meet, and what they leave. */
interface Open {
  readonly items: Map<string, ItemRow>
  readonly lines: Map<PlanStep, number>
  readonly changed: Map<string, ItemRow>
  readonly history: HistoryRow[]
  readonly accepted: string[]
  /** How many more lines may be written over today. */
  left: number
  version: number
}

async function writeLines(
  { client, actor, nowMs }: ApplyContext,
  ops: readonly ReadOp<PlanPut | PlanRemove>[],
): Promise<Outcome[]> {
  const own = ownPlan(actor)
  const version = await holdPlan(client, own)
  const ids = ops.map(({ payload }) => payload.id)
  const rows = await itemsById(client, own, ids)
  const written = await writesSince(client, own, new Date(nowMs - dayMs))
  const open: Open = {
    items: new Map(rows.map((row) => [row.id, row])),
    lines: await linesByStep(client, own),
    changed: new Map(),
    history: [],
    accepted: [],
    left: planWritesPerDayMax - written,
    version,
  }
  const outcomes = ops.map(({ opId, payload }) => writeOne(open, opId, payload))
  const { history, accepted } = open
  const items = [...open.changed.values()]
  const changes = { items, history, accepted, version: open.version }
  await saveChanges(client, own, changes, new Date(nowMs))
  return outcomes
}

/**
 * The last write of a line stands. What another device had there and the writer has not seen goes beside it, until the
 * person has decided about it.
 */
function writeOne(open: Open, rev: string, write: PlanPut | PlanRemove): Outcome {
  const before = open.items.get(write.id)
  const refusal = refusalOf(open, write, before)
  if (refusal) return refusal
  const replaced = planReplacedBy(write, before)
  if (replaced.length > planReplacedMax) return refused('wrong_state', planVersionsText)
  const after = rowAfter(write, before)
  if (write.accepts !== null) open.accepted.push(write.accepts)
  // A line that never came, or is gone for good, is not there to be removed.
  if (!after) return applied({ id: write.id, rev, version: open.version, replaces: false })
  if (before) {
    const { step, text, phone } = before
    open.history.push({ itemId: before.id, rev: before.rev, step, text, phone })
    open.left -= 1
    if (!before.deleted) countLine(open, before.step, -1)
  }
  if (!after.deleted) countLine(open, after.step, 1)
  open.version += 1
  const row: ItemRow = { ...after, rev, replaced }
  open.items.set(row.id, row)
  open.changed.set(row.id, row)
  const { id, version } = { id: row.id, version: open.version }
  return applied({ id, rev, version, replaces: replaced.length > 0 })
}

function refusalOf(
  open: Open,
  write: PlanPut | PlanRemove,
  before: ItemRow | undefined,
): Outcome | undefined {
  if (before && open.left <= 0) return refused('rate_limited', planBusyText)
  if (!('step' in write)) return undefined
  const isHere = before?.deleted === false && before.step === write.step
  const full = (open.lines.get(write.step) ?? 0) >= planStepMax
  return full && !isHere ? refused('wrong_state', planFullText) : undefined
}

type Line = Omit<ItemRow, 'rev' | 'replaced'>

function rowAfter(write: PlanPut | PlanRemove, before: ItemRow | undefined): Line | undefined {
  if (!('step' in write)) return before && { ...before, deleted: true }
  const { id, step, text, phone, order } = write
  return { id, step, text, phone, order, deleted: false }
}

function countLine({ lines }: Open, step: PlanStep, by: 1 | -1): void {
  lines.set(step, (lines.get(step) ?? 0) + by)
}

function applied(result: PlanReceipt | object): Outcome {
  return { status: 'applied', result }
}

function refused(code: 'wrong_state' | 'rate_limited' | 'not_found', message?: string): Outcome {
  return { status: 'rejected', code, ...(message === undefined ? {} : { message }) }
}

const propose: Applier<PlanPropose> = {
  policy: onlyVerifiedProviders,
  lane: (payload) => laneOf('plan.propose', payload),
  schema: () => planProposeSchema,
  batchMax,
  async apply(context, ops) {
    const outcomes: Outcome[] = []
    for (const op of ops) outcomes.push(await proposeOne(context, op))
    return outcomes
  },
}

/** A proposal changes nothing in the plan. Whoever the plan is not shown to any more is told nothing of it. */
async function proposeOne(
  { client, actor, today, nowMs }: ApplyContext,
  { opId, payload }: ReadOp<PlanPropose>,
): Promise<Outcome> {
  await lockPair(client, actor.userId, payload.userId)
  const shown = await shownTo(client, actor, payload.userId, today)
  if (maySeePlan(actor, shown) !== 'allow') return refused('not_found')
  const plan = authorize(actor, shown, maySeePlan)
  const since = new Date(nowMs - dayMs)
  const { open, lately } = await proposalCounts(client, plan, actor.userId, since)
  if (open >= planProposalsMax) return refused('wrong_state', planProposalsText)
  if (lately >= 2 * planProposalsMax) return refused('rate_limited')
  const item = await itemOf(client, plan, payload.itemId)
  // Taken up, a new line under the id of another one would stand in its place.
  if (item && payload.change === 'add') return refused('wrong_state')
  const row = proposalOf(payload, opId, item)
  if (!row) return refused('not_found')
  await insertProposal(client, plan, actor.userId, row, new Date(nowMs))
  return applied({ id: opId })
}

function proposalOf(
  payload: PlanPropose,
  id: string,
  item: Item | undefined,
): ProposalRow | undefined {
  const { change, itemId } = payload
  const base = { id, change, itemId, state: 'open' as const }
  if (payload.change === 'add') {
    const { step, text, phone } = payload
    return { ...base, step, text, phone }
  }
  if (!item || item.deleted) return undefined
  const text = payload.change === 'change' ? payload.text : ''
  return { ...base, step: item.step, text, phone: null }
}

const decline: Applier<PlanDecline> = {
  policy: onlyAdolescents,
  lane: (payload) => laneOf('plan.decline', payload),
  schema: () => planDeclineSchema,
  async apply({ client, actor, nowMs }, ops) {
    const ids = ops.map(({ payload }) => payload.proposalId)
    const at = new Date(nowMs)
    await decideProposals(client, ownPlan(actor), { ids, state: 'declined', at })
    return ops.map(({ payload }) => applied({ id: payload.proposalId }))
  },
}
