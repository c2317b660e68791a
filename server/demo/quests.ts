import { addDays, type LocalDate } from '#contract/local-date.ts'
import { loadQuest } from '#contract/quests/catalogue.ts'
import type { Quest, QuestAnswer } from '#contract/quests/model.ts'
import { questCards } from '#contract/quests/quest-cards.gen.ts'
import type { QuestType } from '#contract/quests/quest-types.gen.ts'
import { accountPoints, localPoints, scoreQuest } from '#contract/quests/scoring.ts'
import type { questResponses, questShares } from '#server/db/schema/health.ts'
import type { accessLog } from '#server/db/schema/providers.ts'
import type { DemoIds } from './chats.ts'
import type { Demo } from './load.ts'
import { demoRandom } from './random.ts'

type ResponseRow = typeof questResponses.$inferInsert

/**
 * The rows of the quests that were played, of what was shared and read of them, and what each person earned. Throws for
 * choices that the quest cannot score.
 */
export async function questRows(given: Demo['quests'], idOf: DemoIds, today: LocalDate) {
  const responses: ResponseRow[] = []
  const shares: (typeof questShares.$inferInsert)[] = []
  const reads: (typeof accessLog.$inferInsert)[] = []
  for (const each of given) {
    const takenOn = addDays(today, -each.daysAgo)
    const at = new Date(`${takenOn}T17:30:00Z`)
    const random = demoRandom(`${each.by} ${each.type} ${each.daysAgo}`)
    const quest = await questOf(each.type)
    const about = { id: random.idAt(at), userId: idOf(each.by), takenOn, createdAt: at }
    responses.push(responseRow(quest, answersAt(quest, each.choices), about))
    if (each.sharedWith === undefined) continue
    const { id, userId } = about
    const providerId = idOf(each.sharedWith)
    shares.push({ userId, responseId: id, providerId, sharedAt: at })
    const read = { subjectId: userId, actorId: providerId, what: 'result', at } as const
    reads.push({ ...read, id: random.idAt(at), questId: quest.id })
  }
  return { responses, shares, reads, points: pointsOf(responses) }
}

function responseRow(
  quest: Quest,
  answers: readonly QuestAnswer[],
  about: Pick<ResponseRow, 'id' | 'userId' | 'takenOn' | 'createdAt'>,
): ResponseRow {
  const scored = scoreQuest(quest, answers)
  if (scored.kind === 'refused') throw new Error(`The demo answers of ${quest.type} do not fit`)
  return {
    ...about,
    questId: quest.id,
    version: quest.version,
    answers,
    result: scored.result,
    playPoints: localPoints(quest, answers),
    points: accountPoints(quest),
    earnedOn: about.takenOn,
  }
}

function answersAt(quest: Quest, choices: string): QuestAnswer[] {
  return quest.questions.map(({ id, options }, index) => ({
    questionId: id,
    value: options[Number(choices[index])]?.text ?? '',
  }))
}

async function questOf(type: QuestType): Promise<Quest> {
  const quest = await loadQuest(type, questCards[type].version)
  if (!quest) throw new Error(`The catalogue has no ${type}`)
  return quest
}

function pointsOf(responses: readonly ResponseRow[]): ReadonlyMap<string, number> {
  const points = new Map<string, number>()
  for (const row of responses) points.set(row.userId, (points.get(row.userId) ?? 0) + row.points)
  return points
}
