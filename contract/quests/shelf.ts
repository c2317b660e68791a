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

export type EnabledQuests =
  | { readonly kind: 'known'; readonly ids: ReadonlySet<number> }
  /** Words of the setting that name no quest, in their order. */
  | { readonly kind: 'unknown'; readonly words: readonly string[] }

/**
 * Reads `QUESTS_ENABLED`: words between commas or spaces, each `default` (those released to all), `all`, `none`, an
 * id or a type code; one with a minus before it is taken away, in the order of the words. Unset or empty means
 * `default`. A setting that begins with a minus begins from `default`.
 */
export function enabledQuests(setting: string | undefined): EnabledQuests {
  const words = (setting ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '')
  const unknown = words.filter((word) => idsOf(word.replace(/^-/, '')) === undefined)
  if (unknown.length > 0) return { kind: 'unknown', words: unknown }
  const fromDefault = words.length === 0 || words[0]?.startsWith('-')
  const ids = new Set(fromDefault ? idsOf('default') : [])
  for (const word of words) {
    const away = word.startsWith('-')
    for (const id of idsOf(away ? word.slice(1) : word) ?? []) {
      if (away) ids.delete(id)
      else ids.add(id)
    }
  }
  return { kind: 'known', ids }
}

function idsOf(word: string): number[] | undefined {
  if (word === 'all') return questShelf.map(({ id }) => id)
  if (word === 'none') return []
  if (word === 'default') return idsWhere(({ release }) => release === 'default')
  const ids = idsWhere(({ id, type }) => word === type || word === String(id))
  return ids.length > 0 ? ids : undefined
}

function idsWhere(holds: (card: (typeof questShelf)[number]) => boolean): number[] {
  return questShelf.filter(holds).map(({ id }) => id)
}
