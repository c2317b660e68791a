import { liveQuery } from 'dexie'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { problem, type ProblemCode } from '#contract/problem.ts'
import { ApiProblemError, UnreachableError } from '#src/offline/api/api-error.ts'
import { uploadAgain } from '#src/offline/engine/attachments.ts'
import { deleteOp, retryOps, unsentOps } from '#src/offline/engine/outbox.ts'
import { forceQueue, readQueue } from '#src/offline/engine/queue.ts'
import { sendMessage } from '#src/offline/features/chat/send.ts'
import {
  nextUploadAt,
  resumeUploads,
  uploadAll,
  wakeUploads,
  type UploadDeps,
} from '#src/offline/files/uploads.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { StorageFullError } from '#src/offline/storage/quota.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { resumeQueue } from '#src/session/as-member.ts'
import { chatId } from '#tests/support/chat-rows.ts'
import { patience } from '#tests/support/patience.ts'
import { openChatPhone, plan } from './chat-phone.ts'
import { fillDisk } from './full-disk.ts'
import { closePhones, nowMs, tap } from './phone.ts'

afterEach(closePhones)

type Upload = UploadDeps['upload']

async function withFiles(count: number): Promise<UserDatabase> {
  const db = await openChatPhone()
  for (let index = 0; index < count; index += 1) {
    await sendMessage(db, { chatId, content: String(index), file: plan }, tap())
  }
  return db
}

function uploading(db: UserDatabase, upload: Upload, given: Partial<UploadDeps> = {}) {
  return uploadAll({
    db,
    session: async () => ({ token: 't', userId: db.userId }),
    upload,
    now: () => nowMs,
    random: () => 0.5,
    ...given,
  })
}

function refusing(code: ProblemCode, status: number, retryAfterMs?: number): Upload {
  return () => Promise.reject(new ApiProblemError(problem(code), status, retryAfterMs))
}

const unreachable: Upload = () => Promise.reject(new UnreachableError('no network'))

