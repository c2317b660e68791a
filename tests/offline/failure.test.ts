import { afterEach, describe, expect, test } from 'vitest'
import { problem, problemCatalogue, type ProblemCode } from '#contract/problem.ts'
import { ApiProblemError, UnreachableError } from '#src/offline/api/api-error.ts'
import { takeBatch } from '#src/offline/engine/batch.ts'
import { mayHaveArrived, type OutboxRow } from '#src/offline/engine/outbox-row.ts'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import { noteFailure } from '#src/offline/engine/push.ts'
import { changeQueue, readQueue } from '#src/offline/engine/queue.ts'
import { SessionEndedError } from '#src/offline/session/session-copy.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { answersDays, closePhones, moment, nowMs, openPhone, putRow } from './phone.ts'

afterEach(closePhones)

describe('a request that nobody answered', () => {
  test('leaves every operation in line, notes that it may have arrived, and waits a little longer each time', async () => {
    const db = await openPhone()
    const rows = await answersDays(db, 3)
    for (const [failures, waitMs] of [500, 1_000, 2_000, 4_000].entries()) {
      expect(await fail(db, new UnreachableError())).toBe('wait')
      expect(await readQueue(db)).toMatchObject({
        failures: failures + 1,
        notBefore: nowMs + waitMs,
        heldUntil: 0,
        unanswered: true,
        batchMax: 1_000,
      })
    }
    expect(await unsentOps(db)).toEqual(unanswered(rows))
    expect(await db.meta.get('flight')).toBeUndefined()
  })

  test('as it did not leave a phone without a network says nothing of its operations', async () => {
    const db = await openPhone()
    const rows = await answersDays(db, 2)
    const outcome = await noteFailure(
      db,
      await takeBatch(db, nowMs),
      new UnreachableError(),
      moment,
      { mayHaveLeft: false },
    )
    expect(outcome).toBe('wait')
    expect(await unsentOps(db)).toEqual(rows)
  })

  test('because its sender died says no more of an operation than that it may have arrived', async () => {
    const db = await openPhone()
    const rows = await answersDays(db, 2)
    await takeBatch(db, nowMs)
    await takeBatch(db, nowMs)
    expect(await unsentOps(db)).toEqual(unanswered(rows))
    expect(rows.map(mayHaveArrived)).toEqual([false, false])
    expect((await unsentOps(db)).map(mayHaveArrived)).toEqual([true, true])
  })
})

describe('a session the server does not know', () => {
  test('pauses the queue, counts no attempt and waits for no clock', async () => {
    const db = await openPhone()
    const rows = await answersDays(db, 2)
    expect(await fail(db, refusal('unauthenticated'))).toBe('needs_auth')
    expect(await unsentOps(db)).toEqual(rows)
    expect(await readQueue(db)).toMatchObject({ needsAuth: true, failures: 0, notBefore: 0 })
    expect(await db.meta.get('flight')).toBeUndefined()
  })
})

describe('a server with too much to do', () => {
  test.each([
    ['too_slow', 'perhaps in part'],
    ['client_too_old', 'not at all'],
    ['rate_limited', 'not at all'],
    ['busy', 'perhaps in part'],
    ['database_unavailable', 'perhaps in part'],
  ] as const)(
    '%s: its own wish is kept until the person says otherwise; it was carried out %s',
    async (code, carriedOut) => {
      const db = await openPhone()
      const rows = await answersDays(db, 2)
      expect(await fail(db, refusal(code, 7_000))).toBe('wait')
      expect(await readQueue(db)).toMatchObject({ heldUntil: nowMs + 7_000, notBefore: 0 })
      expect(await unsentOps(db)).toEqual(carriedOut === 'not at all' ? rows : unanswered(rows))
    },
  )

  test('without a wish it gets our own pause', async () => {
    const db = await openPhone()
    await answersDays(db, 2)
    expect(await fail(db, refusal('busy'))).toBe('wait')
    expect(await readQueue(db)).toMatchObject({
      heldUntil: 0,
      notBefore: nowMs + 500,
      unanswered: false,
    })
  })

  test('a wish for a year is kept for an hour', async () => {
    const db = await openPhone()
    await answersDays(db, 1)
    await fail(db, refusal('rate_limited', 365 * 86_400_000))
    expect((await readQueue(db)).heldUntil).toBe(nowMs + 3_600_000)
  })
})

