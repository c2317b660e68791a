import { questCategories, type QuestCard, type QuestCategory } from './model.ts'
import { questCards } from './quest-cards.gen.ts'
import { questTypes } from './quest-types.gen.ts'

/** Every card, by id. */
export const questShelf: readonly QuestCard[] = questTypes.map((type) => questCards[type])

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

/** Spec 5, letter for letter; `type` is the internal code, as the spec has it. Nobody who plays a quest meets it. */
export function wrongCountText(type: string, expected: number, got: number): string {
  return `Invalid ${type} survey: Expected ${expected} questions, got ${got}`
}
