import { eq } from 'drizzle-orm'
import { addDays, type LocalDate, hourMs } from '#contract/local-date.ts'
import { trackerCatalog, trackerTypes, type TrackerType } from '#contract/trackers/catalog.ts'
import { trackerScore } from '#contract/trackers/model.ts'
import type { Database } from '#server/db/client.ts'
import type { Orm, Transaction } from '#server/db/orm.ts'
import { accountsLock } from '#server/db/people.sql.ts'
import { providerListing } from '#server/db/provider-listing.ts'
import { users } from '#server/db/schema/account.ts'
import { connections } from '#server/db/schema/connections.ts'
import { questResponses, questShares, trackerEntries } from '#server/db/schema/health.ts'
import { notices } from '#server/db/schema/notices.ts'
import { accessLog, providers } from '#server/db/schema/providers.ts'
import { insertDemoChats, stageChatFiles, connectionRows, type DemoIds } from './chats.ts'
import type { DemoFiles } from './files.ts'
import { insertDemoLibrary, stageDemoLibrary } from './library.ts'
import {
  demoPassword,
  demoName,
  loadDemo,
  loadDemoPeople,
  type Demo,
  type DemoPerson,
} from './load.ts'
import { insertDemoPlans } from './plans.ts'
import { questRows } from './quests.ts'
import { demoRandom, type DemoRandom } from './random.ts'

/**
 * Fills an empty database with the demo people of `demo/`, so that a first look shows something; a database with any
 * account is left as it is. The same `today` gives the same rows everywhere, but for the names of files. Throws a
 * `DemoFileError` before anything is written when a file of the demo does not fit.
 */
export async function seedDemo(
  database: Database,
  options: {
    today: LocalDate
    hashPassword: (password: string) => Promise<string>
    files: DemoFiles
  },
): Promise<'seeded' | 'not_empty'> {
  if (await hasUsers(database.orm)) return 'not_empty'
  const demo = loadDemo()
  // One hash for all: each costs a core for a moment, and everybody has the same password.
  const passwordHash = await options.hashPassword(demoPassword)

  const { today, files } = options
  const { everybody } = demo.people
  const ids = demoIds(today, everybody)
  const library = await stageDemoLibrary(demo, files, { ids, names: namesOf(everybody), today })
  const chatFiles = await stageChatFiles(demo, files)
  const keys = [...library.keys, ...[...chatFiles.values()].map(({ key }) => key)]
  const quests = await questRows(demo.quests, ids, today)
  const outcome = await database.orm
    .transaction(async (tx) => {
      // Processes that start together, or a person who registers meanwhile, wait here or are seen below.
      await accountsLock.run(tx)
      if (await hasUsers(tx)) return 'not_empty'
      await insertPeople(tx, everybody, { today, passwordHash })
      await insertConnections(tx, demo.connections, { ids, today })
      await insertDemoPlans(tx, demo, { ids, today })
      await insertQuests(tx, quests)
      await insertDemoLibrary(tx, demo, { items: library.items, ids, today })
      await insertDemoChats(tx, demo, { ids, today, files: chatFiles })
      await files.blobs.keep(tx, keys)
      return 'seeded' as const
    })
    .catch(async (error: unknown) => {
      await files.blobs.discard(keys)
      throw error
    })
  if (outcome === 'not_empty') await files.blobs.discard(keys)
  return outcome
}

/** Gives the id of a demo person by the part of the e-mail before the `@`; throws for an unknown name. */
export function demoIds(today: LocalDate, everybody = loadDemoPeople().everybody): DemoIds {
  const ids = new Map(
    everybody.map((person, index) => [demoName(person), personRows(person, index, today).user.id]),
  )
  return (name) => known(ids.get(name), name)
}

async function hasUsers(orm: Pick<Orm, 'select'>): Promise<boolean> {
  const found = await orm.select({ id: users.id }).from(users).limit(1)
  return found.length > 0
}

async function insertPeople(
  tx: Transaction,
  everybody: readonly DemoPerson[],
  { today, passwordHash }: { today: LocalDate; passwordHash: string },
): Promise<void> {
  const made = everybody.map((person, index) => personRows(person, index, today))
  await tx.insert(users).values(made.map(({ user }) => ({ ...user, passwordHash })))
  await tx.insert(providers).values(made.flatMap(({ listing }) => listing))
  await tx.insert(trackerEntries).values(made.flatMap(({ entries }) => entries))
}

async function insertConnections(
  tx: Transaction,
  given: Demo['connections'],
  { ids, today }: { ids: DemoIds; today: LocalDate },
): Promise<void> {
  const rows = connectionRows(given, ids, joinedAt(today))
  await tx.insert(connections).values(rows.connections)
  await tx.insert(notices).values(rows.notices)
}

