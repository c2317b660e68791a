import * as v from 'valibot'
import {
  planDeclineSchema,
  planItemSchema,
  planProposalSchema,
  planPutSchema,
  planReceiptSchema,
  planRemoveSchema,
  planReplacedBy,
  planShareSchema,
  type PlanItem,
  type PlanProposal,
  type PlanReceipt,
  type PlanShare,
} from '#contract/plan/model.ts'
import { shareRevocationSchema } from '#contract/sharing/model.ts'
import type { Kind, OutboxRow } from '#src/offline/engine/outbox-row.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { changeDrafts, followWrite, type PlanDraft } from './plan-drafts.ts'
import { readHidden } from './safety.ts'

/** A line as the server has it, with the number of the write or of the read that brought it. */
export interface ItemOnDevice extends PlanItem {
  readonly version: number
}

/** The plan as this device knows it from the server: small, and read whole, so that nothing is faster. */
export interface PlanOnDevice {
  readonly items: readonly ItemOnDevice[]
  readonly proposals: readonly PlanProposal[]
  readonly share: PlanShare | null
  readonly version: number
  /** The life of the server's data; absent before the first read. */
  readonly epoch?: string
  /** What was written here is all that is known of it: the server has never said what else there is. */
  readonly unread?: true
}

/** A line as a screen shows it. */
export interface ShownItem extends PlanItem {
  readonly state: 'sent' | 'waiting'
}

/** The plan as a screen shows it: the server's, overlaid by what waits here. */
export interface ShownPlan {
  readonly items: readonly ShownItem[]
  readonly removed: readonly ShownItem[]
  /** What waits for an answer of its person. */
  readonly proposals: readonly PlanProposal[]
  readonly share: PlanShare | null
}

const nothing: PlanOnDevice = { items: [], proposals: [], share: null, version: 0, unread: true }

const ownReceipt = v.object({ id: v.pipe(v.string(), v.uuid()) })

export const planPut: Kind<'plan.put', PlanReceipt> = {
  tables: () => [],
  async admit() {
    return 'ok'
  },
  // Whoever writes over a version has seen it, and what they write: no draft of theirs meets it as another phone's.
  async queued(db, { id, basedOn }, { opId }) {
    const follow = (draft: PlanDraft) =>
      draft.id === id && draft.basedOn === basedOn ? { ...draft, basedOn: opId } : draft
    await changeDrafts(db, (drafts) => drafts.map(follow))
  },
  replaced: followWrite,
  settle: settleWrites,
  resultSchema: planReceiptSchema,
}

export const planRemove: Kind<'plan.remove', PlanReceipt> = {
  tables: () => [],
  async admit() {
    return 'ok'
  },
  replaced: followWrite,
  settle: settleWrites,
  resultSchema: planReceiptSchema,
}

/** A provider's device stores nothing of a plan that is not its own. */
export const planPropose: Kind<'plan.propose', { id: string }> = {
  tables: () => [],
  async admit() {
    return 'ok'
  },
  async settle() {},
  resultSchema: ownReceipt,
}

export const planDecline: Kind<'plan.decline', { id: string }> = {
  tables: () => [],
  async admit() {
    return 'ok'
  },
  async settle(db, receipts) {
    for (const { id } of receipts) await changePlan(db, (plan) => withoutProposal(plan, id))
  },
  resultSchema: ownReceipt,
}

/** What this device has of a share that ended: its reader, and what they proposed. Inside a user transaction. */
export async function endPlanShare(db: UserDatabase, viewerId: string | null): Promise<void> {
  if ((await readBase(db)).share?.providerId !== viewerId) return
  await changePlan(db, (plan) => ({ ...plan, share: null, proposals: [] }))
}

/** The receipts repeat no words: these are in the operations that they are for. */
async function settleWrites(db: UserDatabase, receipts: readonly PlanReceipt[]): Promise<void> {
  const life = await db.meta.get('epoch')
  if (life?.key === 'epoch') await forgetPlanVersions(db, life.epoch)
  for (const receipt of receipts) {
    const row = await db.outbox.get({ opId: receipt.rev })
    if (row) await changePlan(db, (plan) => withReceipt(plan, row, receipt))
  }
}

