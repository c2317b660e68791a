import type pg from 'pg'
import { newestAdultBirthDate, utcDate } from '#contract/local-date.ts'
import type { Database } from '#server/db/client.ts'
import { ormOn } from '#server/db/orm.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Jobs } from '#server/ports/jobs/port.ts'
import { clockBatch } from './clock.ts'
import { judge, type Verdict } from './judge.ts'
import {
  pushCounts,
  pushDrop,
  pushPostpone,
  pushQueue,
  pushUnanswered,
  pushWaiting,
  type WaitingSend,
} from './push.sql.ts'

export interface QueueDeps {
  readonly database: Pick<Database, 'pool'>
  readonly jobs: Pick<Jobs, 'add'>
  readonly now: () => number
}

/** So many go out with one job: a job is a few statements, whatever it sends. */
const sendsPerJob = 50
/** Longer than any day, whatever the clock did. */
const lookBackMs = 36 * 3_600_000

type Judged = readonly [send: WaitingSend, verdict: Verdict]

/** Decides about what is due and notes jobs for what goes out, in one transaction. Gives how many there were. */
export async function queueDue(deps: QueueDeps, batch = clockBatch): Promise<number> {
  return inTransaction(deps.database.pool, 'begin', async (client) => {
    const nowMs = deps.now()
    const adult = newestAdultBirthDate(utcDate(nowMs))
    const waiting = await pushWaiting.all(client, [new Date(nowMs), batch, adult])
    if (waiting.length === 0) return 0
    const had = await hadOf(client, waiting, nowMs)
    const judged = waiting.map((send): Judged => [send, judge(send, had, nowMs)])
    await drop(client, judged)
    await postpone(client, judged)
    await queue(deps, client, judged, new Date(nowMs))
    return waiting.length
  })
}

async function hadOf(client: pg.PoolClient, waiting: readonly WaitingSend[], nowMs: number) {
  const userIds = [...new Set(waiting.map(({ userId }) => userId))]
  const counts = await pushCounts.all(client, [userIds, new Date(nowMs - lookBackMs)])
  const reminded = waiting.filter(({ kind }) => kind.startsWith('tracker.'))
  const remindedIds = [...new Set(reminded.map(({ userId }) => userId))]
  const unanswered = remindedIds.length > 0 ? await pushUnanswered.all(client, [remindedIds]) : []
  return {
    counts: new Map(counts.map(({ userId, day, count }) => [`${userId} ${day}`, count])),
    unanswered: new Map(
      unanswered.map(({ userId, kind, ...rest }) => [`${userId} ${kind}`, rest] as const),
    ),
  }
}

async function drop(client: pg.PoolClient, judged: readonly Judged[]): Promise<void> {
  const dropped = judged.flatMap(([{ id }, verdict]) =>
    verdict.kind === 'drop' ? [[id, verdict.why] as const] : [],
  )
  if (dropped.length === 0) return
  await pushDrop.run(client, [dropped.map(([id]) => id), dropped.map(([, why]) => why)])
}

async function postpone(client: pg.PoolClient, judged: readonly Judged[]): Promise<void> {
  const waits = judged.flatMap(([{ id }, verdict]) =>
    verdict.kind === 'wait' ? [[id, new Date(verdict.untilMs)] as const] : [],
  )
  if (waits.length === 0) return
  await pushPostpone.run(client, [waits.map(([id]) => id), waits.map(([, until]) => until)])
}

async function queue(
  { jobs }: QueueDeps,
  client: pg.PoolClient,
  judged: readonly Judged[],
  at: Date,
): Promise<void> {
  const going = judged.flatMap(([{ id }, verdict]) =>
    verdict.kind === 'send' ? [{ id, ...verdict }] : [],
  )
  if (going.length === 0) return
  await pushQueue.run(client, [
    going.map(({ id }) => id),
    going.map(({ day }) => day),
    going.map(({ asks }) => asks),
    going.map(({ silent }) => silent),
    at,
  ])
  for (let from = 0; from < going.length; from += sendsPerJob) {
    const ids = going.slice(from, from + sendsPerJob).map(({ id }) => id)
    await jobs.add(ormOn(client), { kind: 'push.send', payload: { ids }, runAt: at })
  }
}
