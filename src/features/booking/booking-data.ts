import { liveQuery } from 'dexie'
import { v7 as newUuid } from 'uuid'
import type { ProviderCard } from '#contract/account/profile.ts'
import { bookingApi, type BookingAccess } from '#contract/booking/api.ts'
import type { Booking, Slot, SlotsReply } from '#contract/booking/model.ts'
import { briefOfferedHours } from '#contract/brief/model.ts'
import { joinMinutesAfter, joinMinutesBefore } from '#contract/calendar/model.ts'
import { minuteMs, hourMs } from '#contract/local-date.ts'
import { defineRemote, defineResource, refreshResource } from '#src/data/resource.ts'
import { refreshProvider } from '#src/features/providers/directory/directory-resource.ts'
import { readProvider } from '#src/features/providers/directory/directory-store.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import { mayHaveArrived } from '#src/offline/engine/outbox-row.ts'
import { deleteOp, enqueue } from '#src/offline/engine/outbox.ts'
import { tapMoment } from '#src/offline/engine/tap-moment.ts'
import {
  dropRefusedCancels,
  onServerClock,
  waitingCancel,
  type WaitingCancel,
} from '#src/offline/features/booking.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { bookingsResource, readBookings, saveOwnChange } from './bookings-resource.ts'

/** Why a provider cannot be booked at all: there is no such provider, or they do not see people under 18. */
export type AccessRefusal = 'missing' | 'adults_only'

/** An address that names nobody or is no id at all, and a provider who does not see people under 18. */
const refusals: ReadonlyMap<string, AccessRefusal> = new Map([
  ['not_found', 'missing'],
  ['invalid_input', 'missing'],
  ['minors_not_seen', 'adults_only'],
])

/** Whether the viewer may book at a provider, and with how many sessions; asked before any slot is shown. */
export const accessRemote = defineRemote<BookingAccess | AccessRefusal, [providerId: string]>({
  async fetch(token, providerId) {
    try {
      return await callApi(bookingApi.validateAccess, { params: { providerId } }, { token })
    } catch (error) {
      const refusal = isApiProblem(error) ? refusals.get(error.problem.code) : undefined
      if (refusal === undefined) throw error
      return refusal
    }
  },
  /** What a person chooses a slot from does not change; the server counts again when the slot is booked. */
  merge(shown, fetched) {
    const choosing = typeof shown === 'object' && shown.canBook
    return choosing && fetched !== 'missing' ? shown : fetched
  },
})

/** Whose slots: a client looks at those of a provider, a provider at those that they can propose for a session. */
export interface SlotSource {
  readonly kind: 'provider' | 'session'
  readonly id: string
}

type SlotArgs = [
  kind: SlotSource['kind'],
  id: string,
  startMs: number,
  endMs: number,
  duration: number,
]

/** The slots that start between two moments, for sessions of so many minutes. */
export const slotsRemote = defineRemote<SlotsReply, SlotArgs>({
  fetch: async (token, kind, id, startMs, endMs, duration) => {
    const query = {
      startDate: new Date(startMs).toISOString(),
      endDate: new Date(endMs).toISOString(),
      duration: String(duration),
    }
    return kind === 'session'
      ? await callApi(bookingApi.openSlots, { params: { id }, query }, { token })
      : await callApi(bookingApi.availableSlots, { params: { providerId: id }, query }, { token })
  },
})

/** A provider as the directory knows them; the server is asked for those alone whom this device does not know. */
export const providerResource = defineResource({
  key: 'booking.provider',
  read: (db: UserDatabase, id: string): Promise<ProviderCard | undefined> =>
    readProvider(db.viewerId, id),
  refresh: async (db: UserDatabase, token: string, id: string) => {
    if (!(await readProvider(db.viewerId, id))) await refreshProvider(db, token, id)
  },
})

/**
 * Books a slot and gives the one that is booked. One that is booked already by a call whose answer was lost counts as
 * booked, also where it is one of those that were asked for before without an answer: no second one is booked then. Rejects
 * where the server refused or did not answer, as those below do.
 */
export async function book(
  db: UserDatabase,
  providerId: string,
  slot: Slot,
  unanswered: readonly Slot[],
): Promise<Slot> {
  if (unanswered.some((other) => !isSameTime(other, slot))) {
    await refreshResource(db, bookingsResource)
    const booked = await bookedOf(db, providerId, unanswered)
    if (booked) return booked
  }
  const body = { serviceProviderId: providerId, ...timesOf(slot) }
  try {
    await change(db, (token) => callApi(bookingApi.book, { body }, { token }))
  } catch (error) {
    if (!isApiProblem(error) || !refusedOnceBooked.has(error.problem.code)) throw error
    // Where the sessions cannot be read, the refusal stands.
    await refreshResource(db, bookingsResource).catch(() => undefined)
    if (!(await bookedOf(db, providerId, [slot]))) throw error
  }
  return slot
}

/** What a slot is refused with that the person has: it is taken, or was the last session that they had left. */
const refusedOnceBooked: ReadonlySet<string> = new Set(['slot_taken', 'no_sessions'])

/** Which of the slots the person has booked with a provider, as far as this device knows. */
async function bookedOf(
  db: UserDatabase,
  providerId: string,
  slots: readonly Slot[],
): Promise<Slot | undefined> {
  const own = ((await readBookings(db)) ?? []).filter(
    (each) => each.role === 'client' && each.status === 'booked' && each.with?._id === providerId,
  )
  return slots.find((slot) => own.some((each) => isSameTime(each, slot)))
}

