import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/client.ts'
import { call } from '#tests/support/call.ts'
import { addPair, type Pair } from '#tests/support/chats.ts'
import { addProvider } from '#tests/support/connections.ts'
import {
  createDatabaseHome,
  databasesUnderTest,
  openHome,
  type DatabaseHome,
} from '#tests/support/database.ts'
import { openLiveStream } from '#tests/support/live-stream.ts'
import { addPerson, addSession, type SignedIn } from '#tests/support/people.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'

describe.runIf(databasesUnderTest().includes('postgres'))(
  'two server processes on one PostgreSQL',
  () => {
    let home: DatabaseHome
    let database: Database
    let first: ServerProcess
    let second: ServerProcess
    let pair: Pair

    beforeAll(async () => {
      home = await createDatabaseHome('postgres')
      database = await openHome(home)
      ;[first, second] = await Promise.all([startServerProcess(home), startServerProcess(home)])
      const session = { fromMs: Date.now() }
      const client = await addPerson(database, {}, session)
      const provider = await addProvider(database)
      const expiresAt = new Date(Date.now() + 3_600_000)
      const token = await addSession(database, provider.id, { lastUsedAt: new Date(), expiresAt })
      pair = await addPair(database, { client, provider: { ...provider, token } })
    })
    afterAll(async () => {
      await Promise.all([first.end('SIGTERM'), second.end('SIGTERM')])
      await database.close()
      await home.remove()
    })

    const post = (origin: string, who: SignedIn, content: string) =>
      call(
        origin,
        'postMessage',
        { params: { chatId: pair.chatId }, body: { content }, files: {} },
        who,
      )

    test('carry a message that one takes to whoever listens at the other', async () => {
      const stream = await openLiveStream(second.origin, pair.provider.token)
      expect(await stream.next()).toMatchObject({ type: 'resync' })
      await post(first.origin, pair.client, 'Hello over there')
      expect(await stream.next()).toEqual({ type: 'chat', chatId: pair.chatId })
      const input = { params: { chatId: pair.chatId }, query: {} }
      const { messages } = (await call(second.origin, 'getMessages', input, pair.provider)).reply
      expect(messages.map(({ content }) => content)).toEqual(['Hello over there'])
      stream.close()
    })

    test('give every message of both one place, in one order for everybody', async () => {
      // A process takes two uploads of a person at once, so both people send through both of them.
      const senders = [pair.client, pair.provider].flatMap((who) =>
        [first.origin, second.origin].flatMap(
          (origin) =>
            [
              [who, origin, 'a'],
              [who, origin, 'b'],
            ] as const,
        ),
      )
      await Promise.all(
        senders.map(async ([who, origin, name]) => {
          for (const count of [1, 2]) {
            const { status } = await post(origin, who, `${name}${count}`)
            expect(status).toBe(201)
          }
        }),
      )
      const input = { params: { chatId: pair.chatId }, query: {} }
      const [here, there] = await Promise.all([
        call(first.origin, 'getMessages', input, pair.client),
        call(second.origin, 'getMessages', input, pair.provider),
      ])
      expect(here.reply.messages).toEqual(there.reply.messages)
      const numbers = here.reply.messages.map(({ seq }) => seq)
      expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index + 1))
      expect(numbers).toHaveLength(17)
    })

    test('end a stream at one when its session is ended at the other', async () => {
      const expiresAt = new Date(Date.now() + 3_600_000)
      const token = await addSession(database, pair.client.id, {
        lastUsedAt: new Date(),
        expiresAt,
      })
      const stream = await openLiveStream(second.origin, token)
      await stream.next()
      await call(first.origin, 'logout', {}, { token })
      // What the test before wrote may be heard of only now; a stream that goes on ends with the test's time.
      let event = await stream.next()
      while (event !== undefined) event = await stream.next()
      expect(event).toBeUndefined()
    })

    test('let their listeners go when they are stopped, and soon', async () => {
      const stream = await openLiveStream(second.origin, pair.client.token)
      await stream.next()
      expect(await second.end('SIGTERM')).toBe(0)
      expect(await stream.next()).toEqual({ type: 'bye', spreadMs: 2_000 })
      expect(await stream.next()).toBeUndefined()
    })

    test('write nothing of what people say, and no id of theirs, into their logs', () => {
      const text = JSON.stringify([...first.log, ...second.log])
      for (const secret of ['Hello over there', pair.chatId, pair.client.id, pair.client.token]) {
        expect([secret, text.includes(secret)]).toEqual([secret, false])
      }
    })
  },
)