/** Numbers of one life of the server's data say nothing in another: what comes of this one is newer. Inside a user transaction. */
export async function forgetPlanVersions(db: UserDatabase, epoch: string): Promise<void> {
  if ((await readBase(db)).epoch === epoch) return
  await changePlan(db, (plan) => ({
    ...plan,
    items: plan.items.map((item) => ({ ...item, version: 0 })),
    version: 0,
    epoch,
  }))
}

function withReceipt(plan: PlanOnDevice, row: OutboxRow, receipt: PlanReceipt): PlanOnDevice {
  const { id, version } = receipt
  const before = plan.items.find((item) => item.id === id)
  // The receipt of an early try, after which something newer was read.
  if (before && before.version >= version) return plan
  const after = overlay(plan.items, [row]).find((item) => item.id === id)
  const others = plan.items.filter((item) => item.id !== id)
  const items = after ? [...others, { ...asItem(after), version }] : others
  const answered = withoutProposal(plan, answeredBy(row))
  return { ...answered, items, version: Math.max(plan.version, version) }
}

function withoutProposal(plan: PlanOnDevice, id: string | undefined): PlanOnDevice {
  return { ...plan, proposals: plan.proposals.filter((each) => each.id !== id) }
}

function asItem({ id, step, text, phone, order, rev, deleted, replaced }: ShownItem): PlanItem {
  return { id, step, text, phone, order, rev, deleted, replaced }
}

/** What the server said of the plan. */
export interface PlanPage {
  readonly items: readonly PlanItem[]
  readonly proposals: readonly PlanProposal[]
  readonly share: PlanShare | null
  readonly version: number
  readonly epoch: string
}

/** What is known of the plan and changes without a new version: to whom it is shown, and what they propose. */
export async function readPlanSharing(db: UserDatabase): Promise<string> {
  return sharingOf(await readBase(db))
}

function sharingOf({ proposals, share }: PlanOnDevice): string {
  return [share?.providerId, ...proposals.map(({ id }) => id)].join()
}

/**
 * Stores what the server has; `older` where a write was acknowledged meanwhile, or the plan is not shared as it was when
 * the server was asked, and then nothing is stored.
 */
export async function storePlan(
  db: UserDatabase,
  page: PlanPage,
  asked?: { readonly sharing: string },
): Promise<'stored' | 'older'> {
  return await userTransaction(db, [], async () => {
    const known = await readBase(db)
    const sameLife = known.epoch === undefined || known.epoch === page.epoch
    if (sameLife && page.version < known.version) return 'older'
    if (asked && asked.sharing !== sharingOf(known)) return 'older'
    const items = page.items.map((item) => ({ ...item, version: page.version }))
    await db.meta.put({ key: 'plan', plan: { ...page, items } })
    return 'stored'
  })
}

const storedSchema = v.object({
  items: v.array(v.object({ ...planItemSchema.entries, version: v.number() })),
  proposals: v.array(planProposalSchema),
  share: v.nullable(planShareSchema),
  version: v.number(),
  epoch: v.optional(v.string()),
  unread: v.optional(v.literal(true)),
})

/** What the server has, as this device knows it; nothing where it was never told, or cannot read it. */
async function readBase(db: UserDatabase): Promise<PlanOnDevice> {
  const row = await db.meta.get('plan')
  const parsed = v.safeParse(storedSchema, row?.key === 'plan' ? row.plan : undefined)
  if (!parsed.success) return nothing
  const { epoch, unread, ...plan } = parsed.output
  return { ...plan, ...(epoch !== undefined && { epoch }), ...(unread && { unread }) }
}

/** Inside a user transaction. */
async function changePlan(
  db: UserDatabase,
  change: (plan: PlanOnDevice) => PlanOnDevice,
): Promise<void> {
  await db.meta.put({ key: 'plan', plan: change(await readBase(db)) })
}

