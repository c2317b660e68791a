import * as v from 'valibot'
import { blockRequestSchema } from '#contract/safety/model.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'

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
