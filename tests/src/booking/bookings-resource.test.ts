import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Booking } from '#contract/booking/model.ts'
import {
  saveBooking,
  saveOwnChange,
  readBookings,
  refreshBookings,
} from '#src/features/booking/bookings-resource.ts'
import { answerWith, noNetwork, ours, type Answer } from '#tests/offline/network.ts'
import { closePhones, openPhone } from '#tests/offline/phone.ts'
import { patience } from '#tests/support/patience.ts'
import { booking } from './bookings.ts'

afterEach(closePhones)

const upcoming = booking()
const past = booking({ start: '2026-11-01T09:00:00.000Z', end: '2026-11-01T10:00:00.000Z' })

/** Both scopes are asked for at once, in whichever order. */
const byScope: Answer = ({ url }) => {
  const scope = new URL(url).searchParams.get('scope')
  return ours({ bookings: scope === 'past' ? [past] : [upcoming], next: null })
}

describe('sessions on this device', () => {
  test('are unknown before the server has sent them, and then stay without it', async () => {
    const db = await openPhone()
    expect(await readBookings(db)).toBeUndefined()
    answerWith(byScope)
    await refreshBookings(db, 'token')
    answerWith(noNetwork)
    await expect(refreshBookings(db, 'token')).rejects.toThrow('No answer')
    const stored = await readBookings(db)
    expect(new Set(stored?.map(({ _id }) => _id))).toEqual(new Set([upcoming._id, past._id]))
  })

  test('that the server no longer lists are gone', async () => {
    const db = await openPhone()
    await saveBooking(db, booking())
    answerWith(byScope)
    await refreshBookings(db, 'token')
    expect(await readBookings(db)).toHaveLength(2)
  })

  test('take the newer of two answers, in whichever order they come', async () => {
    const db = await openPhone()
    answerWith(byScope)
    await refreshBookings(db, 'token')
    const moved = { ...upcoming, start: '2026-11-24T09:00:00.000Z', sequence: 1 }
    await saveBooking(db, moved)
    await saveBooking(db, upcoming)
    expect(await readBookings(db)).toContainEqual(moved)
  })

  test('that changed while they were read stay as they are now', async () => {
    const db = await openPhone()
    answerWith(byScope)
    await refreshBookings(db, 'token')
    const answer = Promise.withResolvers<void>()
    const requests = answerWith(async (request) => {
      await answer.promise
      return byScope(request)
    })
    const reading = refreshBookings(db, 'token')
    await vi.waitFor(() => expect(requests).toHaveLength(2), patience)
    const cancelled = { ...upcoming, status: 'cancelled', sequence: 1 } as const
    const booked = booking()
    await saveBooking(db, cancelled)
    await saveBooking(db, booked)
    answer.resolve()
    await reading
    const stored = new Map((await readBookings(db))?.map((row) => [row._id, row]))
    expect([...stored.keys()].toSorted()).toEqual(
      [upcoming, past, booked].map(({ _id }) => _id).toSorted(),
    )
    expect(stored.get(upcoming._id)).toEqual(cancelled)
    await refreshBookings(db, 'token')
    expect(await db.bookings.count()).toBe(2)
  })

  test('keep what was said to a proposal while they were read, which leaves their sequence as it is', async () => {
    const db = await openPhone()
    const proposal = { start: upcoming.start, end: upcoming.end, expiresAt: upcoming.start }
    const asked = { ...upcoming, proposal }
    const declined = { ...upcoming, updatedAt: '2026-11-21T09:00:00.000Z' }
    const again = { ...asked, updatedAt: '2026-11-21T09:00:00.001Z' }
    const list = (row: Booking) => async (request: Request, meanwhile?: Booking) => {
      if (meanwhile) await saveBooking(db, meanwhile)
      const scope = new URL(request.url).searchParams.get('scope')
      return ours({ bookings: scope === 'past' ? [] : [row], next: null })
    }
    answerWith(list(asked))
    await refreshBookings(db, 'token')
    answerWith((request) => list(asked)(request, declined))
    await refreshBookings(db, 'token')
    expect(await readBookings(db)).toEqual([declined])
    answerWith((request) => list(declined)(request, again))
    await refreshBookings(db, 'token')
    expect(await readBookings(db)).toEqual([again])
    await saveBooking(db, declined)
    expect(await readBookings(db)).toEqual([again])
  })

  test('that were just booked are booked, also where this device cannot store them', async () => {
    const db = await openPhone()
    const full = new DOMException('No room', 'QuotaExceededError')
    vi.spyOn(db.bookings, 'put').mockRejectedValue(full)
    await expect(saveBooking(db, upcoming)).rejects.toThrow('No room')
    await expect(saveOwnChange(db, upcoming)).resolves.toBeUndefined()
  })

  test('that another build wrote in another shape are left out', async () => {
    const db = await openPhone()
    answerWith(byScope)
    await refreshBookings(db, 'token')
    await db.bookings.update(past._id, { role: 'guest' as 'client' })
    expect(await readBookings(db)).toEqual([upcoming])
  })
})
