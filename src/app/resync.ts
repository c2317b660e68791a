import type { Heads } from '#contract/events/model.ts'

/**
 * Reads again what has changed since it was read last; rejects as the reads do, and what failed is read the next time.
 * What was read otherwise is forgotten: a state that changed and changed back is not the one that was read.
 */
export function createResync(read: Record<keyof Heads | 'marks', () => Promise<void>>) {
  const known: { -readonly [K in keyof Heads]: Heads[K] } = {}
  async function readPart(part: keyof Heads, head: string | undefined): Promise<void> {
    // Before the read: what is forgotten meanwhile stays forgotten.
    known[part] = head
    try {
      await read[part]()
    } catch (error) {
      known[part] = undefined
      throw error
    }
  }
  return {
    async readChanged({ chats, notices }: Heads = {}): Promise<void> {
      // What was read here goes up either way.
      await (chats !== undefined && chats === known.chats ? read.marks() : readPart('chats', chats))
      if (notices === undefined || notices !== known.notices) await readPart('notices', notices)
    },
    forget(...parts: (keyof Heads)[]): void {
      for (const part of parts) known[part] = undefined
    },
  }
}
