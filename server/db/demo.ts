import { eq, sql } from 'drizzle-orm'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import type { Database } from './client.ts'
import { insertDemoChats, prepareDemoChats } from './demo-chats.ts'
import { demoHistory, historyDays } from './demo-history.ts'
import { insertDemoLibrary, prepareDemoLibrary } from './demo-library/demo-library.ts'
import type { DemoFiles } from './demo-library/stage-files.ts'
import { insertDemoMoney } from './demo-money.ts'
import { demoNetwork, type DemoIds } from './demo-network.ts'
import { demoMembers, demoPassword, type DemoPerson } from './demo-people.ts'
import { demoProviders, type DemoPractice } from './demo-providers.ts'
import { demoQuests } from './demo-quests.ts'
import { demoRandom } from './demo-random.ts'
import type { Orm, Transaction } from './orm.ts'
import { providerListing } from './provider-listing.ts'
import { users } from './schema/account.ts'
import { connections } from './schema/connections.ts'
import { notices } from './schema/notices.ts'
import { accessLog } from './schema/papers.ts'
import { providers } from './schema/providers.ts'
import { questResponses, questShares } from './schema/quests.ts'
import { trackerEntries } from './schema/trackers.ts'

const hourMs = 3_600_000

/**
 * Fills an empty database with invented people, so that a first look shows something; a database that knows
 * anybody is left as it is. The same `today` gives the same rows everywhere, but for
 * the names of files.
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
  // One hash for all: each costs a core for a moment, and everybody has the same password.
  const passwordHash = await options.hashPassword(demoPassword)

  const { today, files } = options
  const people = { ids: demoIds(today), names: demoNames, today }
  const library = await prepareDemoLibrary(files, people)
  const chatFile = await prepareDemoChats(files)
  const keys = [...library.keys, chatFile.key]
  const quests = await demoQuests(people.ids, today)
  const outcome = await database.orm
    .transaction(async (tx) => {
      // Processes that start together, or a person who registers meanwhile, wait here or are seen below.
      await tx.execute(sql`lock table ${users} in exclusive mode`)
      if (await hasUsers(tx)) return 'not_empty'
      const made = demoPeople.map((person, index) => demoRows(person, index, today))
      await tx.insert(users).values(made.map(({ user }) => ({ ...user, passwordHash })))
      await tx.insert(providers).values(made.flatMap(({ listing }) => listing))
      await tx.insert(trackerEntries).values(made.flatMap(({ entries }) => entries))
      const network = demoNetwork(people.ids, joinedAt(today))
      await tx.insert(connections).values(network.connections)
      await tx.insert(notices).values(network.notices)
      await insertDemoMoney(tx, people)
      await insertDemoQuests(tx, quests)
      await insertDemoLibrary(tx, library, people)
      await insertDemoChats(tx, chatFile, people)
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

async function insertDemoQuests(
  tx: Transaction,
  { responses, shares, looks, points }: Awaited<ReturnType<typeof demoQuests>>,
): Promise<void> {
  await tx.insert(questResponses).values(responses)
  await tx.insert(questShares).values(shares)
  await tx.insert(accessLog).values(looks)
  for (const [id, score] of points) await tx.update(users).set({ score }).where(eq(users.id, id))
}

/** Everybody who is invented. */
export const demoPeople: readonly DemoPerson[] = [...demoMembers, ...demoProviders]

/** The id of an invented person, by the part of their e-mail before the `@`. */
export function demoIds(today: LocalDate): DemoIds {
  const rows = demoPeople.map((person, index) => demoRows(person, index, today).user)
  const ids = new Map(rows.map(({ id, email }) => [email.slice(0, email.indexOf('@')), id]))
  return (name) => {
    const id = ids.get(name)
    if (id === undefined) throw new Error(`Nobody invented is called ${name}`)
    return id
  }
}

function demoNames(name: string): { firstname: string; lastname: string } {
  const person = demoPeople.find(({ email }) => email.startsWith(`${name}@`))
  if (!person) throw new Error(`Nobody invented is called ${name}`)
  return person
}

async function hasUsers(orm: Pick<Orm, 'select'>): Promise<boolean> {
  const found = await orm.select({ id: users.id }).from(users).limit(1)
  return found.length > 0
}

function joinedAt(today: LocalDate): Date {
  return new Date(`${addDays(today, -historyDays)}T06:00:00Z`)
}

/** A person's rows; those invented later came a little later, so that the newest ones are not always the same. */
function demoRows(person: DemoPerson, index: number, today: LocalDate) {
  const random = demoRandom(person.email)
  const createdAt = new Date(joinedAt(today).getTime() + index * hourMs)
  const id = random.idAt(createdAt)
  const isProvider = person.userType === 'ServiceProvider'
  const listedAt = isProvider ? createdAt : null
  const user = {
    ...person,
    id,
    emailConfirmedAt: createdAt,
    approvedAt: listedAt,
    verifiedAt: listedAt,
    createdAt,
  }
  return {
    user,
    listing: isProvider ? [{ ...providerListing(user), ...practiceOf(person, createdAt) }] : [],
    entries: person.userType === 'Adolescent' ? demoHistory(id, today, random) : [],
  }
}

/** What a provider says of their work, reviewed when they came. */
function practiceOf(person: DemoPerson, at: Date) {
  const { languages, seesMinors } = practices.get(person.email) ?? unsaid
  return { languages: [...languages], seesMinors, minorsClearedAt: at, reviewedAt: at }
}

const unsaid: DemoPractice = { languages: ['English'], seesMinors: true }
const practices = new Map<string, DemoPractice>([
  ...demoProviders.map((provider) => [provider.email, provider] as const),
  ['sofia@zync.example', { languages: ['Portuguese', 'English', 'French'], seesMinors: true }],
  ['priya@zync.example', { languages: ['Malayalam', 'Hindi', 'English'], seesMinors: true }],
])
