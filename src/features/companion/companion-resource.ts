import * as v from 'valibot'
import { isLocalDate, localDateSchema, type LocalDate, addDays } from '#contract/local-date.ts'
import { questIdSchema } from '#contract/quests/model.ts'
import { accountPoints, pointsPerAnswer } from '#contract/quests/scoring.ts'
import { questCard } from '#contract/quests/shelf.ts'
import { latestDaysMax } from '#contract/trackers/api.ts'
import { defineResource } from '#src/data/resource.ts'
import { refreshPlayed } from '#src/features/quests/played.ts'
import { entriesResource } from '#src/features/trackers/entries-resource.ts'
import { noteWholeHistory, readCompanion } from '#src/offline/features/companion.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { readProfile } from '#src/session/own-profile.ts'

export interface CompanionFacts {
  readonly name: string | undefined
  readonly done: Done
  /** How much of it was done on this device and is new: it goes up with what a person does here, and with nothing else. */
  readonly here: number
}

const checkInSchema = v.object({ trackerType: v.string(), date: localDateSchema })
const questSchema = v.object({ questId: questIdSchema, takenOn: localDateSchema })

/** What the companion grows from: everything is on this device, sent or not. */
export const companionResource = defineResource({
  key: 'companion',
  read: readFacts,
  refresh: refreshHistory,
})

async function readFacts(db: UserDatabase): Promise<CompanionFacts> {
  const tables = [db.meta, db.trackerEntries, db.questRecords, db.outbox]
  const [{ name, breaths }, checkIns, quests, profile] = await db.transaction('r', tables, () =>
    Promise.all([readCompanion(db), readCheckIns(db), readQuests(db), readProfile(db)]),
  )
  const done = { checkIns: checkIns.days, quests: quests.all, breaths, score: profile?.score ?? 0 }
  return { name, done, here: checkIns.unsent + quests.unsent + breaths.length }
}

/**
 * The day of every answer, read from the keys alone: there are thousands after a year. What was brought from another app
 * is nothing that was done here.
 */
async function readCheckIns(db: UserDatabase): Promise<{ days: LocalDate[]; unsent: number }> {
  const [stored, imported, waiting] = await Promise.all([
    db.trackerEntries.toCollection().primaryKeys(),
    db.trackerEntries.where('importId').above('').primaryKeys(),
    readUnsent(db, 'trackers.record', checkInSchema),
  ])
  const brought = new Set(imported.map(String))
  const sent = stored.filter((key) => !brought.has(String(key)))
  const all = [...sent, ...waiting.map(({ trackerType, date }) => [trackerType, date] as const)]
  const days = new Map(all.map(([type, day]) => [`${type} ${day}`, day]))
  return { days: [...days.values()].filter(isLocalDate), unsent: waiting.length }
}

async function readQuests(db: UserDatabase): Promise<{ all: Done['quests']; unsent: number }> {
  const records = await db.questRecords.toArray()
  const known = new Set(records.map(({ id }) => id))
  const waiting = await readUnsent(db, 'quest.respond', questSchema, known)
  const sent = records.filter((record) => v.is(questSchema, record))
  return { all: [...sent, ...waiting], unsent: waiting.length }
}

/** What waits to be sent, without what was refused and what is `known` to have arrived. */
async function readUnsent<Schema extends v.GenericSchema>(
  db: UserDatabase,
  kind: string,
  schema: Schema,
  known: ReadonlySet<string> = new Set(),
): Promise<v.InferOutput<Schema>[]> {
  const ofKind = db.outbox.where('[kind+localDate]').between([kind, ''], [kind, '\uffff'])
  const rows = await ofKind.toArray()
  return rows.flatMap((row) => {
    if (row.state === 'dead' || known.has(row.opId)) return []
    const parsed = v.safeParse(schema, row.payload)
    return parsed.success ? [parsed.output] : []
  })
}

/** Fetches once what this device never saw of the time before it. Rejects as the calls do. */
async function refreshHistory(db: UserDatabase, token: string): Promise<void> {
  const { wholeHistory } = await readCompanion(db)
  if (wholeHistory) return
  await Promise.all([entriesResource.refresh(db, token, latestDaysMax), refreshPlayed(db, token)])
  await noteWholeHistory(db)
}

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
