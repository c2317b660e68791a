import type { Band, Quest, QuestResult, RiskRule } from './model.ts'

/** Beside every result, in these words. */
export const snapshotText =
  'This is a snapshot, not a diagnosis. Only a trained person who knows you can tell you more.'

export interface ResultTexts {
  readonly label: string
  readonly text: string
  /** The rules that hold, the gravest first, with their words. */
  readonly risks: readonly RiskRule[]
}

/**
 * The words for a result, from the version of the quest that it was given to. Where an answer spoke of harm, they are
 * about that; and a light band is never cheerful beside an answer that is not.
 */
export function resultTexts(quest: Quest, result: QuestResult): ResultTexts {
  const risks = result.risks.flatMap((id) => quest.risks.filter((rule) => rule.id === id))
  const band = quest.bands.find(({ id }) => id === result.band)
  const { label, text } = textsFor(band, risks)
  return { label, text, risks }
}

function textsFor(
  band: Band | undefined,
  risks: readonly RiskRule[],
): { readonly label: string; readonly text: string } {
  if (risks.some(({ action }) => action === 'crisis_now')) return heavyAnswer
  if (!band || (band.tone === 'calm' && risks.length > 0)) return oneAnswer
  return band
}

const heavyAnswer = {
  label: 'One answer matters most',
  text: 'You told us about thoughts of hurting yourself or not being here. That was brave, and it matters more than any number. Please talk to someone you trust today, or use one of the help lines.',
}

const oneAnswer = {
  label: 'One answer stands out',
  text: 'Taken together, your answers look light. One of them still needs some care. Please read the note that goes with it, and talk about it with someone you trust.',
}
