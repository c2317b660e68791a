import { reportReasons, type ReportReason } from '#contract/safety/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { Choice } from '#src/ui/choice/choice.ts'

interface ReasonLook {
  readonly emoji: string
  readonly label: () => string
}

const looks: Record<ReportReason, ReasonLook> = {
  harm: { emoji: '🆘', label: m.reports_reason_harm },
  sexual: { emoji: '🚫', label: m.reports_reason_sexual },
  harassment: { emoji: '😠', label: m.reports_reason_harassment },
  contactOutside: { emoji: '📱', label: m.reports_reason_contact_outside },
  falseIdentity: { emoji: '🎭', label: m.reports_reason_false_identity },
  other: { emoji: '❔', label: m.reports_reason_other },
}

export function reasonLabel(reason: ReportReason): string {
  return looks[reason].label()
}

export function reasonChoices(): Choice<ReportReason>[] {
  return reportReasons.map((value) => ({
    value,
    label: looks[value].label(),
    emoji: looks[value].emoji,
  }))
}
