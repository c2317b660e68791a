import { expect, test } from 'vitest'
import { opStatus } from '#src/features/sync/op-card.tsx'

const now = 1_000_000

test('an item that is due, or nearly, waits', () => {
  expect(opStatus({ state: 'pending', nextAttemptAt: 0 }, now)).toEqual({ status: 'waiting' })
  expect(opStatus({ state: 'pending', nextAttemptAt: now + 2_000 }, now)).toEqual({
    status: 'waiting',
  })
})

test('an item that is tried again later says when', () => {
  expect(opStatus({ state: 'pending', nextAttemptAt: now + 60_000 }, now)).toEqual({
    status: 'later',
    at: now + 60_000,
  })
})

test("a refused item gives the server's own words", () => {
  const lastError = { code: 'date_out_of_range', message: 'Too long ago.', at: now } as const
  expect(opStatus({ state: 'dead', nextAttemptAt: 0, lastError }, now)).toEqual({
    status: 'refused',
    why: 'Too long ago.',
  })
})

test('an item that an older server did not know says so', () => {
  const row = { state: 'needs_upgrade', nextAttemptAt: 0, awaitsContract: 2 } as const
  expect(opStatus(row, now)).toEqual({ status: 'server_older' })
})

test('an item that only a newer build can send says so', () => {
  expect(opStatus({ state: 'needs_upgrade', nextAttemptAt: 0 }, now)).toEqual({
    status: 'upgrade',
  })
})
