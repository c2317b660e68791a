import { reactionNames } from '#contract/chat/model.ts'
import { importLane, laneOf } from '#contract/commands.ts'
import { utcDate } from '#contract/local-date.ts'
import type { QuestRecord } from '#contract/quests/response.ts'
import { syncApi } from '#contract/sync/api.ts'
import { callApi } from '#src/offline/api/api.ts'
import {
  deleteOp,
  enqueue,
  retryOps,
  reviveAfterUpgrade,
  unsentOps,
} from '#src/offline/engine/outbox.ts'
import { drain, type DrainOutcome } from '#src/offline/engine/push.ts'
import { forceQueue, resetBackoff } from '#src/offline/engine/queue.ts'
import { meetEpoch } from '#src/offline/engine/sent.ts'
import { storePlan } from '#src/offline/features/plan.ts'
import { notesSince, storeNotes } from '#src/offline/features/trackers.ts'
import { uploadAll, wakeUploads, type UploadOutcome } from '#src/offline/files/uploads.ts'
import { UserDatabase } from '#src/offline/storage/database.ts'
import { claimDatabase } from '#src/offline/storage/user-transaction.ts'
import { changePicture, isPictureTap, readPictures, type PictureTap } from './day-picture.ts'
import { Process, type Strike } from './device.ts'
import { queueImport, queueUndo } from './imports.ts'
import { changeBrief, isBriefTap, type BriefTap } from './model-brief.ts'
import { planLines } from './model-plan.ts'
import { ModelServer, type Fate, type Temper } from './model-server.ts'
import { ShownOnPhone } from './shown-on-phone.ts'
import { chatA, commandOf, noteOf, queueOne, sharedResult, sharedWith, type Tap } from './taps.ts'

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
  /** From whom each operation hides the result or the plan. */
  readonly hides = new Map<string, string>()
  /** Messages that were deleted after they had arrived. */
  readonly erased = new Set<string>()
  /** The parts of imports, each with its import, and the imports that were taken back, each with what did it. */
  readonly parts = new Map<string, string>()
  readonly undone = new Map<string, string>()
  /** What the person did last to the brief, and whether they took anything of that out of the line, or the server
   * refused it. */
  readonly briefs: BriefTap[] = []
  briefUndone = false
  restored = false
  /** How many moments the process of the last drain lived to see. */
  drainMoments = 0
  /** Operations that left their place in the line by a refusal and the person's own retry. */
  readonly outOfLine = new Set<string>()
  readonly userId: string
  readonly #database: UserDatabase
  readonly shown: ShownOnPhone
  #clockMs = start
  #slots = 0
  #token: string | undefined = 'token-1'
  #sessionUser: string
  #fates: Fate[] = []
  #locked = false
  #backup: { restore: () => void; hours: number } | undefined

  private constructor(userId: string) {
    this.userId = userId
    this.#sessionUser = userId
    this.#database = new UserDatabase(userId)
    this.shown = new ShownOnPhone(this.#database, this.server)
    this.server.sessions.set('token-1', userId)
  }

  static async open(): Promise<World> {
    const world = new World(crypto.randomUUID())
    await claimDatabase(world.#database, () => crypto.randomUUID())
    const record = { id: sharedResult.itemId, questId: 1, version: 1, sharedWith: [...sharedWith] }
    await world.#database.questRecords.put(record as QuestRecord)
    return world
  }

  async close(): Promise<void> {
    await this.#database.delete()
  }

  /** The person answers or writes, and it is in line. */
  async tap(what: Tap, temper: Temper = 'fine', db = this.#database): Promise<void> {
    if (isPictureTap(what)) return await this.#changePicture(what, temper, db)
    if (isBriefTap(what)) return await this.#changeBrief(what, temper, db)
    if (what === 'import') return await this.#import(temper, db)
    if (what === 'undo import') return await this.#undoImport(temper, db)
    const order = this.#slots
    this.#slots += 1
    const opId = crypto.randomUUID()
    this.server.tempers.set(opId, temper)
    const { command, file } = commandOf(what, order)
    const answered = [...this.queued.values()].find((op) => op.lane === `chat:${chatA}`)
    if (what === 'reply A' && command.kind === 'chat.send' && answered) {
      command.payload.replyTo = answered.opId
    }
    if (command.kind === 'trackers.note') command.payload.basedOn = await this.shown.noteSeen()
    if (command.kind === 'plan.put' || command.kind === 'plan.remove') {
      command.payload.basedOn = await this.shown.lineSeen(command.payload.id)
    }
    const lane = await queueOne(db, command, this.#moment(opId), file)
    this.queued.set(opId, { opId, lane, order })
    if (command.kind === 'share.revoke' && 'viewerId' in command.payload) {
      this.hides.set(opId, command.payload.viewerId)
    }
  }

  /** The person changes the picture of the day; each operation of that is in line, or gone. */
  async #changePicture(what: PictureTap, temper: Temper, db: UserDatabase): Promise<void> {
    const { deleted, queued } = await changePicture(db, what, () => this.#newTap(temper))
    for (const opId of deleted) this.deleted.add(opId)
    for (const { opId, lane } of queued) this.#noteQueued(opId, lane)
  }

  /** The person sends the brief of the session anew, or takes it back; what that replaces in line is gone. */
  async #changeBrief(what: BriefTap, temper: Temper, db: UserDatabase): Promise<void> {
    if (temper === 'rejects') this.briefUndone = true
    const text = `brief ${this.#slots}`
    const { deleted, queued } = await changeBrief(db, { what, text }, this.#newTap(temper))
    // Whoever dies before it is durable was told nothing.
    this.briefs.push(what)
    for (const opId of deleted) this.deleted.add(opId)
    for (const { opId, lane } of queued) this.#noteQueued(opId, lane)
  }

  async #import(temper: Temper, db: UserDatabase): Promise<void> {
    const of = { importId: crypto.randomUUID(), order: this.#slots }
    for (const opId of await queueImport(db, of, () => this.#newTap(temper))) {
      this.#noteQueued(opId, importLane)
      this.parts.set(opId, of.importId)
    }
  }

  /** The person takes back the import that they made last and have not taken back. */
  async #undoImport(temper: Temper, db: UserDatabase): Promise<void> {
    const importId = [...this.parts.values()].findLast((id) => !this.undone.has(id))
    if (importId === undefined) return
    const tap = this.#newTap(temper)
    this.undone.set(importId, tap.opId)
    await queueUndo(db, importId, tap)
    this.#noteQueued(tap.opId, importLane)
    const left = new Set((await unsentOps(db)).map((row) => row.opId))
    for (const [part, of] of this.parts) {
      if (of === importId && !left.has(part)) this.deleted.add(part)
    }
  }

  /** The person deletes one of the messages that have arrived. */
  async deleteSent(pick: number): Promise<void> {
    const sent = await this.#database.messages
      .filter(({ deletedAt }) => deletedAt === null)
      .toArray()
    const message = sent[pick % Math.max(1, sent.length)]
    if (!message) return
    const order = this.#slots
    this.#slots += 1
    const opId = crypto.randomUUID()
    const payload = { chatId: message.chatId, messageId: message._id }
    const command = { kind: 'chat.delete', payload } as const
    const queued = await enqueue(this.#database, command, this.#moment(opId))
    // One whose deletion waits already is not deleted twice.
    if (queued.status !== 'queued') return
    this.queued.set(opId, { opId, lane: laneOf('chat.delete', payload), order })
    this.erased.add(message._id)
  }

  /** The person reacts to one of the messages that have arrived, deleted ones too, or takes it back. */
  async react(pick: number): Promise<void> {
    const sent = await this.#database.messages.toArray()
    const message = sent[pick % Math.max(1, sent.length)]
    if (!message) return
    const order = this.#slots
    this.#slots += 1
    const opId = crypto.randomUUID()
    const reaction = [...reactionNames, null][pick % (reactionNames.length + 1)] ?? null
    const payload = { chatId: message.chatId, messageId: message._id, reaction }
    const command = { kind: 'chat.react', payload } as const
    const queued = await enqueue(this.#database, command, this.#moment(opId))
    if (queued.status === 'queued') {
      this.queued.set(opId, { opId, lane: laneOf('chat.react', payload), order })
    }
  }

  /** Another phone of the person, which has seen nothing, writes beside the same answer and in the same plan. */
  writeElsewhere(): void {
    this.server.writeElsewhere(noteOf(`elsewhere ${this.#slots}`))
    this.server.writeLineElsewhere(planLines[0], `elsewhere ${this.#slots}`)
  }

  /** Reads what the server has beside answers, and of the plan. */
  async readNotesAgain(): Promise<void> {
    for (let stored = ''; stored !== 'stored';) {
      const since = await notesSince(this.#database)
      const notes = [...this.server.notes.values()].filter(({ version }) => version > since)
      stored = await storeNotes(this.#database, { notes, epoch: this.server.epoch })
    }
    await storePlan(this.#database, this.server.plan.page(this.server.epoch))
  }

  #newTap(temper: Temper) {
    const opId = crypto.randomUUID()
    this.server.tempers.set(opId, temper)
    return this.#moment(opId)
  }

  #noteQueued(opId: string, lane: string): void {
    this.queued.set(opId, { opId, lane, order: this.#slots })
    this.#slots += 1
  }

  #moment(opId: string) {
    return { epochMs: this.#clockMs, localDate: utcDate(this.#clockMs), tz: 'UTC', opId }
  }

  async undo(pick: number): Promise<void> {
    const rows = await unsentOps(this.#database)
    const row = rows[pick % Math.max(1, rows.length)]
    if (!row || (await deleteOp(this.#database, row.opId)) !== 'deleted') return
    this.deleted.add(row.opId)
    if (/^(?:brief:|share:brief)/.test(row.lane)) this.briefUndone = true
  }

  /** The person presses Retry on everything that was refused. */
  async retryRefused(): Promise<void> {
    for (const row of await unsentOps(this.#database)) {
      if (row.state !== 'dead' && row.state !== 'asks') continue
      this.outOfLine.add(row.opId)
      await retryOps(this.#database, row.opId)
    }
  }

  /** One context sends up files while `fates` hit its requests. */
  async upload(fates: readonly Fate[]): Promise<UploadOutcome> {
    const left = [...fates]
    return await uploadAll({
      db: this.#database,
      session: () => this.#session(),
      upload: async ({ messageId }, token, onProgress) => {
        onProgress(1)
        this.server.takeFile(messageId, token, left.shift() ?? 'delivered')
      },
      now: () => this.#clockMs,
      random: () => 0.5,
    })
  }

  /** Somebody makes a backup of the server. */
  backUp(): void {
    this.#backup = { restore: this.server.backUp(), hours: 0 }
  }

  /** The server comes back from its backup, where that is not older than what a phone still knows. */
  restore(): void {
    if (!this.#backup || this.#backup.hours >= 20) return
    this.#backup.restore()
    this.restored = true
  }

  /** The stream says which life of its data the server is in. */
  async hear(): Promise<void> {
    await meetEpoch(this.#database, this.server.epoch, this.#clockMs)
  }

  /** What the phone still has of what was acknowledged. */
  async sent(): Promise<string[]> {
    return (await this.#database.sentOps.toArray()).map(({ opId }) => opId)
  }

  moveClock(byMs: number): void {
    this.#clockMs += byMs
    if (this.#backup) this.#backup.hours += Math.abs(byMs) / 3_600_000
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
      this.drainMoments = process.moments
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
      session: () => this.#session(),
      push: (ops, token, epoch) =>
        process.whileAlive(callApi(syncApi.pushOps, { body: { ops: [...ops] } }, { token, epoch })),
      now: () => this.#clockMs,
      random: () => 0.5,
    })
  }

  async #session() {
    return this.#token === undefined ? undefined : { token: this.#token, userId: this.#sessionUser }
  }

  async wake(): Promise<void> {
    await resetBackoff(this.#database)
    await wakeUploads(this.#database)
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
    await this.hear()
    for (let round = 0; round < 12; round += 1) {
      await this.#answerWhatAsks()
      await forceQueue(this.#database)
      await this.upload([])
      const outcome = await this.drain([], [])
      const empty = typeof outcome === 'object' && outcome.status === 'empty'
      if (empty && !(await this.#waits())) {
        await readPictures(this.#database, this.server)
        return await this.readNotesAgain()
      }
      this.moveClock(3_600_000)
    }
    throw new Error('The queue did not empty although everything was well')
  }

  /** Whether something is left that the network or the person can still send. */
  async #waits(): Promise<boolean> {
    return (await unsentOps(this.#database)).some(({ state }) => state !== 'dead')
  }

  /** The person says of each that it still goes. */
  async #answerWhatAsks(): Promise<void> {
    for (const { state, opId } of await unsentOps(this.#database)) {
      if (state !== 'asks') continue
      this.outOfLine.add(opId)
      await retryOps(this.#database, opId)
    }
  }
}
