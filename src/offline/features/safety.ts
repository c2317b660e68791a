import * as v from 'valibot'
import {
  type Block,
  blockRequestSchema,
  blockSchema,
  type OwnReport,
  ownReportSchema,
} from '#contract/safety/api.ts'
import type { Kind } from '#src/offline/engine/outbox-row.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'

export const safetyBlock: Kind<'safety.block', Block> = {
  tables: (db) => [db.blocks, db.friends, db.sentRequests, db.receivedRequests, db.notices],

  async admit() {
    return 'ok'
  },

  /** Whoever was blocked leaves this device's lists with the same step: the server no longer shows them either. */
  async settle(db, blocks) {
    await db.blocks.bulkPut(blocks)
    const gone = new Set(blocks.map(({ userId }) => userId))
    await db.friends.bulkDelete([...gone])
    await db.sentRequests.filter(({ toUserId }) => gone.has(toUserId)).delete()
    await db.receivedRequests.filter(({ fromUserId }) => gone.has(fromUserId)).delete()
    await db.notices.filter(({ person }) => gone.has(person.id)).delete()
  },

  harmlessTwice: true,
  resultSchema: blockSchema,
}

/** A report goes to those who handle it; nothing on the device shows it. */
export const safetyReport: Kind<'safety.report', OwnReport> = {
  tables: () => [],

  async admit() {
    return 'ok'
  },

  async settle() {},

  harmlessTwice: true,
  resultSchema: ownReportSchema,
}

/**
 * Whom the person has blocked, as far as this device knows: a block holds here from the tap on, whenever it is sent.
 * For a live query.
 */
export async function readHidden(db: UserDatabase): Promise<ReadonlySet<string>> {
  const [known, waiting] = await Promise.all([
    db.blocks.toCollection().primaryKeys(),
    db.outbox.filter((row) => row.kind === 'safety.block' && row.state !== 'dead').toArray(),
  ])
  return new Set([...known, ...waiting.flatMap(({ payload }) => blockedBy(payload))])
}

function blockedBy(payload: unknown): string[] {
  const parsed = v.safeParse(blockRequestSchema, payload)
  return parsed.success ? [parsed.output.userId] : []
}
