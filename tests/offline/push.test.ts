import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { problem, problemCatalogue, type ProblemCode } from '#contract/problem.ts'
import type { OpResult, PushReply, WireOp } from '#contract/sync/api.ts'
import { ApiProblemError, UnreachableError } from '#src/offline/api/api-error.ts'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import { drain, type PushDeps } from '#src/offline/engine/push.ts'
import { changeQueue, forceQueue, readQueue, resetBackoff } from '#src/offline/engine/queue.ts'
import { SessionEndedError } from '#src/offline/session/session-copy.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { installCaches, removeCaches } from './fake-caches.ts'
import {
  answers,
  answersDays,
  applied,
  closePhones,
  entryOf,
  nowMs,
  openPhone,
  openTab,
} from './phone.ts'

beforeEach(() => {
  installCaches()
})

afterEach(async () => {
  removeCaches()
  await closePhones()
})

describe('whose operations leave', () => {
  test('nobody’s while nobody is logged in', async () => {
    const { db, sent, outcome } = await drained({ session: async () => undefined })
    expect([outcome, sent]).toEqual([{ status: 'no_session' }, []])
    expect(await unsentOps(db)).toHaveLength(3)
  })

  test('nobody’s while somebody else is logged in', async () => {
    const session = async () => ({ token: 'theirs', userId: crypto.randomUUID() })
    const { db, sent, outcome } = await drained({ session })
    expect([outcome, sent]).toEqual([{ status: 'no_session' }, []])
    expect(await unsentOps(db)).toHaveLength(3)
  })

  test('nobody’s from the moment somebody else logs in, in the middle of a drain', async () => {
    const db = await phoneWith(3)
    await changeQueue(db, { batchMax: 1 })
    const users = [db.userId, crypto.randomUUID()]
    const tokens: string[] = []
    const outcome = await drain({
      ...deps(db),
      session: async () => {
        const userId = users.shift() ?? ''
        return { token: `of ${userId}`, userId }
      },
      push: async (ops, token) => {
        tokens.push(token)
        return allApplied(ops)
      },
    })
    expect(outcome).toEqual({ status: 'no_session' })
    expect(tokens).toEqual([`of ${db.userId}`])
    expect(await unsentOps(db)).toHaveLength(2)
  })
})

describe('a session that ends in the middle of a drain', () => {
  test('drops nothing, counts nothing, and the rest goes after the next login', async () => {
    const db = await phoneWith(6)
    await changeQueue(db, { batchMax: 2 })
    const first = await draining(db, [allApplied, refuse('unauthenticated')])
    expect(first.outcome).toEqual({ status: 'needs_auth' })
    expect((await unsentOps(db)).map(({ attempts }) => attempts)).toEqual([0, 0, 0, 0])

    const paused = await draining(db, [allApplied])
    expect([paused.outcome, paused.sent]).toEqual([{ status: 'needs_auth' }, []])

    await forceQueue(db)
    const resumed = await draining(db, [allApplied])
    expect(resumed.outcome).toEqual({ status: 'empty' })
    expect(resumed.sent.flat()).toHaveLength(4)
  })

  test('and begins anew in another tab goes on with the new one', async () => {
    const db = await phoneWith(2)
    let token = 'old'
    const tokens: string[] = []
    const push = async (ops: readonly WireOp[], used: string) => {
      tokens.push(used)
      if (used === 'new') return allApplied(ops)
      token = 'new'
      throw new ApiProblemError(problem('unauthenticated'), 401, undefined)
    }
    const session = async () => ({ token, userId: db.userId })
    expect(await drain({ ...deps(db), session, push })).toEqual({ status: 'empty' })
    expect(tokens).toEqual(['old', 'new'])
    expect((await readQueue(db)).needsAuth).toBe(false)
  })

  test('by a logout in another tab sends and writes nothing more', async () => {
    const db = await phoneWith(2)
    await changeQueue(db, { batchMax: 1 })
    const other = openTab(db.userId)
    const requests: number[] = []
    const push = async (ops: readonly WireOp[]) => {
      requests.push(ops.length)
      await other.delete({ disableAutoOpen: true })
      return allApplied(ops)
    }
    await expect(drain({ ...deps(db), push })).rejects.toThrow(SessionEndedError)
    expect(requests).toEqual([1])
    expect(db.deleted).toBe(true)
  })
})