describe('files of waiting messages', () => {
  test('go up one after the other in the order of the taps, each once', async () => {
    const db = await withFiles(3)
    const sent: Parameters<Upload>[0][] = []
    const upload: Upload = async (file) => void sent.push(file)
    expect(await uploading(db, upload)).toEqual({ status: 'empty' })
    expect(await uploading(db, upload)).toEqual({ status: 'empty' })
    expect(sent.map(({ messageId }) => messageId)).toEqual(
      (await unsentOps(db)).map(({ opId }) => opId),
    )
    expect(sent[0]).toMatchObject({ chatId, name: 'plan.pdf' })
    expect(await sent[0]?.blob.text()).toBe('%PDF-1.4')
  })

  test('show how far they are, for every tab', async () => {
    const db = await withFiles(1)
    const seen: number[] = []
    await uploading(db, async (file, _token, onProgress) => {
      onProgress(4)
      onProgress(4)
      onProgress(8)
      seen.push(file.blob.size)
    })
    expect(await db.attachments.toArray()).toMatchObject([{ sentBytes: 8, uploaded: true }])
    expect(seen).toEqual([8])
  })

  test('wait after a failure, longer each time, and a sign of life ends the wait', async () => {
    const db = await withFiles(1)
    expect(await uploading(db, unreachable)).toEqual({ status: 'waiting', dueAt: nowMs + 500 })
    const again = await uploading(db, unreachable, { now: () => nowMs + 500 })
    expect(again).toEqual({ status: 'waiting', dueAt: nowMs + 1_500 })
    expect(await db.attachments.toArray()).toMatchObject([{ unanswered: true }])
    await resumeUploads(db)
    expect(await nextUploadAt(db)).toBe(0)
    await uploading(db, unreachable, { now: () => nowMs + 500 })
    await wakeUploads(db)
    expect(await nextUploadAt(db)).toBe(0)
    expect(await uploading(db, async () => undefined)).toEqual({ status: 'empty' })
  })

  test.each([
    ['too_slow', 408, 500],
    ['client_too_old', 426, 500],
    ['rate_limited', 429, 7_000],
    ['busy', 503, 7_000],
    ['internal', 500, 500],
  ] as const)('wait as the server wishes: %s', async (code, status, waitMs) => {
    const db = await withFiles(1)
    const wish = waitMs === 500 ? undefined : waitMs
    const outcome = await uploading(db, refusing(code, status, wish))
    expect(outcome).toEqual({ status: 'waiting', dueAt: nowMs + waitMs })
    expect((await unsentOps(db))[0]?.state).toBe('pending')
    await resumeUploads(db)
    expect(await nextUploadAt(db)).toBe(nowMs + waitMs)
    await wakeUploads(db)
    expect(await nextUploadAt(db)).toBe(wish === undefined ? 0 : nowMs + wish)
    await forceQueue(db)
    expect(await nextUploadAt(db)).toBe(0)
  })

  test('that are refused stop their message, with the reason, and hold up no other', async () => {
    const db = await withFiles(2)
    const [first] = await unsentOps(db)
    const fields = { file: 'File size exceeds 10MB limit.' }
    const upload: Upload = async ({ messageId }) => {
      if (messageId !== first?.opId) return
      throw new ApiProblemError(problem('invalid_file', { fields }), 400, undefined)
    }
    expect(await uploading(db, upload)).toEqual({ status: 'empty' })
    expect(await unsentOps(db)).toMatchObject([
      { state: 'dead', lastError: { code: 'invalid_file', message: fields.file } },
      { state: 'pending' },
    ])
    await retryOps(db, first?.opId ?? '')
    expect(await uploading(db, async () => undefined)).toEqual({ status: 'empty' })
    expect((await db.attachments.toArray()).every(({ uploaded }) => uploaded)).toBe(true)
  })

  test('stop with the session, and count no failure', async () => {
    const db = await withFiles(1)
    expect(await uploading(db, refusing('unauthenticated', 401))).toEqual({ status: 'needs_auth' })
    expect((await readQueue(db)).needsAuth).toBe(true)
    expect(await db.attachments.toArray()).toMatchObject([{ attempts: 0, uploaded: false }])
  })

  test('are due again with the next login, which a watcher of what is due sees', async () => {
    const db = await withFiles(1)
    const seen: (number | undefined)[] = []
    const watching = liveQuery(() => nextUploadAt(db)).subscribe((dueAt) => void seen.push(dueAt))
    await vi.waitFor(() => expect(seen.at(-1)).toBe(0), patience)
    await uploading(db, refusing('unauthenticated', 401))
    await vi.waitFor(() => expect(seen.at(-1)).toBeUndefined(), patience)
    await resumeQueue(db)
    await vi.waitFor(() => expect(seen.at(-1)).toBe(0), patience)
    watching.unsubscribe()
  })

  test('go on with the new session where somebody logs in again while one is on its way', async () => {
    const db = await withFiles(2)
    const tokens: string[] = []
    let token = 'old'
    const upload: Upload = async (_file, used) => {
      tokens.push(used)
      if (used === 'new') return
      token = 'new'
      throw new ApiProblemError(problem('unauthenticated'), 401, undefined)
    }
    const session = async () => ({ token, userId: db.userId })
    expect(await uploading(db, upload, { session })).toEqual({ status: 'empty' })
    expect(tokens).toEqual(['old', 'new', 'new'])
    expect((await readQueue(db)).needsAuth).toBe(false)
  })

  test.each([undefined, { token: 't', userId: 'somebody else' }])(
    'never go as anybody else: %j',
    async (session) => {
      const db = await withFiles(1)
      const upload: Upload = () => Promise.reject(new Error('sent'))
      const outcome = await uploading(db, upload, { session: async () => session })
      expect(outcome).toEqual({ status: 'no_session' })
    },
  )

  test('of a message that is deleted meanwhile go nowhere', async () => {
    const db = await withFiles(1)
    const outcome = await uploading(db, async ({ messageId }) => {
      await deleteOp(db, messageId)
    })
    expect(outcome).toEqual({ status: 'empty' })
    expect([await unsentOps(db), await db.attachments.count()]).toEqual([[], 0])
  })

  test('that this device has lost stop their message and say so', async () => {
    const db = await withFiles(1)
    await db.attachmentFiles.clear()
    await uploading(db, async () => undefined)
    expect(await unsentOps(db)).toMatchObject([
      { state: 'dead', lastError: { message: 'This file cannot be read any more.' } },
    ])
  })

  test('of a message that would ask are left for its person', async () => {
    const db = await withFiles(1)
    const upload: Upload = () => Promise.reject(new Error('sent'))
    const outcome = await uploading(db, upload, { now: () => nowMs + 86_400_000 })
    expect(outcome).toMatchObject({ status: 'waiting' })
  })

  test('go up once, however long a full disk has no room to note it', async () => {
    const db = await withFiles(1)
    let sent = 0
    const upload: Upload = async () => void (sent += 1)
    fillDisk(db)
    await expect(uploading(db, upload)).rejects.toThrow(StorageFullError)
    await expect(uploading(db, upload)).rejects.toThrow(StorageFullError)
    Reflect.deleteProperty(db, 'transaction')
    expect(await uploading(db, upload)).toEqual({ status: 'empty' })
    expect([sent, await db.attachments.toArray()]).toMatchObject([1, [{ uploaded: true }]])
    // The server has lost it meanwhile.
    await userTransaction(db, [db.attachments], async () => {
      await uploadAgain(db, await db.attachments.toCollection().primaryKeys())
    })
    expect(await uploading(db, upload)).toEqual({ status: 'empty' })
    expect(sent).toBe(2)
  })

  test('throw what is neither the network’s nor the server’s doing', async () => {
    const db = await withFiles(1)
    const broken: Upload = () => Promise.reject(new Error('a defect'))
    await expect(uploading(db, broken)).rejects.toThrow('a defect')
  })
})
