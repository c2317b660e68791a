import { expect, test } from 'vitest'
import { nextRunMs } from '#src/app/outbox-service.ts'

const now = 1_000_000

test('nothing left, no login or a login that ran out: only an event starts the next run', () => {
  expect(nextRunMs({ status: 'empty' }, now)).toBeUndefined()
  expect(nextRunMs({ status: 'no_session' }, now)).toBeUndefined()
  expect(nextRunMs({ status: 'needs_auth' }, now)).toBeUndefined()
})

test('something due later is tried then', () => {
  expect(nextRunMs({ status: 'waiting', dueAt: now + 6_000 }, now)).toBe(6_000)
})

test('a wait of minutes is looked at every 30 s, for the clock may change', () => {
  expect(nextRunMs({ status: 'waiting', dueAt: now + 300_000 }, now)).toBe(30_000)
})

test('something overdue does not spin', () => {
  expect(nextRunMs({ status: 'waiting', dueAt: now - 5_000 }, now)).toBe(1_000)
})

test('while another context sends, this one looks again in 30 s', () => {
  expect(nextRunMs(undefined, now)).toBe(30_000)
})