describe('a drain', () => {
  test('of nothing asks nobody', async () => {
    const { outcome, sent } = await draining(await openPhone(), [allApplied])
    expect([outcome, sent]).toEqual([{ status: 'empty' }, []])
  })

  test('sends request by request until nothing is left, larger ones as they succeed', async () => {
    const db = await phoneWith(11)
    await changeQueue(db, { batchMax: 1 })
    const { outcome, sent } = await draining(db, [allApplied])
    expect(outcome).toEqual({ status: 'empty' })
    expect(sent.map((ops) => ops.length)).toEqual([1, 2, 4, 4])
  })

  test('sends what is queued while it runs', async () => {
    const db = await phoneWith(1)
    const tapInPassing: Reply[] = [
      async (ops) => {
        await answers(db, { trackerType: 'Diet', answer: 'well' })
        return allApplied(ops)
      },
      allApplied,
    ]
    const { outcome, sent } = await draining(db, tapInPassing)
    expect(outcome).toEqual({ status: 'empty' })
    expect(sent.map((ops) => ops.length)).toEqual([1, 1])
    expect(await unsentOps(db)).toEqual([])
  })

  test.each(['notBefore', 'heldUntil'] as const)('waits for %s and says when', async (pause) => {
    const db = await phoneWith(1)
    await changeQueue(db, { [pause]: nowMs + 9_000 })
    const { outcome, sent } = await draining(db, [allApplied])
    expect([outcome, sent]).toEqual([{ status: 'waiting', dueAt: nowMs + 9_000 }, []])
  })

  test('does not wait for a pause that a clock since set back had written', async () => {
    const db = await phoneWith(1)
    await changeQueue(db, { notBefore: nowMs + 86_400_000, heldUntil: nowMs + 86_400_000 })
    expect((await draining(db, [allApplied])).outcome).toEqual({ status: 'empty' })
  })

  test('stops at a network that is gone, and a sign of life starts it again', async () => {
    const db = await phoneWith(2)
    const gone = await draining(db, [noAnswer])
    expect(gone.outcome).toEqual({ status: 'waiting', dueAt: nowMs + 500 })
    expect(gone.sent).toHaveLength(1)
    await resetBackoff(db)
    expect((await draining(db, [allApplied])).outcome).toEqual({ status: 'empty' })
  })

  test('a sign of life does not break the wait that a server asked for', async () => {
    const db = await phoneWith(1)
    await draining(db, [refuse('rate_limited', 60_000)])
    await resetBackoff(db)
    const { outcome, sent } = await draining(db, [allApplied])
    expect([outcome, sent]).toEqual([{ status: 'waiting', dueAt: nowMs + 60_000 }, []])
  })

  test('a refused operation delays the others by no request', async () => {
    const db = await phoneWith(5)
    const poisoned = (await unsentOps(db))[1]!
    const { sent } = await draining(db, [(ops) => results(ops, (op) => judged(op, poisoned.opId))])
    expect(sent).toHaveLength(1)
    expect((await unsentOps(db)).map(({ opId, state }) => [opId, state])).toEqual([
      [poisoned.opId, 'dead'],
    ])
  })

  test('an answer that speaks of nothing is not taken for a success, and does not spin', async () => {
    const db = await phoneWith(2)
    const { outcome, sent } = await draining(db, [() => ({ results: [] })])
    expect(sent).toHaveLength(1)
    expect(outcome).toEqual({ status: 'waiting', dueAt: nowMs + 500 })
    expect(await unsentOps(db)).toHaveLength(2)
  })

  test('an operation sent twice because its answer was lost is there once', async () => {
    const db = await phoneWith(1)
    const lost = await draining(db, [noAnswer])
    await resetBackoff(db)
    const again = await draining(db, [(ops) => results(ops, repeated)])
    expect(again.sent).toEqual(lost.sent)
    expect(await db.trackerEntries.count()).toBe(1)
    expect((await readQueue(db)).failures).toBe(0)
  })

  test('a defect of ours is not swallowed', async () => {
    const db = await phoneWith(1)
    const push = async () => {
      throw new RangeError('a defect of ours')
    }
    await expect(drain({ ...deps(db), push })).rejects.toThrow('a defect of ours')
    expect(await unsentOps(db)).toHaveLength(1)
  })
})

type Reply = (ops: readonly WireOp[]) => PushReply | Promise<PushReply>

function results(ops: readonly WireOp[], judge: (op: WireOp) => OpResult): PushReply {
  return { results: ops.map(judge) }
}

function allApplied(ops: readonly WireOp[]): PushReply {
  return results(ops, applied)
}

function judged(op: WireOp, poisoned: string): OpResult {
  if (op.opId !== poisoned) return applied(op)
  return { opId: op.opId, status: 'rejected', code: 'date_out_of_range', message: 'No.' }
}

function repeated(op: WireOp): OpResult {
  return { opId: op.opId, status: 'duplicate', result: entryOf(op) }
}

function refuse(code: ProblemCode, retryAfterMs?: number): Reply {
  return () => {
    throw new ApiProblemError(problem(code), problemCatalogue[code].status, retryAfterMs)
  }
}

function noAnswer(): never {
  throw new UnreachableError('No answer')
}

async function phoneWith(count: number): Promise<UserDatabase> {
  const db = await openPhone()
  await answersDays(db, count)
  return db
}

function deps(db: UserDatabase): PushDeps {
  return {
    db,
    session: async () => ({ token: 'abc', userId: db.userId }),
    push: async (ops) => allApplied(ops),
    now: () => nowMs,
    random: () => 0.5,
  }
}

/** Drains against one reply after another, the last of which stands for all after it. */
async function draining(db: UserDatabase, replies: readonly Reply[]) {
  const sent: (readonly WireOp[])[] = []
  const push = async (ops: readonly WireOp[]) => {
    const reply = replies[Math.min(sent.length, replies.length - 1)]
    sent.push(ops)
    return reply ? await reply(ops) : noAnswer()
  }
  return { outcome: await drain({ ...deps(db), push }), sent }
}

async function drained(given: Partial<PushDeps>) {
  const db = await phoneWith(3)
  const sent: (readonly WireOp[])[] = []
  const push = async (ops: readonly WireOp[]) => {
    sent.push(ops)
    return allApplied(ops)
  }
  return { db, sent, outcome: await drain({ ...deps(db), push, ...given }) }
}
