import { addDays, type LocalDate } from '#contract/local-date.ts'
import { loadQuest } from '#contract/quests/catalogue.ts'
import { cardOf } from '#contract/quests/cards.ts'
import type { Quest, QuestAnswer, QuestType } from '#contract/quests/model.ts'
import { accountPoints, localPoints } from '#contract/quests/points.ts'
import { scoreQuest } from '#contract/quests/scoring.ts'
import { demoRandom } from './demo-random.ts'
import type { DemoIds } from './demo-network.ts'
import type { accessLog } from './schema/papers.ts'
import type { questResponses, questShares } from './schema/quests.ts'

type ResponseRow = typeof questResponses.$inferInsert

/** Who played what, how many days ago, with the place of each chosen option; always 14 days apart, so that each earns. */
const played: readonly {
  who: string
  type: QuestType
  daysAgo: number
  places: string
  sharedWith?: string
}[] = [
  { who: 'lina', type: 'phq9', daysAgo: 46, places: '2221121101' },
  { who: 'lina', type: 'phq9', daysAgo: 31, places: '1221111001' },
  { who: 'lina', type: 'phq9', daysAgo: 16, places: '1121010001', sharedWith: 'sofia' },
  { who: 'lina', type: 'phq9', daysAgo: 2, places: '0111010000' },
  { who: 'lina', type: 'psqi', daysAgo: 40, places: '5232311010221' },
  { who: 'lina', type: 'psqi', daysAgo: 12, places: '4131211010111', sharedWith: 'sofia' },
  { who: 'lina', type: 'igds9', daysAgo: 21, places: '211101210' },
  { who: 'lina', type: 'sad', daysAgo: 9, places: '2232211210' },
  { who: 'omar', type: 'asrsv11', daysAgo: 33, places: '132213' },
  { who: 'omar', type: 'hama', daysAgo: 5, places: '21110011001010' },
]

/** How the invented young people played, what it earned each of them, and what of it was shared and looked at. */
export async function demoQuests(idOf: DemoIds, today: LocalDate) {
  const responses: ResponseRow[] = []
  const shares: (typeof questShares.$inferInsert)[] = []
  const looks: (typeof accessLog.$inferInsert)[] = []
  for (const each of played) {
    const takenOn = addDays(today, -each.daysAgo)
    const at = new Date(`${takenOn}T17:30:00Z`)
    const random = demoRandom(`${each.who} ${each.type} ${each.daysAgo}`)
    const quest = await questOf(each.type)
    const about = { id: random.idAt(at), userId: idOf(each.who), takenOn, createdAt: at }
    responses.push(responseRow(quest, answersAt(quest, each.places), about))
    if (each.sharedWith === undefined) continue
    const { id, userId } = about
    const providerId = idOf(each.sharedWith)
    shares.push({ userId, responseId: id, providerId, sharedAt: at })
    const look = { subjectId: userId, actorId: providerId, what: 'result', at } as const
    looks.push({ ...look, id: random.idAt(at), questId: quest.id })
  }
  return { responses, shares, looks, points: pointsOf(responses) }
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

function answersAt(quest: Quest, places: string): QuestAnswer[] {
  return quest.questions.map(({ id, options }, index) => ({
    questionId: id,
    value: options[Number(places[index])]?.text ?? '',
  }))
}

async function questOf(type: QuestType): Promise<Quest> {
  const quest = await loadQuest(type, cardOf(type).version)
  if (!quest) throw new Error(`The catalogue has no ${type}`)
  return quest
}

function pointsOf(responses: readonly ResponseRow[]): ReadonlyMap<string, number> {
  const points = new Map<string, number>()
  for (const row of responses) points.set(row.userId, (points.get(row.userId) ?? 0) + row.points)
  return points
}
