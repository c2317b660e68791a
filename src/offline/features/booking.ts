import * as v from 'valibot'
import {
  bookingCancelSchema,
  bookingLane,
  cancelReceiptSchema,
  type BookingCancel,
  type CancelReceipt,
} from '#contract/booking/model.ts'
import { serverClock } from '#src/offline/api/api.ts'
import { mayHaveArrived, type Kind, type OutboxRow } from '#src/offline/engine/outbox-row.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransactionWithRoom } from '#src/offline/storage/user-transaction.ts'

export const bookingCancel: Kind<'booking.cancel', CancelReceipt> = {
  tables: (db) => [db.bookings],

  /** Of two taps the second does nothing, in another tab too. */
  async admit(db, cancel) {
    const known = await db.bookings.get(cancel.bookingId)
    const waiting = (await cancelRows(db, cancel.bookingId)).some(({ state }) => state !== 'dead')
    return known?.status === 'cancelled' || waiting ? 'wrong_state' : 'ok'
  },

  async settle(db, receipts) {
    for (const { bookingId, ...rest } of receipts) {
      const known = await db.bookings.get(bookingId)
      if (!known || known.sequence >= rest.sequence) continue
      await db.bookings.put({ ...known, ...rest, status: 'cancelled', proposal: null })
    }
  },

  // A session that the server has forgotten needs no cancel.
  idleAgain: ['not_found'],
  resultSchema: cancelReceiptSchema,
}

/** The cancel of a session that has not reached the server, or that the server refused. */
export interface WaitingCancel {
  readonly opId: string
  readonly cancel: BookingCancel
  /** `first`: it is about to be tried for the first time. */
  readonly status: 'first' | 'waits' | 'refused'
  /** Why it was refused, in the server's own words. */
  readonly refusal: string | undefined
}

/** For a live query; the newest where there are several, undefined where there is none. */
export async function waitingCancel(
  db: UserDatabase,
  bookingId: string,
): Promise<WaitingCancel | undefined> {
  const row = (await cancelRows(db, bookingId)).at(-1)
  const parsed = v.safeParse(bookingCancelSchema, row?.payload)
  if (!row || !parsed.success) return undefined
  const { opId, state, lastError } = row
  const status = state === 'dead' ? 'refused' : mayHaveArrived(row) ? 'waits' : 'first'
  return { opId, cancel: parsed.output, status, refusal: lastError?.message }
}

/** The person has read why their cancels of a session were refused, or tries anew. */
export async function dropRefusedCancels(db: UserDatabase, bookingId: string): Promise<void> {
  await userTransactionWithRoom(db, [db.outbox], async () => {
    const refused = (await cancelRows(db, bookingId)).filter(({ state }) => state === 'dead')
    await db.outbox.bulkDelete(refused.map(({ seq }) => seq))
  })
}

/** In the order of the taps. */
async function cancelRows(db: UserDatabase, bookingId: string): Promise<OutboxRow[]> {
  return await db.outbox.where('lane').equals(bookingLane(bookingId)).sortBy('seq')
}

/** A moment of this device by the server's clock, and when the two were last compared. All ISO 8601. */
export async function onServerClock(
  db: UserDatabase,
  deviceMs: number,
): Promise<Pick<BookingCancel, 'tappedAt' | 'lastAnswerAt'>> {
  const row = await db.meta.get('bookingsAsOf')
  const stored = row?.key === 'bookingsAsOf' ? row : undefined
  // What an older build stored says by this device's clock alone when it heard from the server.
  const lastAnswerMs = stored?.asOfMs ?? deviceMs
  const clock = serverClock() ?? stored?.clock ?? { serverMs: lastAnswerMs, deviceMs: lastAnswerMs }
  return {
    tappedAt: new Date(deviceMs + clock.serverMs - clock.deviceMs).toISOString(),
    lastAnswerAt: new Date(clock.serverMs).toISOString(),
  }
}
