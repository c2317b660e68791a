/** Who takes part in a session. */
export type BookingRole = 'client' | 'provider'

/** Who cancels sessions: one of the two, or the product for both. */
export const cancellers = ['client', 'provider', 'zync'] as const
export type Canceller = (typeof cancellers)[number]

/** Decisions: until so long before its start a client may cancel or move a session. */
export const changeNoticeHoursDefault = 24

const hourMs = 3_600_000

/**
 * The last moment, not included, at which somebody may cancel their session: clients with the notice that they were
 * shown, providers until it starts.
 */
export function changeableUntilMs(
  role: BookingRole,
  startMs: number,
  noticeHours: number = changeNoticeHoursDefault,
): number {
  return role === 'client' ? startMs - noticeHours * hourMs : startMs
}
