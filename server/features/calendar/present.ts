import { type ModeReply } from '#contract/calendar/api.ts'
import { type BusySlot } from '#contract/calendar/model.ts'
import type { BusyRow, GoogleRow } from './repo.ts'

export function presentBusy({ id, startsAt, endsAt, reason }: BusyRow): BusySlot {
  return { id, start: startsAt.toISOString(), end: endsAt.toISOString(), reason }
}

export function presentMode(google: GoogleRow | undefined, available: boolean): ModeReply {
  if (!google) {
    return { mode: 'internal', google: { available, state: 'none', connectedAt: null } }
  }
  const state = google.expiredAt === null ? 'connected' : 'expired'
  return {
    mode: 'google',
    google: { available, state, connectedAt: google.connectedAt.toISOString() },
  }
}
