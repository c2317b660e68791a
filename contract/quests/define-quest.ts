import type { Quest, Question } from './model.ts'
import { questionId, type Draft } from './scales.ts'

/** A quest as its file has it: the numbers of its questions and their count follow from the list. */
export type QuestFile = Omit<Quest, 'count' | 'questions'> & {
  readonly questions: readonly Draft[]
}

/** The newest version of a quest, from its one file. */
export function defineQuest(file: QuestFile): Quest {
  return { ...file, count: file.questions.length, questions: numbered(file.id, file.questions) }
}

/** Gives the questions of a quest their numbers and ids in the order of the list. */
function numbered(questId: number, drafts: readonly Draft[]): Question[] {
  return drafts.map((draft, index) => ({
    id: questionId(questId, index + 1),
    n: index + 1,
    ...draft,
  }))
}
