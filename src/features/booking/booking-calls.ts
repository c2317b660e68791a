import { bookingApi } from '#contract/booking/api.ts'
import type { Booking, BookingAccess, Slot, SlotsReply } from '#contract/booking/model.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { Week } from './week.ts'

/** Each of these rejects as its call does. */

export async function fetchAccess(token: string, providerId: string): Promise<BookingAccess> {
  return await callApi(bookingApi.validateAccess, { params: { providerId } }, { token })
}

/** The slots of a provider that start within a week, for sessions of so many minutes. */
export async function fetchSlots(
  token: string,
  providerId: string,
  { week, duration }: { week: Week; duration: number },
): Promise<SlotsReply> {
  const query = {
    startDate: new Date(week.startMs).toISOString(),
    endDate: new Date(week.endMs).toISOString(),
    duration: String(duration),
  }
  return await callApi(bookingApi.availableSlots, { params: { providerId }, query }, { token })
}

export async function book(token: string, providerId: string, slot: Slot): Promise<Booking> {
  const body = { serviceProviderId: providerId, ...timesOf(slot) }
  return await callApi(bookingApi.book, { body }, { token })
}

export async function moveBooking(token: string, id: string, slot: Slot): Promise<Booking> {
  const call = bookingApi.rescheduleBooking
  return await callApi(call, { params: { id }, body: timesOf(slot) }, { token })
}

export async function cancelBooking(token: string, id: string): Promise<Booking> {
  return await callApi(bookingApi.cancelBooking, { params: { id } }, { token })
}

function timesOf({ start, end }: Slot) {
  return { startTime: start, endTime: end }
}
