import type { ReviewDecision } from '#contract/providers/model.ts'
import type { Clearance } from './clearance.ts'
import { writeApproval, writeRejection, type Reviewed } from './review-repo.ts'

export type Decisions = ReturnType<typeof createDecisions>

/** How a review ends, on the screen of a superAdmin and on the server's command line alike. */
export function createDecisions({ clearance, now }: { clearance: Clearance; now: () => number }) {
  return async function decide(
    provider: Reviewed,
    decision: ReviewDecision,
  ): Promise<'listed' | 'not_confirmed' | 'rejected'> {
    return clearance.changing<'listed' | 'not_confirmed' | 'rejected'>(provider.id, (client) =>
      decision.decision === 'reject'
        ? writeRejection(client, provider, decision.reason)
        : writeApproval(client, provider, { at: new Date(now()), ...decision }),
    )
  }
}
