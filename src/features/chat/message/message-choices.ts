import type { ShownMessage } from '#src/offline/features/chat/shown-messages.ts'

/** The facts about a message and its chat that decide what can be done with it. */
export interface ChoiceView {
  readonly mine: boolean
  readonly open: boolean
  readonly mayReport: boolean
  /** Epoch milliseconds. */
  readonly nowMs: number
}

/** Whether there is anything to choose for a message: of a deleted one, whether a report can still show it. */
export function hasChoices(message: ShownMessage, view: ChoiceView): boolean {
  const { mine, open, mayReport, nowMs } = view
  if (message.delivery.status !== 'sent') return false
  if (message.deleted) return !mine && mayReport && (message.sealedUntil ?? 0) > nowMs
  return open || hasText(message) || (!mine && mayReport)
}

export function hasText({ content }: ShownMessage): boolean {
  return content !== ''
}
