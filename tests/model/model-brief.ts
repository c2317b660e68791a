import * as v from 'valibot'
import { briefSendSchema, type BriefContent, type BriefReceipt } from '#contract/brief/model.ts'
import type { WireOp } from '#contract/sync/api.ts'
import { sendBrief, takeBack } from '#src/features/brief/brief-resource.ts'
import { unsentOps, type TapMoment } from '#src/offline/engine/outbox.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'

/** The person sends the brief of one session, or takes it back. */
export type BriefTap = 'brief' | 'brief back'

export function isBriefTap(tap: string): tap is BriefTap {
  return tap === 'brief' || tap === 'brief back'
}

/** All briefs are of one session, so that each meets the others. */
export const briefBooking = '01985a3c-0000-7a10-8c00-0000000000b1'
const reader = '01985a3c-0000-7a10-8c00-0000000000b2'

/** Gives the ids of operations that are gone by it, and what is newly in line. */
export async function changeBrief(
  db: UserDatabase,
  { what, text }: { readonly what: BriefTap; readonly text: string },
  tap: TapMoment,
): Promise<{ deleted: string[]; queued: { opId: string; lane: string }[] }> {
  const before = await unsentOps(db)
  const blocks: BriefContent['blocks'] = [{ kind: 'words', sentence: 'talk', text }]
  if (what === 'brief') await sendBrief(db, briefBooking, { span: null, blocks }, tap)
  else await takeBack(db, { bookingId: briefBooking, providerId: reader }, tap)
  const after = await unsentOps(db)
  const isIn = (rows: typeof before, opId: string) => rows.some((row) => row.opId === opId)
  return {
    deleted: before.filter(({ opId }) => !isIn(after, opId)).map(({ opId }) => opId),
    queued: after.filter(({ opId }) => !isIn(before, opId)),
  }
}

/** The brief at the model of the server. */
export class ModelBrief {
  readonly stored = new Map<string, { content: BriefContent | null; withdrawals: number }>()

  get content(): BriefContent | null {
    return this.#known().content
  }

  /** One whose sender knew of fewer ends than there were is not shown. */
  send({ opId, payload }: WireOp): BriefReceipt {
    const sent = v.parse(briefSendSchema, payload)
    const { withdrawals } = this.#known()
    const shown = sent.withdrawals >= withdrawals
    if (shown) this.stored.set('brief', { content: sent.content, withdrawals })
    const sentAt = shown ? '2026-11-21T12:00:00.000Z' : null
    return { bookingId: briefBooking, rev: opId, sentAt, withdrawals }
  }

  takeBack(): void {
    this.stored.set('brief', { content: null, withdrawals: this.#known().withdrawals + 1 })
  }

  #known() {
    return this.stored.get('brief') ?? { content: null, withdrawals: 0 }
  }
}
