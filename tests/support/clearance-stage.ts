import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { LocalDate } from '#contract/local-date.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/account.ts'
import { call } from './call.ts'
import { addMessages, addPair, type Pair } from './chats.ts'
import { addConnection, addProvider } from './connections.ts'
import { addArticle } from './library.ts'
import { addPaid, addPlan, hourFrom } from './money.ts'
import { addPerson, type SignedIn } from './people.ts'
import { answersTo, questOf } from './quests.ts'
import { filePart, tinyPdf } from './registration.ts'
import { testNoonMs, type TestServer } from './server.ts'
import { addImage } from './stored-files.ts'

/** A client and a provider between whom there is everything that there can be. */
export interface Known extends Pair {
  readonly image: string
  /** The message of the client that carries a file. */
  readonly fileMessageId: string
  readonly resultId: string
  readonly soonId: string
  readonly laterId: string
  /** Somebody else who has asked the provider, and waits. */
  readonly asker: SignedIn
  readonly requestId: string
  /** What of the client and the asker is nobody's but theirs and the provider's. */
  readonly secrets: readonly string[]
}

/** An hour from the tests' noon, on a Monday afternoon in Egypt: too late for a client to cancel. */
export const soon = new Date(testNoonMs + 3_600_000).toISOString()
export const later = '2026-06-18T06:00:00.000Z'
/** Longer than digits that a random id holds by chance. */
const score = 987_654_321

/** Makes it, with the calls that people make of it. */
export async function becomeKnown(
  server: TestServer,
  database: Database,
  given: { provider?: SignedIn; birthDate?: LocalDate } = {},
): Promise<Known> {
  const { origin } = server
  const mark = uuidv7().slice(-8)
  const about = {
    firstname: `Zahra${mark}`,
    lastname: `Haddad${mark}`,
    bio: `Likes ${mark}`,
    shareScore: true,
    ...(given.birthDate && { birthDate: given.birthDate }),
  }
  const client = await addPerson(database, about)
  const provider = given.provider ?? (await addProvider(database, {}, { reviewedAt: new Date(0) }))
  const pair = await addPair(database, { client, provider })
  const { chatId } = pair
  const asker = await addPerson(database, { firstname: `Asks${mark}`, lastname: `Shyly${mark}` })
  const requestId = await addConnection(
    database,
    { clientId: asker.id, providerId: provider.id },
    'pending',
  )
  const image = await addImage(server, database, client.id)
  await addMessages(database, chatId, provider.id, ['How are you today?'])
  const fileMessageId = uuidv7()
  const body = { id: fileMessageId, content: `Secret ${mark}`, fileName: 'diary.pdf' }
  const files = { file: filePart(tinyPdf) }
  await call(origin, 'postMessage', { params: { chatId }, body, files }, client)
  const { resultId } = await shareOne(origin, client, provider)
  await database.orm.update(users).set({ score }).where(eq(users.id, client.id))
  await addPlan(database, provider.id)
  await addPaid(database, { userId: client.id, providerId: provider.id }, { sessions: 3 })
  const book = async (start: string) => {
    const slot = { serviceProviderId: provider.id, ...hourFrom(start) }
    return (await call(origin, 'book', { body: slot }, client)).reply._id
  }
  const [soonId, laterId] = [await book(soon), await book(later)]
  await server.jobs.runDue()
  const pack = { title: 'To read', articleIds: [await addArticle(database, provider.id)] }
  await call(origin, 'sendPack', { body: { ...pack, receiverIds: [client.id] } }, provider)
  const { username, email } = client.user
  const secrets = [
    [about.firstname, about.lastname, about.bio, username, email],
    [client.id, image, `Secret ${mark}`, String(score)],
    [asker.id, asker.user.firstname, asker.user.lastname],
  ].flat()
  return {
    ...pair,
    image,
    fileMessageId,
    resultId,
    soonId,
    laterId,
    asker,
    requestId,
    secrets,
  }
}

/** A result of the client's, shown to the provider. */
export async function shareOne(
  origin: string,
  client: SignedIn,
  provider: SignedIn,
): Promise<{ resultId: string; status: number }> {
  const answers = answersTo(await questOf('phq9'))
  const sent = await call(
    origin,
    'submitSurvey',
    { params: { id: '1' }, body: { answers } },
    client,
  )
  const params = { id: sent.reply.id, providerId: provider.id }
  const { status } = await call(origin, 'shareResult', { params }, client)
  return { resultId: sent.reply.id, status }
}

/** Where a person stands with the sessions they bought from a provider. */
export async function creditsOf(
  database: Database,
  userId: string,
  providerId: string,
): Promise<number> {
  const { rows } = await database.pool.query<{ left: number }>(
    `select coalesce(sum(credits_left), 0)::int as left from payments
      where user_id = $1 and provider_id = $2`,
    [userId, providerId],
  )
  return rows[0]?.left ?? 0
}