/** The plan as this device shows it, without a network; shared with nobody whom its person has blocked. For a live query. */
export async function readPlan(db: UserDatabase): Promise<ShownPlan> {
  const [base, rows, hidden] = await db.transaction('r', db.meta, db.outbox, db.blocks, () =>
    Promise.all([
      readBase(db),
      db.outbox.where('lane').startsWithAnyOf('plan', 'share:plan').sortBy('seq'),
      readHidden(db),
    ]),
  )
  const waiting = rows.filter(({ state }) => state !== 'dead')
  const items = overlay(base.items, waiting)
  const answered = new Set(waiting.map(answeredBy))
  const ended = new Set([...waiting.map(endedBy), ...hidden])
  const share = base.share && !ended.has(base.share.providerId) ? base.share : null
  const proposals = base.proposals.filter(({ id }) => share !== null && !answered.has(id))
  return {
    items: items.filter(({ deleted }) => !deleted).toSorted(inOrder),
    removed: items.filter(({ deleted }) => deleted),
    proposals,
    share,
  }
}

function inOrder(a: PlanItem, b: PlanItem): number {
  return a.order - b.order || (a.id < b.id ? -1 : 1)
}

type WaitingRow = Pick<OutboxRow, 'kind' | 'opId' | 'payload'>

/** The server's lines, overlaid by those that wait, in the order of their taps. */
function overlay(base: readonly PlanItem[], waiting: readonly WaitingRow[]): ShownItem[] {
  const byId = new Map(
    base.map((item): [string, ShownItem] => [item.id, { ...item, state: 'sent' }]),
  )
  for (const { kind, opId, payload } of waiting) {
    const after =
      kind === 'plan.put'
        ? putOver(byId, opId, payload)
        : kind === 'plan.remove' && removedFrom(byId, opId, payload)
    if (after) byId.set(after.id, after)
  }
  return [...byId.values()]
}

type Items = ReadonlyMap<string, ShownItem>

function putOver(items: Items, rev: string, payload: unknown): ShownItem | undefined {
  const parsed = v.safeParse(planPutSchema, payload)
  if (!parsed.success) return undefined
  const { id, step, text, phone, order } = parsed.output
  const replaced = unlessOwn(rev, planReplacedBy(parsed.output, items.get(id)))
  return { id, step, text, phone, order, rev, deleted: false, replaced, state: 'waiting' }
}

function removedFrom(items: Items, rev: string, payload: unknown): ShownItem | undefined {
  const parsed = v.safeParse(planRemoveSchema, payload)
  const before = parsed.success ? items.get(parsed.output.id) : undefined
  if (!parsed.success || !before) return undefined
  const replaced = unlessOwn(rev, planReplacedBy(parsed.output, before))
  return { ...before, rev, deleted: true, replaced, state: 'waiting' }
}

/** It may have arrived, and been written over, before this device learned of it. */
function unlessOwn<T extends { readonly rev: string }>(rev: string, replaced: readonly T[]): T[] {
  return replaced.filter((each) => each.rev !== rev)
}

/** The proposal that an operation answers; undefined for none. */
function answeredBy({ kind, payload }: WaitingRow): string | undefined {
  if (kind === 'plan.decline') return read(planDeclineSchema, payload)?.proposalId
  const write = kind === 'plan.put' ? read(planPutSchema, payload) : undefined
  const removal = kind === 'plan.remove' ? read(planRemoveSchema, payload) : undefined
  return (write ?? removal)?.accepts ?? undefined
}

/** The provider whom an operation stops showing the plan to. */
function endedBy({ kind, payload }: WaitingRow): string | undefined {
  const revocation = kind === 'share.revoke' ? read(shareRevocationSchema, payload) : undefined
  return revocation?.kind === 'plan' ? revocation.viewerId : undefined
}

function read<T>(schema: v.GenericSchema<unknown, T>, payload: unknown): T | undefined {
  const parsed = v.safeParse(schema, payload)
  return parsed.success ? parsed.output : undefined
}
