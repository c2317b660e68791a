import { loadQuest } from '#contract/quests/catalogue.ts'
import type { Quest, QuestAnswer } from '#contract/quests/model.ts'
import { questCards } from '#contract/quests/quest-cards.gen.ts'
import { questTypes } from '#contract/quests/quest-types.gen.ts'
import { risksSoFar, scoreQuest } from '#contract/quests/scoring.ts'
import { median, takeTurns } from './rounds.ts'
import { plainRow, type Row } from './table.ts'

const rounds = 15
const repeats = 20

/** What the engine takes on this machine: all 23 quests scored, and the look for a risk after one answer. */
export async function benchQuests(): Promise<Row[]> {
  const played = (
    await Promise.all(questTypes.map((type) => loadQuest(type, questCards[type].version)))
  )
    .filter((quest) => quest !== undefined)
    .map((quest) => ({ quest, answers: lastOptions(quest) }))
  const { scored, watched } = await takeTurns(rounds, {
    scored: async () => repeated(() => played.forEach((one) => scoreOrFail(one))),
    watched: async () =>
      repeated(() => played.forEach(({ quest, answers }) => risksSoFar(quest, answers))),
  })
  return [
    milliseconds('quests: all 23 scored', median(scored), 10),
    milliseconds('quests: all 23 looked through for risks', median(watched), 10),
  ]
}

function lastOptions({ questions, distress }: Quest): QuestAnswer[] {
  return questions.map(({ id, options }) => {
    const value = options.at(-1)?.text ?? ''
    const level = distress?.options.at(-1)?.text
    return level === undefined
      ? { questionId: id, value }
      : { questionId: id, value, distress: level }
  })
}

function scoreOrFail({ quest, answers }: { quest: Quest; answers: QuestAnswer[] }): void {
  const scored = scoreQuest(quest, answers)
  if (scored.kind === 'refused') throw new Error(`${quest.type}: ${scored.problem.code}`)
}

/** Milliseconds for one time, over many. */
function repeated(work: () => void): number {
  const startedMs = performance.now()
  for (let time = 0; time < repeats; time += 1) work()
  return (performance.now() - startedMs) / repeats
}

function milliseconds(name: string, ms: number, atMost: number): Row {
  return plainRow(name, `${ms.toFixed(2)} ms`, { value: ms, goal: { atMost } })
}
