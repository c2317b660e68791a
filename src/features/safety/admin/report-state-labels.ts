import type { ReportState } from '#contract/safety/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { TagProps } from '#src/ui/message/tag.tsx'

const labels: Record<ReportState, () => string> = {
  open: m.reports_state_open,
  inReview: m.reports_state_in_review,
  resolved: m.reports_state_resolved,
  dismissed: m.reports_state_dismissed,
}

export function reportStateLabel(state: ReportState): string {
  return labels[state]()
}

export const reportStateTones: Record<ReportState, NonNullable<TagProps['tone']>> = {
  open: 'danger',
  inReview: 'warn',
  resolved: 'success',
  dismissed: 'plain',
}
