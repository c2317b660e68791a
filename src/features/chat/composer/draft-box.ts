import type { Enqueued } from '#src/offline/engine/outbox.ts'
import type { ChatDraft } from '#src/offline/features/chat/rows.ts'
import {
  draftMoment,
  isEmptyDraft,
  readDraft,
  saveDraftFrom,
} from '#src/offline/features/chat/store.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { createComposerBox, type BoxParts, type ComposerBox, type Written } from './composer-box.ts'

/** The chat that a box is for, and what is written in it as the box begins. */
export interface BoxChat {
  readonly db: UserDatabase
  readonly chatId: string
  readonly draft: ChatDraft | undefined
}

export interface DraftBoxParts extends Omit<BoxParts, 'save'> {
  /** Gets the outcome of each write. */
  readonly onStored: (outcome: 'stored' | 'failed') => void
}

export interface DraftBox {
  readonly box: ComposerBox
  /** Sends after all that was stored before; `send` gets the moment of the draft that goes with it, null for none. */
  readonly sendDraft: (send: (draftAt: number | null) => Promise<Enqueued>) => Promise<Enqueued>
  /** Looks whether another page has written or sent the draft, and follows it. */
  readonly catchUp: () => Promise<void>
}

const nothing: Written = { text: '', file: null }

/**
 * The box of a chat whose draft other pages of the same person write too. What they stored is taken in before the words of
 * this one; a box that holds nothing but what is stored follows what they store and what they send.
 */
export function createDraftBox({ db, chatId, draft }: BoxChat, parts: DraftBoxParts): DraftBox {
  /** The stored draft that this page goes on from. */
  let known: { readonly at: number | null; readonly written: Written } = knownOf(draft)

  async function save(unsent: ChatDraft): Promise<void> {
    const other = await saveDraftFrom(db, unsent, known.at)
    known = knownOf(other ?? unsent)
    if (other) box.takeIn(other)
  }

  const writer = createDraftWriter(save, parts.onStored)
  const box = createComposerBox(draft ?? nothing, {
    ...parts,
    save: (unsent) => writer.put(draftNow(chatId, unsent)),
  })

  return {
    box,
    sendDraft: (send) =>
      writer.instead(async () => {
        const outcome = await send(known.at)
        if (outcome.status === 'queued') known = knownOf(undefined)
        return outcome
      }),
    catchUp: () =>
      writer.afterwards(async () => {
        if ((await draftMoment(db, chatId)) === known.at) return
        const other = await readDraft(db, chatId)
        if (box.follow(known.written, other ?? nothing)) known = knownOf(other)
      }),
  }
}

/** An empty draft is none on the device. */
function knownOf(draft: ChatDraft | undefined) {
  return { at: draft && !isEmptyDraft(draft) ? draft.at : null, written: draft ?? nothing }
}

function draftNow(chatId: string, written: Written): ChatDraft {
  const { text, file, replyTo = null } = written
  return { chatId, text, file, replyTo, at: Date.now() }
}

export interface DraftWriter {
  /** Stores the newest of many drafts, as fast as the device writes: what comes meanwhile takes the place of what waits. */
  put(draft: ChatDraft): void
  /** Does something about the chat after everything that was put before, in whose place it comes. */
  instead<T>(work: () => Promise<T>): Promise<T>
  /** Does something once everything that was put before is stored. Never rejects. */
  afterwards(work: () => Promise<void>): Promise<void>
}

/**
 * Writes drafts one after the other, so that none that was typed earlier comes after a later one, or after its message
 * was sent. `onOutcome` gets the outcome of each.
 */
export function createDraftWriter(
  save: (draft: ChatDraft) => Promise<void>,
  onOutcome: (outcome: 'stored' | 'failed') => void,
): DraftWriter {
  let newest: ChatDraft | undefined
  let tail: Promise<unknown> = Promise.resolve()

  async function write(): Promise<void> {
    const draft = newest
    if (!draft) return
    newest = undefined
    try {
      await save(draft)
      onOutcome('stored')
    } catch {
      onOutcome('failed')
    }
  }

  return {
    put(draft) {
      const waits = newest !== undefined
      newest = draft
      if (!waits) tail = tail.then(write)
    },
    instead(work) {
      newest = undefined
      const done = tail.then(work)
      tail = done.catch(() => undefined)
      return done
    },
    afterwards(work) {
      const done = tail.then(work).catch(() => undefined)
      tail = done
      return done
    },
  }
}
