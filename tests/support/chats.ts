import { eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '#server/db/client.ts'
import { chats, messages, connections } from '#server/db/schema/connections.ts'
import { addConnection, addProvider } from './connections.ts'
import { addPerson, type SignedIn } from './people.ts'
import { testNoonMs } from './server.ts'

export interface Pair {
  readonly client: SignedIn
  readonly provider: SignedIn
  readonly chatId: string
}

/** A young person and a verified provider who are connected, with their chat; whoever is given takes their side. */
export async function addPair(
  database: Database,
  given: { client?: SignedIn; provider?: SignedIn } = {},
): Promise<Pair> {
  const client = given.client ?? (await addPerson(database))
  const provider = given.provider ?? (await addProvider(database))
  const at = new Date(testNoonMs)
  const pair = { clientId: client.id, providerId: provider.id }
  await addConnection(database, pair)
  const chatId = uuidv7()
  await database.orm.insert(chats).values({ id: chatId, ...pair, activeAt: at, createdAt: at })
  return { client, provider, chatId }
}

/** Messages straight in the chat, past its pace; gives their ids. */
export async function addMessages(
  database: Database,
  chatId: string,
  senderId: string,
  contents: readonly string[],
): Promise<string[]> {
  const count = contents.length
  const [chat] = await database.orm
    .update(chats)
    .set({ lastRev: sql`${chats.lastRev} + ${count}` })
    .where(eq(chats.id, chatId))
    .returning({ lastRev: chats.lastRev })
  const first = (chat?.lastRev ?? 0) - count + 1
  const rows = contents.map((content, index) => ({
    id: uuidv7(),
    chatId,
    seq: first + index,
    rev: first + index,
    senderId,
    content,
    createdAt: new Date(testNoonMs),
  }))
  await database.orm.insert(messages).values(rows)
  return rows.map(({ id }) => id)
}

export async function endConnectionOf(
  database: Database,
  { client, provider }: Pair,
): Promise<void> {
  await database.orm
    .update(connections)
    .set({ state: 'ended', endedAt: new Date(testNoonMs), endedBy: client.id })
    .where(
      sql`${connections.clientId} = ${client.id} and ${connections.providerId} = ${provider.id}`,
    )
}
