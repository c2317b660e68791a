import type { Quest, QuestResult, RiskRule } from './model.ts'

/** Beside every result, in these words. */
export const snapshotText =
  'This is a snapshot, not a diagnosis. Only a trained person who knows you can tell you more.'

export interface ResultWords {
  readonly label: string
  readonly text: string
  /** The rules that hold, the gravest first, with their words. */
  readonly risks: readonly RiskRule[]
}

/**
 * The words for a result, from the version of the quest that it was given to. Where an answer spoke of harm, they are
 * about that: a light band never stands alone beside it.
 */
export function resultWords(quest: Quest, result: QuestResult): ResultWords {
  const risks = result.risks.flatMap((id) => quest.risks.filter((rule) => rule.id === id))
  const band = quest.bands.find(({ id }) => id === result.band)
  if (risks.some(({ action }) => action === 'crisis_now')) return { ...heavyAnswer, risks }
  return { label: band?.label ?? '', text: band?.text ?? snapshotText, risks }
}

const heavyAnswer = {
  label: 'One answer matters most',
  text: 'You told us about thoughts of hurting yourself or not being here. That was brave, and it matters more than any number. Please talk to someone you trust today, or use one of the help lines.',
}
