import { loadQuest } from '#contract/quests/catalogue.ts'
import type { QuestCard } from '#contract/quests/model.ts'
import { questCard, questOfTitle, unknownTitleText } from '#contract/quests/shelf.ts'
import type { Survey } from '#contract/quests/survey.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import { presentSurvey } from './present.ts'

/** The quest of an address: by its number, or by its title. Throws `not_found` in the spec's words. */
export function cardNamed(name: string): QuestCard {
  const numbered = /^\d{1,4}$/.test(name)
  const card = numbered ? questCard(Number(name)) : questOfTitle(name)
  if (card) return card
  throw new ProblemError('not_found', {
    message: numbered ? 'Quest not found.' : unknownTitleText(name),
  })
}

/** A quest as the server plays it now. */
export async function surveyNamed(name: string, isOpen: (id: number) => boolean): Promise<Survey> {
  const card = cardNamed(name)
  const quest = await loadQuest(card.type, card.version)
  if (!quest) throw new Error('A quest on the shelf is not in the catalogue')
  return presentSurvey(quest, isOpen(card.id))
}
