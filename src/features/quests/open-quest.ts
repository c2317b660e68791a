import { loadQuest } from '#contract/quests/catalogue.ts'
import type { Quest } from '#contract/quests/model.ts'
import { preload } from '#src/data/resource.ts'
import type { QuestDraft } from '#src/offline/features/quests.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { readDraft } from './quest-draft.ts'
import { readyQuestWords } from './quest-words.ts'
import { playedResource, readShelf } from './quests-resource.ts'

/** A quest at the moment it is opened. */
export type OpenedQuest =
  | {
      status: 'ready'
      quest: Quest
      draft: QuestDraft | undefined
      /** Switched off: the round that was begun is the last one. */
      closed: boolean
      /** Whether the quest that a gate offers instead can be played. */
      insteadOpen: boolean
    }
  | { status: 'not_found' }
  /** Switched off, or without questions in this build. */
  | { status: 'under_construction'; title: string }
  /** Spec 5: the server's quest is another one than this build knows. */
  | { status: 'mismatch'; title: string; text: string }
  /** Its part of the app could not be loaded. */
  | { status: 'failed'; title: string }

/**
 * Opens a quest by the number in its address. A quest that was begun goes on in the version it was begun in, also where it was
 * switched off since: the server takes what was played of it.
 */
export async function openQuest(db: UserDatabase, address: string): Promise<OpenedQuest> {
  const id = /^\d{1,2}$/.test(address) ? Number(address) : undefined
  const [shelf] = await Promise.all([readShelf(db), readyQuestWords()])
  const card = shelf.find((each) => each.id === id)
  if (!card) return { status: 'not_found' }
  const { title } = card
  if (card.problem !== undefined) return { status: 'mismatch', title, text: card.problem }
  const draft = await readDraft(db, card.id)
  try {
    const begun = draft && (await loadQuest(card.type, draft.version))
    const closed = !card.open
    const goesOn = begun && draft.answers.length > 0
    if (closed && !goesOn) return { status: 'under_construction', title }
    const quest = begun ?? (await loadQuest(card.type, card.version))
    if (!quest) return { status: 'under_construction', title }
    await preload(db, playedResource, card.id)
    const instead = shelf.find((each) => each.id === quest.gate?.instead.questId)
    const insteadOpen = instead?.open === true && instead.problem === undefined
    return { status: 'ready', quest, draft: begun ? draft : undefined, closed, insteadOpen }
  } catch {
    return { status: 'failed', title }
  }
}
