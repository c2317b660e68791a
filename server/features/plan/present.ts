import type { Api } from '#contract/api.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { PlanItem, PlanProposal } from '#contract/plan/model.ts'
import type { NotedRead } from '#server/features/sharing/index.ts'
import type { ItemRow, ProposalRow, readOwnPlan } from './repo.ts'
import type { readShownPlan } from './shares-repo.ts'

/** A plan for its owner. */
export function presentOwn(
  plan: Awaited<ReturnType<typeof readOwnPlan>>,
): Omit<ReplyOf<Api['ownPlan']>, 'epoch'> {
  const { version, items, share, proposals } = plan
  return {
    items: items.map(presentItem),
    proposals: proposals.map(presentProposal),
    share: share
      ? {
          providerId: share.providerId,
          name: `${share.firstname} ${share.lastname}`,
          since: share.sharedAt.toISOString(),
        }
      : null,
    version,
  }
}

/** A plan for the provider whom it is shown to: the numbers of other people are no part of it. */
export function presentShown(
  plan: Awaited<ReturnType<typeof readShownPlan>>,
  _noted: NotedRead,
): ReplyOf<Api['getSharedPlan']> {
  return {
    items: plan.items.map(({ id, step, text }) => ({ id, step, text })),
    proposals: plan.proposals.map(presentProposal),
  }
}

function presentItem(row: ItemRow): PlanItem {
  const { id, step, text, phone, order, rev, deleted } = row
  const replaced = row.replaced.map((each) => ({
    rev: each.rev,
    step: each.step,
    text: each.text,
    phone: each.phone,
  }))
  return { id, step, text, phone, order, rev, deleted, replaced }
}

function presentProposal(row: ProposalRow): PlanProposal {
  const { id, change, itemId, step, text, phone, state } = row
  return { id, change, itemId, step, text, phone, state }
}
