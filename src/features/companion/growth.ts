import { addDays, type LocalDate } from '#contract/local-date.ts'
import { accountPoints, pointsPerAnswer } from '#contract/quests/points.ts'
import { questCard } from '#contract/quests/shelf.ts'

/** What a young person did, as this device knows it; what they answered is no part of it. */
export interface Done {
  /** The day of each tracker answer. */
  readonly checkIns: readonly LocalDate[]
  readonly quests: readonly { readonly questId: number; readonly takenOn: LocalDate }[]
  /** The day of each breath exercise. */
  readonly breaths: readonly LocalDate[]
  /** The account's points as the server last said them: they count the quests of other devices too. */
  readonly score: number
}

/** How the companion looks, smallest first, each from so many points on. */
export const stages = [
  { name: 'seed', from: 0 },
  { name: 'sprout', from: 10 },
  { name: 'seedling', from: 60 },
  { name: 'leafy', from: 180 },
  { name: 'bud', from: 400 },
  { name: 'flower', from: 800 },
  { name: 'crown', from: 1_500 },
  { name: 'garden', from: 3_000 },
] as const
export type Stage = (typeof stages)[number]['name']

export interface Growth {
  readonly points: number
  readonly stage: Stage
  /** The next look and how far it is, from 0 to 1; undefined for the last one. */
  readonly next: { readonly stage: Stage; readonly share: number } | undefined
  /** `resting` after a day without anything: it waits as it is. */
  readonly mood: 'glad' | 'calm' | 'resting'
  /** How many days of this week, from Monday on, have a check-in: at most those that fill the week. */
  readonly weekDays: number
}

/** So many days with a check-in fill a week, whichever they are. */
export const weekDaysFull = 5

/**
 * How far the companion has grown: every answer counts the same, whatever it says, and so does every breath exercise.
 * Nothing takes away from it: a day off changes its mood alone.
 */
export function growthOf(done: Done, today: LocalDate): Growth {
  const quests = done.quests.reduce((sum, { questId }) => sum + questPoints(questId), 0)
  const others = (done.checkIns.length + done.breaths.length) * pointsPerAnswer
  const points = Math.max(quests, done.score) + others
  const days = [...done.checkIns, ...done.breaths, ...done.quests.map(({ takenOn }) => takenOn)]
  return {
    points,
    ...stageAt(points),
    mood: moodOf(days, today),
    weekDays: weekDaysOf(done.checkIns, today),
  }
}

/** The same for every answer, as for the account. */
function questPoints(questId: number): number {
  const card = questCard(questId)
  return card ? accountPoints(card) : 0
}

function stageAt(points: number): Pick<Growth, 'stage' | 'next'> {
  const at = stages.findLastIndex(({ from }) => points >= from)
  const { name, from } = stages[at] ?? stages[0]
  const next = stages[at + 1]
  return {
    stage: name,
    next: next && { stage: next.name, share: (points - from) / (next.from - from) },
  }
}

function moodOf(days: readonly LocalDate[], today: LocalDate): Growth['mood'] {
  if (days.includes(today)) return 'glad'
  return days.length === 0 || days.includes(addDays(today, -1)) ? 'calm' : 'resting'
}

function weekDaysOf(checkIns: readonly LocalDate[], today: LocalDate): number {
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const monday = addDays(today, -sinceMonday)
  const days = new Set(checkIns.filter((day) => day >= monday && day <= today))
  return Math.min(days.size, weekDaysFull)
}
