import type { PlanItem, PlanProposal, PlanShare } from '#contract/plan/model.ts'
import { storePlan, type PlanPage } from '#src/offline/features/plan.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'

/** A line of a plan as the server has it. */
export function itemOf(given: Partial<PlanItem> = {}): PlanItem {
  const words = { step: 'alone', text: 'Walk the dog', phone: null, order: 1 }
  const state = { rev: crypto.randomUUID(), deleted: false, replaced: [] }
  return { id: crypto.randomUUID(), ...words, ...state, ...given }
}

export const sofia: PlanShare = {
  providerId: '01985a3c-0000-7a10-8c00-0000000000aa',
  name: 'Sofia Almeida',
  since: '2026-11-01T12:00:00.000Z',
}

export function ideaOf(given: Partial<PlanProposal> = {}): PlanProposal {
  const words = { step: 'people', text: 'Ask your aunt', phone: null }
  const about = { change: 'add' as const, itemId: crypto.randomUUID(), state: 'open' as const }
  return { id: crypto.randomUUID(), ...about, ...words, ...given }
}

/** What the server says of a plan. */
export function pageOf(items: readonly PlanItem[], given: Partial<PlanPage> = {}): PlanPage {
  const epoch = '01985a3c-0000-7a10-8c00-0000000000ee'
  return { items, proposals: [], share: null, version: items.length, epoch, ...given }
}

export async function hasPlan(
  db: UserDatabase,
  items: readonly PlanItem[],
  given: Partial<PlanPage> = {},
): Promise<void> {
  await storePlan(db, pageOf(items, given))
}
