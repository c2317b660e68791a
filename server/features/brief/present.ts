import type { OwnBrief, SharedBrief } from '#contract/brief/model.ts'
import type { NotedRead } from '#server/features/sharing/index.ts'
import type { BriefRow, SeenBrief } from './repo.ts'

/** A brief for its person. */
export function presentOwn({ bookingId, sentAt, withdrawals, content }: BriefRow): OwnBrief {
  return { bookingId, sentAt: sentAt?.toISOString() ?? null, withdrawals, content }
}

/** A brief for the provider of its session. */
export function presentShown(
  { bookingId, sentAt, content: { span, blocks } }: SeenBrief,
  _noted: NotedRead,
): SharedBrief {
  return { bookingId, sentAt: sentAt.toISOString(), content: { span, blocks } }
}
