import { v7 as newUuid } from 'uuid'
import * as v from 'valibot'
import { userIdSchema } from '#contract/account/model.ts'
import type { CommandKind, PayloadOf } from '#contract/commands.ts'
import { connectionsApi, type Friend } from '#contract/connections/api.ts'
import { planApi } from '#contract/plan/api.ts'
import {
  planPutSchema,
  planSteps,
  type PlanItem,
  type PlanProposal,
  type PlanPut,
  type PlanStep,
  type ReplacedItem,
  type SharedPlan,
} from '#contract/plan/model.ts'
import { defineRemote, defineResource, notFound, refreshResource } from '#src/data/resource.ts'
import { callApi } from '#src/offline/api/api.ts'
import { enqueue, enqueueTogether } from '#src/offline/engine/outbox.ts'
import { tapMoment } from '#src/offline/engine/tap-moment.ts'
import { updatePlanCopy } from '#src/offline/features/plan-copy.ts'
import {
  readPlan,
  readPlanSharing,
  storePlan,
  type ShownItem,
  type ShownPlan,
} from '#src/offline/features/plan.ts'
import { waitingRevocations } from '#src/offline/features/sharing.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'

/** One's own plan: what this device has, at once, and what the server has besides. */
export const planResource = defineResource<ShownPlan>({
  key: 'safety.plan',
  read: readPlan,
  refresh: refreshPlan,
})

/** A write or an answer to an idea that was acknowledged meanwhile makes an answer old; a few times in a row is enough. */
const triesMax = 3

async function refreshPlan(db: UserDatabase, token: string): Promise<void> {
  for (let tries = 0; tries < triesMax; tries++) {
    const before = await waitingRevocations(db)
    const asked = { sharing: await readPlanSharing(db) }
    const page = await callApi(planApi.ownPlan, {}, { token })
    const after = await waitingRevocations(db)
    // What was taken back meanwhile may still be in the answer.
    if ([...before.keys()].some((key) => !after.has(key))) continue
    if ((await storePlan(db, page, asked)) === 'stored') break
  }
  await updatePlanCopy(db).catch(() => undefined)
}

/** What a person wrote of a line. */
export interface LineWords {
  readonly step: PlanStep
  readonly text: string
  readonly phone: string | null
  /** The write of the line that was on the screen when they began; null for a new line. */
  readonly basedOn: string | null
}

export function isStep(step: string): step is PlanStep {
  return planSteps.some((known) => known === step)
}

/**
 * Queues a line: a new one at the end of its step, or other words of one that is there. What another phone wrote since
 * `basedOn` stays beside it. Durable when it resolves. Throws as `enqueue` does, and for words that no server takes.
 */
export async function saveLine(
  db: UserDatabase,
  id: string,
  { step, text, phone, basedOn }: LineWords,
): Promise<void> {
  const { items, removed } = await readPlan(db)
  const before = [...items, ...removed].find((item) => item.id === id)
  const moved = !before || before.deleted || before.step !== step
  const order = moved ? lastOrder(items, step) + 1 : before.order
  await putLine(db, { id, step, text, phone, order, basedOn, settles: [], accepts: null })
}

function lastOrder(items: readonly PlanItem[], step: string): number {
  return Math.max(0, ...items.filter((item) => item.step === step).map(({ order }) => order))
}

function seenOf(before: PlanItem | undefined) {
  return { basedOn: before?.rev ?? null, settles: [] }
}

async function putLine(db: UserDatabase, line: PlanPut): Promise<string> {
  return await queue(db, 'plan.put', v.parse(planPutSchema, line))
}

export async function removeLine(
  db: UserDatabase,
  line: { readonly id: string; readonly basedOn: string },
): Promise<void> {
  await queue(db, 'plan.remove', { ...line, settles: [], accepts: null })
}

/** Two versions of a line with the same words. */
export interface Moved {
  readonly from: string
  readonly to: string
}

/**
 * Puts a line in front of the one before it in its step, its words as they are; undefined where it is the first, or gone.
 * Where two phones gave one place to several lines, the lines of the step are counted anew.
 */
export async function moveUp(db: UserDatabase, id: string): Promise<Moved | undefined> {
  const { items } = await readPlan(db)
  const item = items.find((each) => each.id === id)
  const others = items.filter(({ step }) => step === item?.step)
  const at = others.findIndex((each) => each.id === id)
  const [before, above] = [others[at - 1], others[at - 2]]
  if (!item || !before) return undefined
  const least = above?.order ?? 0
  const order = (least + before.order) / 2
  const hasRoom = least < order && order < before.order
  const placed = hasRoom
    ? [{ ...item, order }]
    : others
        .toSpliced(at - 1, 2, item, before)
        .map((line, index) => ({ ...line, order: index + 1 }))
  const writes = await putLines(
    db,
    placed.filter((line) => items.find((each) => each.id === line.id)?.order !== line.order),
  )
  return { from: item.rev, to: writes.get(id) ?? item.rev }
}

