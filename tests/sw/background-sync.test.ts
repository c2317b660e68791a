import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pushRequestSchema, type OpResult, type WireOp } from '#contract/sync/api.ts'
import { enqueue, unsentOps } from '#src/offline/engine/outbox.ts'
import { sendMessage } from '#src/offline/features/chat/send.ts'
import { clearSession, writeSession } from '#src/offline/session/session-copy.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { messageOf, openChatPhone, plan } from '#tests/offline/chat-phone.ts'
import { answerWith, ours } from '#tests/offline/network.ts'
import { closePhones, nowMs, tap } from '#tests/offline/phone.ts'
import { chatId, otherId } from '#tests/support/chat-rows.ts'
import { drainOnSync } from '../../sw/background-sync.ts'

/** What reached the server, in its order: a file, or the kind of an operation. */
let arrived: string[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs })
  arrived = []
  answerWith(async (request) => {
    if (request.url.endsWith('/files')) {
      arrived.push('file')
      const messageId = (await request.formData()).get('messageId')
      const file = { name: plan.name, kind: 'pdf', bytes: 8, width: null, height: null }
      return ours({ messageId, file }, { status: 201 })
    }
    const { ops } = v.parse(pushRequestSchema, await request.json())
    arrived.push(...ops.map(({ kind }) => kind))
    return ours({ results: ops.map(resultOf) })
  })
})

afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  await clearSession()
  await closePhones()
})

test('with every page closed a block goes before a file, and the message of the file after it', async () => {
  const db = await phoneWithFileAndBlock()
  await sync()
  expect(arrived).toEqual(['safety.block', 'file', 'chat.send'])
  expect(await unsentOps(db)).toEqual([])
})

test('files that cannot be looked at hold up no block, and the browser comes again', async () => {
  await phoneWithFileAndBlock()
  failFirst('uploads:')
  await expect(sync()).rejects.toThrow('a defect')
  expect(arrived).toEqual(['safety.block'])
})

test('a queue that cannot be looked at at first holds up no file, and goes after it', async () => {
  const db = await phoneWithFileAndBlock()
  failFirst('outbox:')
  await expect(sync()).rejects.toThrow('a defect')
  expect(arrived).toEqual(['file', 'safety.block', 'chat.send'])
  expect(await unsentOps(db)).toEqual([])
})

async function phoneWithFileAndBlock(): Promise<UserDatabase> {
  const db = await openChatPhone()
  await writeSession({ token: 'token', userId: db.userId })
  await sendMessage(db, { chatId, content: 'My plan', file: plan }, tap())
  await enqueue(db, { kind: 'safety.block', payload: { userId: otherId } }, tap())
  return db
}

function resultOf({ opId, kind }: WireOp): OpResult {
  const block = { userId: otherId, name: 'Other Test', createdAt: '2026-11-21T12:00:00.000Z' }
  const result = kind === 'safety.block' ? block : messageOf(1, { _id: opId })
  return { opId, status: 'applied', result }
}

/** The first lock of such a name is not given. */
function failFirst(prefix: string): void {
  const { locks } = navigator
  const request = locks.request.bind(locks) as (...args: unknown[]) => Promise<unknown>
  let failed = false
  vi.spyOn(locks, 'request').mockImplementation(async (...args: unknown[]) => {
    if (failed || !String(args[0]).startsWith(prefix)) return await request(...args)
    failed = true
    throw new Error('a defect')
  })
}

/** A sync event in a worker without pages; settles as the event does. */
async function sync(): Promise<void> {
  let listener: ((event: object) => void) | undefined
  const worker = {
    clients: { matchAll: async () => [] },
    addEventListener: (_type: 'sync', listen: (event: object) => void) => (listener = listen),
  }
  drainOnSync(worker)
  const waits: Promise<unknown>[] = []
  listener?.({ tag: 'outbox:1', waitUntil: (wait: Promise<unknown>) => void waits.push(wait) })
  await Promise.all(waits)
}
