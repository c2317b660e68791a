import * as v from 'valibot'
import { isLocalDate, localDateSchema, type LocalDate } from '#contract/local-date.ts'
import { questIdSchema } from '#contract/quests/model.ts'
import { latestDaysMax } from '#contract/trackers/api.ts'
import { defineResource } from '#src/data/resource.ts'
import { refreshPlayed } from '#src/features/quests/played.ts'
import { entriesResource } from '#src/features/trackers/entries-resource.ts'
import { noteWholeHistory, readCompanion } from '#src/offline/features/companion.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { readProfile } from '#src/session/own-profile.ts'
import type { Done } from './growth.ts'

export interface CompanionFacts {
  readonly name: string | undefined
  readonly done: Done
  /** How much of it was done on this device and is new: it goes up with what a person does here, and with nothing else. */
  readonly here: number
}

/** What the companion grows from: everything is on this device, sent or not. */
export const companionResource = defineResource({
  key: 'companion',
  read: readFacts,
  refresh: refreshHistory,
})

async function readFacts(db: UserDatabase): Promise<CompanionFacts> {
  const [{ name, breaths }, checkIns, quests, profile] = await Promise.all([
    readCompanion(db),
    readCheckIns(db),
    readQuests(db),
    readProfile(db),
  ])
  const done = { checkIns: checkIns.days, quests: quests.all, breaths, score: profile?.score ?? 0 }
  return { name, done, here: checkIns.unsent + quests.unsent + breaths.length }
}

const checkInSchema = v.object({ trackerType: v.string(), date: localDateSchema })

/** The day of every answer, read from the keys alone: there are thousands after a year. */
async function readCheckIns(db: UserDatabase): Promise<{ days: LocalDate[]; unsent: number }> {
  const [sent, waiting] = await Promise.all([
    db.trackerEntries.toCollection().primaryKeys(),
    readUnsent(db, 'trackers.record', checkInSchema),
  ])
  const all = [...sent, ...waiting.map(({ trackerType, date }) => [trackerType, date] as const)]
  const days = new Map(all.map(([type, day]) => [`${type} ${day}`, day]))
  return { days: [...days.values()].filter(isLocalDate), unsent: waiting.length }
}

const questSchema = v.object({ questId: questIdSchema, takenOn: localDateSchema })

async function readQuests(db: UserDatabase): Promise<{ all: Done['quests']; unsent: number }> {
  const [records, waiting] = await Promise.all([
    db.questRecords.toArray(),
    readUnsent(db, 'quest.respond', questSchema),
  ])
  const sent = records.filter((record) => v.is(questSchema, record))
  return { all: [...sent, ...waiting], unsent: waiting.length }
}

/** What waits to be sent, without what was refused. */
async function readUnsent<Schema extends v.GenericSchema>(
  db: UserDatabase,
  kind: string,
  schema: Schema,
): Promise<v.InferOutput<Schema>[]> {
  const ofKind = db.outbox.where('[kind+localDate]').between([kind, ''], [kind, '\uffff'])
  const rows = await ofKind.toArray()
  return rows.flatMap((row) => {
    if (row.state === 'dead') return []
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