/** Queues lines at their new places, all of them or none; the operation of each by its id. */
async function putLines(
  db: UserDatabase,
  lines: readonly PlanItem[],
): Promise<ReadonlyMap<string, string>> {
  const parts = lines.map((line) => ({
    command: {
      kind: 'plan.put' as const,
      payload: v.parse(planPutSchema, { ...wordsOf(line), ...seenOf(line), accepts: null }),
    },
    tap: tapMoment({ epochMs: Date.now(), opId: newUuid() }),
  }))
  await enqueueTogether(db, parts)
  await updatePlanCopy(db).catch(() => undefined)
  return new Map(parts.map(({ command, tap }) => [command.payload.id, tap.opId]))
}

function wordsOf({ id, step, text, phone, order }: PlanItem) {
  return { id, step: step as PlanStep, text, phone, order }
}

/** Decides about a version of another device: it counts from now on, or what there is does. */
export async function decideAbout(
  db: UserDatabase,
  { item, other }: { readonly item: ShownItem; readonly other: ReplacedItem },
  decision: 'take' | 'leave',
): Promise<void> {
  const seen = { basedOn: item.rev, settles: [other.rev], accepts: null }
  if (decision === 'leave' && item.deleted) {
    await queue(db, 'plan.remove', { id: item.id, ...seen })
    return
  }
  const { step, text, phone } = decision === 'take' ? other : item
  await putLine(db, { ...wordsOf({ ...item, step, text, phone }), ...seen })
}

/** Takes up what a provider proposes: it becomes a write of the person's own. */
export async function acceptProposal(db: UserDatabase, proposal: PlanProposal): Promise<void> {
  const { items, removed } = await readPlan(db)
  const { id: accepts, itemId, change } = proposal
  // A new line stands in the place of none, whatever its id says.
  const before =
    change === 'add' ? undefined : [...items, ...removed].find(({ id }) => id === itemId)
  if (change === 'remove') {
    await queue(db, 'plan.remove', { id: itemId, ...seenOf(before), accepts })
    return
  }
  const step = (before?.step ?? proposal.step) as PlanStep
  const isHere = before && !before.deleted
  const order = isHere ? before.order : lastOrder(items, step) + 1
  // Other words for somebody leave their number as it is.
  const phone = change === 'change' ? (before?.phone ?? null) : proposal.phone
  const line = { id: itemId, step, text: proposal.text, phone, order }
  await putLine(db, { ...line, ...seenOf(before), accepts })
}

export async function declineProposal(db: UserDatabase, proposalId: string): Promise<void> {
  await queue(db, 'plan.decline', { proposalId })
}

/** Shows the plan to a provider. Rejects as the call does. */
export async function sharePlan(db: UserDatabase, providerId: string): Promise<void> {
  await asMember(
    db,
    async (token) => await callApi(planApi.sharePlan, { params: { providerId } }, { token }),
  )
  // It is shown by now: what fails here is read with the next look at the plan.
  await refreshResource(db, planResource).catch(() => undefined)
}

/** The id of the operation. */
async function queue<K extends CommandKind>(
  db: UserDatabase,
  kind: K,
  payload: PayloadOf<K>,
): Promise<string> {
  const opId = newUuid()
  await enqueue(db, { kind, payload }, tapMoment({ epochMs: Date.now(), opId }))
  // A bonus: the copy follows at the next look, too.
  await updatePlanCopy(db).catch(() => undefined)
  return opId
}

/** What a provider proposes; it waits here where there is no network. Throws as `enqueue` does. */
export async function propose(db: UserDatabase, payload: PayloadOf<'plan.propose'>): Promise<void> {
  const tap = tapMoment({ epochMs: Date.now(), opId: newUuid() })
  await enqueue(db, { kind: 'plan.propose', payload }, tap)
}

/** The care providers to choose from: an old list could name one who is no longer. */
export const planReadersRemote = defineRemote<Friend[]>({
  async fetch(token) {
    const query = { limit: '100' }
    const { friends } = await callApi(connectionsApi.listFriends, { query }, { token })
    return friends.filter(
      ({ userType, unavailable }) => userType === 'ServiceProvider' && !unavailable,
    )
  },
})

/** A plan of somebody else: no device but their own stores it. */
export const sharedPlanRemote = defineRemote<SharedPlan, [userId: string, news: number]>({
  isLook: true,
  async fetch(token, userId) {
    if (!v.is(userIdSchema, userId)) throw notFound()
    return await callApi(planApi.getSharedPlan, { params: { userId } }, { token })
  },
})

/** Who shows their plan to the provider. */
export const sharersRemote = defineRemote<string[], [news: number]>({
  fetch: async (token) => (await callApi(planApi.listSharedPlans, {}, { token })).userIds,
})