function isSameTime(
  one: Pick<Slot, 'start' | 'end'>,
  { start, end }: Pick<Slot, 'start' | 'end'>,
): boolean {
  return one.start === start && one.end === end
}

export async function moveBooking(db: UserDatabase, id: string, slot: Slot): Promise<void> {
  const input = { params: { id }, body: timesOf(slot) }
  await change(db, (token) => callApi(bookingApi.rescheduleBooking, input, { token }))
}

/**
 * Queues the cancel of a session with the moment of the tap, which is what counts: it is durable when the promise resolves.
 * `known`: it is cancelled already, or its cancel waits. Throws as `enqueue` does.
 */
export async function cancelBooking(
  db: UserDatabase,
  { _id: bookingId, sequence }: Pick<Booking, '_id' | 'sequence'>,
): Promise<'queued' | 'known'> {
  const tap = tapMoment({ epochMs: Date.now(), opId: newUuid() })
  const moments = await onServerClock(db, tap.epochMs)
  await dropRefusedCancels(db, bookingId)
  const payload = { bookingId, sequence, ...moments }
  const { status } = await enqueue(db, { kind: 'booking.cancel', payload }, tap)
  return status === 'queued' ? 'queued' : 'known'
}

/** As long as somebody looks at a button that is busy. */
const firstTryMs = 4_000

/**
 * Resolves with what came of a cancel that was just queued: why it was refused, or that it waits, where nothing answered at
 * once, or this device could not say.
 */
export async function outcomeOfCancel(
  db: UserDatabase,
  bookingId: string,
): Promise<'cancelled' | 'waits' | { refusal: string | undefined }> {
  const known = await new Promise<{ row: WaitingCancel | undefined } | undefined>((resolve) => {
    let last: { row: WaitingCancel | undefined } | undefined
    const end = () => {
      subscription.unsubscribe()
      clearTimeout(timeout)
      resolve(last)
    }
    const timeout = setTimeout(end, firstTryMs)
    const subscription = liveQuery(() => waitingCancel(db, bookingId)).subscribe({
      next: (row) => {
        last = { row }
        if (row?.status !== 'first' || !navigator.onLine) end()
      },
      error: end,
    })
  })
  if (!known) return 'waits'
  const { row } = known
  if (!row) return 'cancelled'
  return row.status === 'refused' ? { refusal: row.refusal } : 'waits'
}

/**
 * Takes a cancel out of the line. One that was tried may have reached the server: the session is read again, and `perhaps`
 * says that it could not be.
 */
export async function takeBackCancel(
  db: UserDatabase,
  opId: string,
  bookingId: string,
): Promise<'stays' | 'cancelled' | 'perhaps' | 'sending'> {
  const row = await db.outbox.get({ opId })
  const tried = row !== undefined && mayHaveArrived(row)
  if ((await deleteOp(db, opId)) === 'sending') return 'sending'
  if (!tried && (await db.bookings.get(bookingId))?.status === 'booked') return 'stays'
  try {
    await refreshResource(db, bookingsResource)
  } catch {
    return 'perhaps'
  }
  const status = (await db.bookings.get(bookingId))?.status
  return status === 'booked' ? 'stays' : status === 'cancelled' ? 'cancelled' : 'perhaps'
}

/** A provider's own proposal of another time. */
export async function proposeTime(db: UserDatabase, id: string, slot: Slot): Promise<void> {
  const input = { params: { id }, body: timesOf(slot) }
  await change(db, (token) => callApi(bookingApi.proposeTime, input, { token }))
}

/** A client's yes to the time that was proposed. */
export async function acceptProposal(
  db: UserDatabase,
  id: string,
  proposal: Pick<Slot, 'start' | 'end'>,
): Promise<void> {
  const input = { params: { id }, body: timesOf(proposal) }
  await change(db, (token) => callApi(bookingApi.acceptProposal, input, { token }))
}

/** A client's no, or a provider who takes back what they proposed. */
export async function endProposal(db: UserDatabase, id: string): Promise<void> {
  await change(db, (token) => callApi(bookingApi.endProposal, { params: { id } }, { token }))
}

async function change(db: UserDatabase, call: (token: string) => Promise<Booking>): Promise<void> {
  await saveOwnChange(db, await asMember(db, call))
}

function timesOf({ start, end }: Pick<Slot, 'start' | 'end'>) {
  return { startTime: start, endTime: end }
}

/** So long after a session its card still says where it was. */
export const roomShownMs = hourMs

/**
 * The latest of the moments up to now at which what a session's card says or offers changes: between two of them it stays as
 * it is. 0 before all of them; in epoch milliseconds.
 */
export function latestMoment(booking: Booking, nowMs: number): number {
  const { start, end, changeableUntil, proposal } = booking
  const [startMs, endMs] = [Date.parse(start), Date.parse(end)]
  const moments = [
    startMs - briefOfferedHours * hourMs,
    startMs - joinMinutesBefore * minuteMs,
    startMs,
    endMs,
    endMs + joinMinutesAfter * minuteMs,
    endMs + roomShownMs,
    Date.parse(changeableUntil),
    proposal ? Date.parse(proposal.expiresAt) : 0,
  ]
  return Math.max(0, ...moments.filter((moment) => moment <= nowMs))
}
