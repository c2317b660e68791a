import type pg from 'pg'
import type { AttachableClock, Job, PgBoss } from 'pg-boss'
import { busyQueues } from './jobs.sql.ts'
import type { JobKind } from './port.ts'

export type MovableClock = AttachableClock & { setTime(toMs: number): Promise<void> }
/** One try at a job. */
export type Attempt = (job: Pick<Job, 'id' | 'data'>) => Promise<void>
type Attempts = readonly (readonly [JobKind, Attempt])[]

const superviseMsMax = 3_600_000

interface ByHandDeps {
  readonly boss: PgBoss
  readonly pool: pg.Pool
  readonly now: () => number
  readonly clock: MovableClock | undefined
}

/** Does what is due when it is asked to, as tests do, in the place of the library's own polls and timers. */
export function createRunByHand(deps: ByHandDeps) {
  const { now, clock } = deps
  const supervise = createSupervision(deps)
  return async (addDue: () => Promise<void>, attempts: Attempts): Promise<number> => {
    if (clock) {
      await clock.setTime(now())
      await supervise()
    }
    await addDue()
    return runAll(deps, attempts)
  }
}

/** A clock that is moved by hand fires no timer of the library: this looks for what died, and now and then for what is over. */
function createSupervision({ boss, pool, now }: ByHandDeps): () => Promise<void> {
  let lastMs = -Infinity
  return async () => {
    const underWay = (await busyQueues.all(pool)).some(({ active }) => active)
    if (!underWay && now() - lastMs < superviseMsMax) return
    lastMs = now()
    await boss.supervise()
  }
}

/** Does what is due, one after another, until nothing is: work of one kind may note work of another. */
async function runAll({ boss, pool }: ByHandDeps, attempts: Attempts): Promise<number> {
  let done = 0
  for (let before = -1; before < done;) {
    before = done
    const queues = await busyQueues.all(pool)
    const due = new Set(queues.flatMap((each) => (each.due ? each.name : [])))
    for (const [kind, attempt] of attempts) {
      if (!due.has(kind)) continue
      const next = () => boss.fetch<object>(kind)
      for (let [job] = await next(); job; [job] = await next()) {
        await runFetched(boss, job, attempt)
        done += 1
      }
    }
  }
  return done
}

async function runFetched(boss: PgBoss, job: Job, attempt: Attempt): Promise<void> {
  try {
    await attempt(job)
    await boss.complete(job.name, job.id)
  } catch (error) {
    await boss.fail(job.name, job.id, error instanceof Error ? error : undefined)
  }
}
