import { type PayloadOf, laneOf } from '#contract/commands.ts'
import { reactionNames } from '#contract/chat/model.ts'
import { syncApi } from '#contract/sync/api.ts'
import { utcDate, addDays, type LocalDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { ChosenFile } from '#src/offline/engine/attachments.ts'
import { UserDatabase } from '#src/offline/storage/database.ts'
import {
  deleteOp,
  enqueue,
  retryOps,
  reviveAfterUpgrade,
  unsentOps,
} from '#src/offline/engine/outbox.ts'
import { claimDatabase } from '#src/offline/storage/user-transaction.ts'
import { readMessages } from '#src/offline/features/chat/shown-messages.ts'
import { drain, type DrainOutcome } from '#src/offline/engine/push.ts'
import { meetEpoch } from '#src/offline/engine/sent.ts'
import { forceQueue, resetBackoff } from '#src/offline/engine/queue.ts'
import { uploadAll, wakeUploads, type UploadOutcome } from '#src/offline/files/uploads.ts'
import { notesSince, storeNotes } from '#src/offline/features/tracker-notes.ts'
import { readNotes } from '#src/features/trackers/notes/notes-resource.ts'
import { Process, type Strike } from './device.ts'
import { ModelServer, type Fate, type Temper } from './model-server.ts'

export interface QueuedOp {
  readonly opId: string
  readonly lane: string
  readonly order: number
}

/** What a person does: an answer, words beside the answer of one day, or words or a file in one of two chats. */
export type Tap = TrackerType | 'words A' | 'words B' | 'file A' | 'reply A' | 'note'
export const chatTaps = ['words A', 'words B', 'file A', 'reply A'] as const

type TapCommand =
  | { kind: 'trackers.record'; payload: PayloadOf<'trackers.record'> }
  | { kind: 'trackers.note'; payload: PayloadOf<'trackers.note'> }
  | { kind: 'chat.send'; payload: PayloadOf<'chat.send'> }

const answers = { Mood: 'happy', Fitness: 'active', Sleep: '7 - 8', Diet: 'well' } as const
const chatA = '01985a3c-0000-7a10-8c00-0000000000c1'
const chatB = '01985a3c-0000-7a10-8c00-0000000000c2'

/** All notes are of one day, so that each meets the others. */
const noteDay = '2000-01-01' as LocalDate

function noteOf(text: string): PayloadOf<'trackers.note'> {
  const words = { feelings: [], tags: [], ownTags: [], text }
  return { trackerType: 'Mood', day: noteDay, ...words, basedOn: null, settles: [] }
}

const start = Date.parse('2026-11-21T12:00:00Z')

/** One phone, its server and the network between them. Every fact the guarantees speak of is written down here. */
export class World {
  readonly server = new ModelServer()
  readonly queued = new Map<string, QueuedOp>()
  readonly deleted = new Set<string>()
  /** Messages that were deleted after they had arrived. */
  readonly erased = new Set<string>()
  restored = false
  /** How many moments the process of the last drain lived to see. */
  drainMoments = 0
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
  #backup: { restore: () => void; hours: number } | undefined

  private constructor(userId: string) {
    this.userId = userId
    this.#sessionUser = userId
    this.#database = new UserDatabase(userId)
    this.server.sessions.set('token-1', userId)
  }

  static async open(): Promise<World> {
    const world = new World(crypto.randomUUID())
    await claimDatabase(world.#database, () => crypto.randomUUID())
    return world
  }

  async close(): Promise<void> {
    await this.#database.delete()
  }

  /** The person answers or writes, and it is in line. */
  async tap(what: Tap, temper: Temper = 'fine', db = this.#database): Promise<void> {
    const order = this.#slots
    this.#slots += 1
    const opId = crypto.randomUUID()
    this.server.tempers.set(opId, temper)
    const { command, file } = commandOf(what, order)
    const answered = [...this.queued.values()].find((op) => op.lane === `chat:${chatA}`)
    if (what === 'reply A' && command.kind === 'chat.send' && answered) {
      command.payload.replyTo = answered.opId
    }
    if (command.kind === 'trackers.note') command.payload.basedOn = await this.#noteSeen()
    const lane = await this.#queue(db, opId, command, file)
    this.queued.set(opId, { opId, lane, order })
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

  /** One's own reactions as a screen shows them, by message; only those of messages that are there. */
  async reactionsOnDevice(): Promise<Map<string, string | null>> {
    const shown = await Promise.all(
      [chatA, chatB].map((chatId) => readMessages(this.#database, chatId, 1_000)),
    )
    const there = shown.flat().filter(({ deleted, seq }) => !deleted && seq !== null)
    return new Map(there.map(({ id, reactions }) => [id, reactions[0]?.reaction ?? null]))
  }

  async #queue(
    db: UserDatabase,
    opId: string,
    command: TapCommand,
    file: ChosenFile | undefined,
  ): Promise<string> {
    const tap = this.#moment(opId)
    const result =
      command.kind === 'chat.send'
        ? await enqueue(db, command, tap, file)
        : command.kind === 'trackers.note'
          ? await enqueue(db, command, tap)
          : await enqueue(db, command, tap)
    if (result.status !== 'queued') throw new Error(`refused: ${result.code}`)
    switch (command.kind) {
      case 'chat.send':
        return laneOf(command.kind, command.payload)
      case 'trackers.note':
        return laneOf(command.kind, command.payload)
      case 'trackers.record':
        return laneOf(command.kind, command.payload)
    }
  }

  /** The write that a person sees who opens the day; null where there is none. */
  async #noteSeen(): Promise<string | null> {
    const shown = await readNotes(this.#database, noteDay)
    return shown[0]?.rev ?? null
  }

  /** Another phone of the person, which has seen nothing, writes beside the same answer. */
  writeElsewhere(): void {
    this.server.writeElsewhere(noteOf(`elsewhere ${this.#slots}`))
  }

  /** Reads what the server has beside answers. */
  async readNotesAgain(): Promise<void> {
    for (let stored = ''; stored !== 'stored';) {
      const since = await notesSince(this.#database)
      const notes = [...this.server.notes.values()].filter(({ version }) => version > since)
      stored = await storeNotes(this.#database, { notes, epoch: this.server.epoch })
    }
  }

  /** The words of the day as a screen shows them, with those that were written over. */
  async notesOnDevice() {
    return await readNotes(this.#database, noteDay)
  }

  #moment(opId: string) {
    return { epochMs: this.#clockMs, localDate: utcDate(this.#clockMs), tz: 'UTC', opId }
  }

  async undo(pick: number): Promise<void> {
    const rows = await unsentOps(this.#database)
    const row = rows[pick % Math.max(1, rows.length)]
    if (row && (await deleteOp(this.#database, row.opId)) === 'deleted') this.deleted.add(row.opId)
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

  async filesOnDevice() {
    const db = this.#database
    return {
      facts: await db.attachments.toCollection().primaryKeys(),
      bytes: await db.attachmentFiles.toCollection().primaryKeys(),
    }
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
      await wakeUploads(this.#database)
      await this.upload([])
      const outcome = await this.drain([], [])
      const empty = typeof outcome === 'object' && outcome.status === 'empty'
      if (empty && !(await this.#waits())) return await this.readNotesAgain()
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

function commandOf(what: Tap, order: number): { command: TapCommand; file?: ChosenFile } {
  if (what in answers) {
    const trackerType = what as TrackerType
    // Each answer has a day of its own, so that all of them may stand.
    const date = addDays('2000-01-01' as LocalDate, order)
    const payload = { trackerType, answer: answers[trackerType], date }
    return { command: { kind: 'trackers.record', payload } }
  }
  if (what === 'note') {
    return { command: { kind: 'trackers.note', payload: noteOf(`note ${order}`) } }
  }
  const chatId = what === 'words B' ? chatB : chatA
  const words = { chatId, content: `message ${order}` }
  if (what !== 'file A') return { command: { kind: 'chat.send', payload: words } }
  const file = { name: 'a.pdf', type: 'application/pdf', data: new ArrayBuffer(8) }
  return { command: { kind: 'chat.send', payload: { ...words, file: { name: file.name } } }, file }
}
