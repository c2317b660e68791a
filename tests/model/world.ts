import { syncApi } from '#contract/sync/api.ts'
import { utcDate, addDays, type LocalDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/model.ts'
import { callApi } from '#src/offline/api.ts'
import { UserDatabase } from '#src/offline/database.ts'
import { deleteOp, enqueue, retryOps, reviveAfterUpgrade, unsentOps } from '#src/offline/outbox.ts'
import { claimDatabase } from '#src/offline/owned-transaction.ts'
import { drain, type DrainOutcome } from '#src/offline/push.ts'
import { forceQueue, wakeQueue } from '#src/offline/queue.ts'
import { Process, type Strike } from './device.ts'
import { ModelServer, type Fate, type Temper } from './model-server.ts'

export interface QueuedOp {
  readonly opId: string
  readonly lane: string
  readonly order: number
}

const start = Date.parse('2026-11-21T12:00:00Z')

/** One phone, its server and the network between them. Every fact the guarantees speak of is written down here. */
export class World {
  readonly server = new ModelServer()
  readonly queued = new Map<string, QueuedOp>()
  readonly deleted = new Set<string>()
  /** Operations that left their place in the line by a refusal and the person's own retry. */
  readonly outOfLine = new Set<string>()
  readonly userId: string
  readonly #database: UserDatabase
  #clockMs = start
  #slots = 0
  #token: string | undefined = 'token-1'
  #sessionUser: string
  #fates: Fate[] = []
  #locked = false

  private constructor(userId: string) {
    this.userId = userId
    this.#sessionUser = userId
    this.#database = new UserDatabase(userId)
    this.server.sessions.set('token-1', userId)
  }

  static async open(): Promise<World> {
    const world = new World(crypto.randomUUID())
    await claimDatabase(world.#database)
    return world
  }

  async close(): Promise<void> {
    await this.#database.delete()
  }

  /** The person answers; each answer has a day of its own, so that all of them may stand. */
  async tap(type: TrackerType, temper: Temper = 'fine', db = this.#database): Promise<void> {
    const order = this.#slots
    this.#slots += 1
    const opId = crypto.randomUUID()
    const date = addDays('2000-01-01' as LocalDate, order)
    const answers = { Mood: 'happy', Fitness: 'active', Sleep: '7 - 8', Diet: 'well' } as const
    this.server.tempers.set(opId, temper)
    const command = {
      kind: 'trackers.record',
      payload: { trackerType: type, answer: answers[type], date },
    } as const
    const result = await enqueue(db, command, {
      epochMs: this.#clockMs,
      localDate: utcDate(this.#clockMs),
      tz: 'UTC',
      opId,
    })
    if (result.status !== 'queued') throw new Error(`refused: ${result.code}`)
    this.queued.set(opId, { opId, lane: type, order })
  }

  async undo(pick: number): Promise<void> {
    const rows = await unsentOps(this.#database)
    const row = rows[pick % Math.max(1, rows.length)]
    if (row && (await deleteOp(this.#database, row.opId)) === 'deleted') this.deleted.add(row.opId)
  }

  /** The person presses Retry on everything that was refused. */
  async retryRefused(): Promise<void> {
    for (const row of await unsentOps(this.#database)) {
      if (row.state === 'dead') this.outOfLine.add(row.opId)
    }
    await retryOps(this.#database)
  }

  moveClock(byMs: number): void {
    this.#clockMs += byMs
  }

  loseSession(): void {
    this.server.sessions.clear()
  }

  /** Somebody logs in on this phone; the stored session is theirs from now on. */
  async logIn(who: 'same' | 'other'): Promise<void> {
    this.#token = `token-${crypto.randomUUID()}`
    this.#sessionUser = who === 'same' ? this.userId : crypto.randomUUID()
    this.server.sessions.set(this.#token, this.#sessionUser)
    if (who === 'same') await forceQueue(this.#database)
  }

  /** One context drains while `strikes` hit its moments and `fates` its requests. */
  async drain(
    fates: readonly Fate[],
    strikes: readonly Strike[],
  ): Promise<DrainOutcome | 'killed' | 'locked'> {
    if (this.#locked) return 'locked'
    this.#locked = true
    this.#fates = [...fates]
    const process = new Process(this.userId, strikes)
    try {
      return await Promise.race([this.#drainAs(process), process.died])
    } finally {
      process.close()
      this.#locked = false
    }
  }

  async #drainAs(process: Process): Promise<DrainOutcome> {
    globalThis.fetch = async (input, init) => {
      await process.pass()
      const fate = this.#fates.shift() ?? 'delivered'
      const response = await this.server.answer(new Request(input, init), fate)
      await process.pass()
      return response
    }
    return await drain({
      db: process.db,
      session: async () =>
        this.#token === undefined ? undefined : { token: this.#token, userId: this.#sessionUser },
      push: (ops, token) =>
        process.whileAlive(callApi(syncApi.pushOps, { body: { ops: [...ops] } }, { token })),
      now: () => this.#clockMs,
      random: () => 0.5,
    })
  }

  async wake(): Promise<void> {
    await wakeQueue(this.#database)
  }

  async unsent() {
    return await unsentOps(this.#database)
  }

  /** Everything is well again: sends until nothing that can be sent is left. */
  async heal(): Promise<void> {
    await this.logIn('same')
    for (const [opId, temper] of this.server.tempers) {
      if (temper === 'too new') this.outOfLine.add(opId)
      if (temper !== 'rejects') this.server.tempers.set(opId, 'fine')
    }
    await reviveAfterUpgrade(this.#database)
    for (let round = 0; round < 12; round += 1) {
      await forceQueue(this.#database)
      const outcome = await this.drain([], [])
      if (typeof outcome === 'object' && outcome.status === 'empty') return
      this.moveClock(3_600_000)
    }
    throw new Error('The queue did not empty although everything was well')
  }
}
