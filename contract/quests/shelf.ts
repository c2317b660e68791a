import { cardOf } from './cards.ts'
import { questCategories, questTypes, type QuestCard, type QuestCategory } from './model.ts'

/** Every card, by id. */
export const questShelf: readonly QuestCard[] = questTypes.map(cardOf)

export function questCard(id: number): QuestCard | undefined {
  return questShelf.find((card) => card.id === id)
}

/** Spec 5: 'personality', 'Mood', 'BEHAVIOR' and so on; undefined for anything else. */
export function questCategory(text: string): QuestCategory | undefined {
  return questCategories.find((category) => category === text.toLowerCase())
}

export function questsOfCategory(category: QuestCategory): QuestCard[] {
  return questShelf.filter((card) => card.category === category)
}

/** The card with exactly this title; undefined for an unknown one, which the spec answers with a text of its own. */
export function questOfTitle(title: string): QuestCard | undefined {
  return questShelf.find((card) => card.title === title)
}

/** Spec 5, letter for letter. */
export function unknownTitleText(title: string): string {
  return `Unrecognized survey title: ${title}`
}

/** Spec 5, letter for letter. */
export function invalidCategoryText(category: string): string {
  return `Invalid category: ${category}. Please choose Personality, Mood, or Behavior.`
}

/** Spec 5; a person may read it, so a quest's title stands where the spec has its type. */
export function wrongCountText(title: string, expected: number, got: number): string {
  return `Invalid ${title} survey: Expected ${expected} questions, got ${got}`
}