async function insertQuests(
  tx: Transaction,
  { responses, shares, reads, points }: Awaited<ReturnType<typeof questRows>>,
): Promise<void> {
  await tx.insert(questResponses).values(responses)
  await tx.insert(questShares).values(shares)
  await tx.insert(accessLog).values(reads)
  for (const [id, score] of points) await tx.update(users).set({ score }).where(eq(users.id, id))
}

function namesOf(everybody: readonly DemoPerson[]) {
  const byName = new Map(everybody.map((person) => [demoName(person), person]))
  return (name: string) => known(byName.get(name), name)
}

function known<T>(found: T | undefined, name: string): T {
  if (found === undefined) throw new Error(`Nobody invented is called ${name}`)
  return found
}

function joinedAt(today: LocalDate): Date {
  return new Date(`${addDays(today, -historyDays)}T06:00:00Z`)
}

/** A person's rows. Each account is an hour younger than the one before, so that their order is the same everywhere. */
function personRows(person: DemoPerson, index: number, today: LocalDate) {
  const { languages, seesMinors, specialization = null, ...facts } = person
  const random = demoRandom(person.email)
  const createdAt = new Date(joinedAt(today).getTime() + index * hourMs)
  const id = random.idAt(createdAt)
  const isProvider = person.userType === 'ServiceProvider'
  const listedAt = isProvider ? createdAt : null
  const user = {
    ...facts,
    specialization,
    id,
    emailConfirmedAt: createdAt,
    approvedAt: listedAt,
    verifiedAt: listedAt,
    createdAt,
  }
  const practice = { languages, seesMinors, minorsClearedAt: createdAt, reviewedAt: createdAt }
  return {
    user,
    listing: isProvider ? [{ ...providerListing(user), ...practice }] : [],
    entries: person.userType === 'Adolescent' ? trackerRows(id, today, random) : [],
  }
}

type TrackerRow = typeof trackerEntries.$inferInsert

/** How many days end with yesterday. */
const historyDays = 60

/** The share of days on which nobody answered. */
const gapShare = 0.12
/** The share of answers given in the pop-up, where it asks in other words. */
const promptShare = 0.3

/** The usual score (4 is best), what a Friday to Sunday adds to it, and the UTC hour of a usual answer. */
const habits: Record<TrackerType, { usual: number; weekend: number; hour: number }> = {
  Mood: { usual: 3.1, weekend: 0.4, hour: 16 },
  Fitness: { usual: 2.6, weekend: 0.4, hour: 20 },
  Sleep: { usual: 2.8, weekend: -0.4, hour: 7 },
  Diet: { usual: 3, weekend: 0.4, hour: 18 },
}

/**
 * The rows of two months of answers up to yesterday, with better and worse weeks, livelier weekends and forgotten days.
 * `today` has none, so that the demo person can answer.
 */
function trackerRows(userId: string, today: LocalDate, random: DemoRandom): TrackerRow[] {
  return trackerTypes.flatMap((type) => {
    let drift = 0
    const days = Array.from({ length: historyDays }, (_, i) => addDays(today, i - historyDays))
    return days.flatMap((day) => {
      drift = drift * 0.8 + (random.next() - 0.5) * 1.6
      const row = answerOn({ userId, type, day, drift }, random)
      return random.next() < gapShare ? [] : [row]
    })
  })
}

function answerOn(
  about: { userId: string; type: TrackerType; day: LocalDate; drift: number },
  random: DemoRandom,
): TrackerRow {
  const { userId, type, day, drift } = about
  const wished = Math.round(habits[type].usual + weekendLift(type, day) + drift)
  const index = 4 - Math.min(4, Math.max(1, wished))
  const { answers, promptAnswers } = trackerCatalog[type]
  const words = promptAnswers && random.next() < promptShare ? promptAnswers : answers
  const answer = words[index] ?? words[0]
  const minute = Math.floor(random.next() * 60)
  const createdAt = new Date(
    Date.parse(`${day}T00:00:00Z`) + (habits[type].hour * 60 + minute) * 60_000,
  )
  return {
    opId: random.idAt(createdAt),
    userId,
    trackerType: type,
    answer,
    score: trackerScore(type, answer) ?? 1,
    day,
    createdAt,
  }
}

/** Fridays to Sundays are brighter, and shorter in bed. */
function weekendLift(type: TrackerType, day: LocalDate): number {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  if (weekday !== 0 && weekday !== 5 && weekday !== 6) return 0
  return habits[type].weekend
}
