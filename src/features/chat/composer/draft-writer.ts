import type { ChatDraft } from '#src/offline/features/chat/rows.ts'

export interface DraftWriter {
  /** Stores the newest of many drafts, as fast as the device writes: what comes meanwhile takes the place of what waits. */
  put(draft: ChatDraft): void
  /** Does something about the chat after everything that was put before, in whose place it comes. */
  instead<T>(work: () => Promise<T>): Promise<T>
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
  }
}
