import { loadQuest } from '#contract/quests/catalogue.ts'
import type { Quest, QuestAnswer } from '#contract/quests/model.ts'
import { questCards } from '#contract/quests/quest-cards.gen.ts'
import type { QuestType } from '#contract/quests/quest-types.gen.ts'
import type { QuestResponse } from '#contract/quests/response.ts'
import type { Database } from '#server/db/client.ts'
import { addConnection } from './connections.ts'
import { testDay, wireOp } from './ops.ts'

/** A quest of the catalogue, as it is played now unless told. */
export async function questOf(type: QuestType, version = questCards[type].version): Promise<Quest> {
  const quest = await loadQuest(type, version)
  if (!quest) throw new Error(`There is no ${type} of version ${version}`)
  return quest
}

/** An answer to every question: the option at `place`, or the last one of a question that has fewer. */
export function answersTo(quest: Quest, place: (n: number) => number = () => 0): QuestAnswer[] {
  return quest.questions.map((question) => {
    const option = question.options[place(question.n)] ?? question.options.at(-1)
    if (!option) throw new Error(`Question ${question.id} has no options`)
    const asked = quest.distress && option.rate >= quest.distress.rateMin
    const distress = asked ? { distress: quest.distress?.options[0]?.text ?? '' } : {}
    return { questionId: question.id, value: option.text, ...distress }
  })
}

/** A response to quest 1 that every rule lets pass. */
export async function responseTo(
  type: QuestType = 'phq9',
  given: Partial<QuestResponse> = {},
): Promise<QuestResponse> {
  const quest = await questOf(type)
  return {
    questId: quest.id,
    version: quest.version,
    answers: answersTo(quest),
    takenOn: testDay,
    ...given,
  }
}

/** An operation that carries a response. */
export function questOp(payload: unknown, given: Record<string, unknown> = {}) {
  return wireOp(payload, { kind: 'quest.respond', ...given })
}

/** Two people with a connection in this state, made behind the API's back. */
export async function connect(
  database: Database,
  clientId: string,
  providerId: string,
  state: 'pending' | 'accepted' | 'ended' = 'accepted',
): Promise<void> {
  await addConnection(database, { clientId, providerId }, state)
}
