import * as v from 'valibot'
import type { PayloadOf } from '#contract/commands.ts'
import {
  planPutSchema,
  planRemoveSchema,
  planReplacedBy,
  planReplacedMax,
  type PlanItem,
  type PlanReceipt,
} from '#contract/plan/model.ts'
import type { PlanPage } from '#src/offline/features/plan.ts'

/** Two lines of a plan, so that each write meets others. */
export const planLines = [
  '01985a3c-0000-7a10-8c00-0000000000d1',
  '01985a3c-0000-7a10-8c00-0000000000d2',
] as const

/** The provider whom the plan is shown to before anything happens. */
export const planReader = '01985a3c-0000-7a10-8c00-0000000000e3'

type Stored = PlanItem & { readonly version: number }

/** The plan of the phone's person at the model of the server. */
export class ModelPlan {
  readonly items = new Map<string, Stored>()
  /** Whom it is shown to: one, or nobody. */
  readonly readers = new Set([planReader])

  /** The last write stands; what its writer had not seen goes beside it, and more than a line holds is refused. */
  put(payload: unknown, rev: string, version: number): PlanReceipt | undefined {
    const write = v.parse(planPutSchema, payload)
    const replaced = planReplacedBy(write, this.items.get(write.id))
    if (replaced.length > planReplacedMax) return undefined
    const { id, step, text, phone, order } = write
    this.items.set(id, { id, step, text, phone, order, rev, deleted: false, replaced, version })
    return { id, rev, version, replaces: replaced.length > 0 }
  }

  remove(payload: unknown, rev: string, version: number): PlanReceipt | undefined {
    const write = v.parse(planRemoveSchema, payload)
    const before = this.items.get(write.id)
    const { id } = write
    if (!before) return { id, rev, version: this.#version(), replaces: false }
    const replaced = planReplacedBy(write, before)
    if (replaced.length > planReplacedMax) return undefined
    this.items.set(id, { ...before, rev, deleted: true, replaced, version })
    return { id, rev, version, replaces: replaced.length > 0 }
  }

  /** What a phone reads. */
  page(epoch: string): PlanPage {
    const items = [...this.items.values()].map(({ version: _version, ...item }) => item)
    const [providerId] = this.readers
    const since = '2026-11-01T12:00:00.000Z'
    const share = providerId === undefined ? null : { providerId, name: 'Sofia', since }
    return { items, proposals: [], share, version: this.#version(), epoch }
  }

  #version(): number {
    return Math.max(0, ...[...this.items.values()].map(({ version }) => version))
  }
}

/** A line as a person writes it who has seen the write `basedOn`. */
export function lineOf(id: string, text: string, basedOn: string | null): PayloadOf<'plan.put'> {
  const words = { step: 'alone' as const, text, phone: null, order: 1 }
  return { id, ...words, basedOn, settles: [], accepts: null }
}
