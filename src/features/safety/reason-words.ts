import { reportReasons, type ReportReason } from '#contract/safety/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { Choice } from '#src/ui/choice/choice.ts'

interface ReasonLook {
  readonly emoji: string
  readonly words: () => string
}

const looks: Record<ReportReason, ReasonLook> = {
  harm: { emoji: '🆘', words: m.reports_reason_harm },
  sexual: { emoji: '🚫', words: m.reports_reason_sexual },
  harassment: { emoji: '😠', words: m.reports_reason_harassment },
  contactOutside: { emoji: '📱', words: m.reports_reason_contact_outside },
  falseIdentity: { emoji: '🎭', words: m.reports_reason_false_identity },
  other: { emoji: '💬', words: m.reports_reason_other },
}

export function reasonWords(reason: ReportReason): string {
  return looks[reason].words()
}

export function reasonChoices(): Choice<ReportReason>[] {
  return reportReasons.map((value) => ({
    value,
    label: looks[value].words(),
    emoji: looks[value].emoji,
  }))
}
