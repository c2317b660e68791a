import { shareKey } from '#contract/sharing/model.ts'
import { readNotes } from '#src/features/trackers/notes/notes-resource.ts'
import { readBrief } from '#src/offline/features/brief.ts'
import { readMessages } from '#src/offline/features/chat/shown-messages.ts'
import { readPlan } from '#src/offline/features/plan.ts'
import { waitingRevocations } from '#src/offline/features/sharing.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { pictureOf } from './day-picture.ts'
import { briefBooking } from './model-brief.ts'
import type { ModelServer } from './model-server.ts'
import { chatA, chatB, noteDay, sharedResult } from './taps.ts'

/** What a person finds on their phone, as its screens read it. */
export class ShownOnPhone {
  readonly #database: UserDatabase
  readonly #server: ModelServer

  constructor(database: UserDatabase, server: ModelServer) {
    this.#database = database
    this.#server = server
  }

  /** Whom this phone still shows the result to: what waits to be hidden is hidden here already. */
  async result(): Promise<string[]> {
    const record = await this.#database.questRecords.get(sharedResult.itemId)
    const waiting = await waitingRevocations(this.#database)
    const isShown = (viewerId: string) => !waiting.has(shareKey({ ...sharedResult, viewerId }))
    return (record?.sharedWith ?? []).filter(isShown)
  }

  /** What the phone says of the day's picture, its name here, and what the server has. */
  async picture() {
    return await pictureOf(this.#database, this.#server)
  }

  /** What of imports this phone has from the server. */
  async imported() {
    return await this.#database.trackerEntries.where('importId').above('').toArray()
  }

  /** One's own reactions, by message; only those of messages that are there. */
  async reactions(): Promise<Map<string, string | null>> {
    const read = await Promise.all(
      [chatA, chatB].map((chatId) => readMessages(this.#database, chatId, 1_000)),
    )
    const there = read.flat().filter(({ deleted, seq }) => !deleted && seq !== null)
    return new Map(there.map(({ id, reactions }) => [id, reactions[0]?.reaction ?? null]))
  }

  /** The words of the day, with those that were written over. */
  async notes() {
    return await readNotes(this.#database, noteDay)
  }

  /** The write that a person sees who opens the day; null where there is none. */
  async noteSeen(): Promise<string | null> {
    const [note] = await this.notes()
    return note?.rev ?? null
  }

  async brief() {
    return await readBrief(this.#database, briefBooking)
  }

  async plan() {
    return await readPlan(this.#database)
  }

  async lineSeen(id: string): Promise<string | null> {
    const { items, removed } = await this.plan()
    return [...items, ...removed].find((item) => item.id === id)?.rev ?? null
  }

  async files() {
    const db = this.#database
    return {
      facts: await db.attachments.toCollection().primaryKeys(),
      bytes: await db.attachmentFiles.toCollection().primaryKeys(),
    }
  }
}
