import type { Survey, SurveyCard } from '#contract/quests/api.ts'
import type { Quest, QuestCard, QuestOption } from '#contract/quests/model.ts'
import {
  type QuestRecord,
  type ScoreDetails,
  resultTexts,
  snapshotText,
} from '#contract/quests/response.ts'
import type { NotedRead } from '#server/features/sharing/index.ts'
import type { StoredResponse } from './quests.sql.ts'

/** The quests are ours, and so is their author. */
const creator = { firstname: 'Zync', lastname: 'Team', userT: 'ServiceProvider' } as const

/** A quest as a list tells of it. */
export function presentCard(card: QuestCard, open: boolean): SurveyCard {
  return {
    _id: card.id,
    title: card.title,
    title2: card.title2,
    description: card.description,
    createdAt: card.createdAt,
    creator,
    type: card.type,
    category: card.category,
    version: card.version,
    questionCount: card.count,
    open,
  }
}

/** A quest with its questions, or without any while it is switched off. How answers are scored never leaves. */
export function presentSurvey(quest: Quest, open: boolean): Survey {
  return {
    ...presentCard(quest, open),
    timeFrame: quest.timeFrame,
    notice: quest.notice,
    contentNote: quest.contentNote ?? null,
    questions: open ? quest.questions.map(presentQuestion) : [],
    distress:
      open && quest.distress
        ? {
            text: quest.distress.text,
            rateMin: quest.distress.rateMin,
            options: quest.distress.options.map(presentOption),
            scaleLabels: presentLabels(quest.distress.scaleLabels),
          }
        : null,
  }
}

/** A stored response as its own person gets it. */
export function presentRecord(row: StoredResponse, sharedWith: readonly string[]): QuestRecord {
  return {
    id: row.id,
    questId: row.questId,
    version: row.version,
    takenOn: row.takenOn,
    result: row.result,
    playPoints: row.playPoints,
    points: row.points,
    sharedWith: [...sharedWith],
  }
}

/** A result in words and numbers. The points stay out: those of one quest would tell what was answered. */
export function presentDetails(
  row: StoredResponse,
  userId: string,
  quest: Quest,
  _noted: NotedRead,
): ScoreDetails {
  const { label, text } = resultTexts(quest, row.result)
  const shown = quest.showsScores ? quest.scores : []
  return {
    id: row.id,
    userId,
    questId: row.questId,
    title: quest.title,
    takenOn: row.takenOn,
    band: { label, text },
    scores: shown.map(({ id, label, min, max }) => ({
      label,
      value: row.result.scores[id] ?? min,
      min,
      max,
    })),
    destination: row.result.destination,
    notice: snapshotText,
  }
}

function presentQuestion(question: Quest['questions'][number]): Survey['questions'][number] {
  return {
    id: question.id,
    text: question.text,
    type: question.type,
    options: question.options.map(presentOption),
    scaleLabels: presentLabels(question.scaleLabels),
    hint: question.hint ?? null,
    contentNote: question.contentNote ?? null,
  }
}

function presentOption({ text, rate }: QuestOption) {
  return { text, rate }
}

function presentLabels(labels: readonly { readonly label: string }[]) {
  return labels.map(({ label }) => ({ label }))
}
