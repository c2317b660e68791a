import type { ShownMessage } from '#src/offline/chat/shown-messages.ts'

/** Where a message stands in its chat, as far as it decides what can be done with it. */
export interface ChoiceView {
  readonly mine: boolean
  readonly open: boolean
  readonly mayReport: boolean
}

/** Whether there is anything to choose for a message. */
export function hasChoices(message: ShownMessage, { mine, open, mayReport }: ChoiceView): boolean {
  if (message.deleted || message.standing.status !== 'sent') return false
  return hasText(message) || (mine ? open : mayReport)
}

export function hasText({ content }: ShownMessage): boolean {
  return content !== ''
}