describe('a request that was refused as a whole', () => {
  test.each(['invalid_input', 'body_too_large', 'unsupported_media_type'] as const)(
    '%s: it is halved until its culprit stands alone, and only that one dies',
    async (code) => {
      const db = await openPhone()
      const rows = await answersDays(db, 7)
      const culprit = rows[4]!
      const requests = await sendAll(db, (ops) => (ops.includes(culprit.opId) ? code : undefined))
      const lastError = { code, message: problemCatalogue[code].message, at: nowMs }
      expect(await unsentOps(db)).toEqual([{ ...culprit, state: 'dead', attempts: 1, lastError }])
      expect(requests).toBeLessThanOrEqual(8)
    },
  )

  test('no operation but the culprit has an attempt counted against it', async () => {
    const db = await openPhone()
    const rows = await answersDays(db, 4)
    expect(await fail(db, refusal('body_too_large'))).toBe('again')
    expect(await unsentOps(db)).toEqual(rows)
    expect((await readQueue(db)).batchMax).toBe(2)
  })

  test('two operations become one at a time', async () => {
    const db = await openPhone()
    await answersDays(db, 2)
    await fail(db, refusal('invalid_input'))
    expect((await readQueue(db)).batchMax).toBe(1)
  })
})

describe('an error of the server’s own', () => {
  test('halves the request and waits', async () => {
    const db = await openPhone()
    const rows = await answersDays(db, 5)
    expect(await fail(db, refusal('internal'))).toBe('wait')
    expect(await readQueue(db)).toMatchObject({ batchMax: 3, failures: 1, notBefore: nowMs + 500 })
    expect(await unsentOps(db)).toEqual(unanswered(rows))
  })

  test('over one operation, eight times while others get through, is that operation’s', async () => {
    const db = await openPhone()
    const row = await putRow(db, {})
    for (let attempts = 1; attempts <= 7; attempts += 1) {
      expect(await failAlone(db)).toMatchObject({ state: 'pending', attempts })
      await changeQueue(db, { failures: 0 })
    }
    const lastError = { code: 'internal', message: problemCatalogue.internal.message, at: nowMs }
    expect(await failAlone(db)).toEqual({
      ...row,
      state: 'dead',
      attempts: 8,
      unanswered: true,
      lastError,
      nextAttemptAt: 0,
    })
  })

  test('over every operation is held against none', async () => {
    const db = await openPhone()
    await putRow(db, {})
    for (let attempts = 1; attempts <= 30; attempts += 1) {
      expect(await failAlone(db)).toMatchObject({ state: 'pending', attempts })
    }
    expect((await readQueue(db)).failures).toBe(30)
  })

  test('the lone operation waits in line, and the others pass', async () => {
    const db = await openPhone()
    const alone = await putRow(db, { lane: 'a' })
    const other = await putRow(db, { lane: 'b' })
    await changeQueue(db, { batchMax: 1 })
    await fail(db, refusal('internal'))
    expect(await db.outbox.get(alone.seq)).toMatchObject({
      nextAttemptAt: nowMs + 500,
      unanswered: true,
    })
    expect((await takeBatch(db, nowMs)).rows).toEqual([other])
  })
})

describe('what is not the network’s doing', () => {
  test('is thrown on, and changes nothing', async () => {
    const db = await openPhone()
    const rows = await answersDays(db, 1)
    await expect(fail(db, new TypeError('a defect of ours'))).rejects.toThrow('a defect of ours')
    expect(await unsentOps(db)).toEqual(rows)
    expect((await readQueue(db)).failures).toBe(0)
  })

  test('nothing is noted for a person who logged out meanwhile', async () => {
    const db = await openPhone()
    await answersDays(db, 1)
    const batch = await takeBatch(db, nowMs)
    await db.meta.delete('owner')
    const noting = noteFailure(db, batch, new UnreachableError(), moment)
    await expect(noting).rejects.toThrow(SessionEndedError)
  })
})

function unanswered(rows: readonly OutboxRow[]): OutboxRow[] {
  return rows.map((row) => ({ ...row, unanswered: true }))
}

function refusal(code: ProblemCode, retryAfterMs?: number): ApiProblemError {
  return new ApiProblemError(problem(code), problemCatalogue[code].status, retryAfterMs)
}

async function fail(db: UserDatabase, error: unknown) {
  return await noteFailure(db, await takeBatch(db, nowMs), error, moment)
}

/** The only operation fails once more, whenever it is due; gives its row. */
async function failAlone(db: UserDatabase) {
  await db.outbox.toCollection().modify({ nextAttemptAt: 0 })
  await fail(db, refusal('internal'))
  const [row] = await unsentOps(db)
  return row
}

/** Sends until nothing is left that may be; what the server takes is deleted. Gives the number of requests. */
async function sendAll(
  db: UserDatabase,
  refuse: (opIds: string[]) => ProblemCode | undefined,
): Promise<number> {
  for (let requests = 0; ; requests += 1) {
    const batch = await takeBatch(db, nowMs)
    if (batch.ops.length === 0) return requests
    const code = refuse(batch.ops.map(({ opId }) => opId))
    if (code) await noteFailure(db, batch, refusal(code), moment)
    else await db.outbox.bulkDelete(batch.rows.map(({ seq }) => seq))
  }
}
