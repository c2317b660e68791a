import { clockAt } from '#contract/zone-clock.ts'
import { utcDate, type LocalDate } from '#contract/local-date.ts'
import { isQuiet, minorsQuietHours } from '#contract/push/model.ts'
import type { WaitingSend } from './push.sql.ts'
import { quietOf } from './settings-repo.ts'

/** Young people and parents get so many notifications a day at most, those about sessions apart. */
export const perDayMax = 6
/** After so many days of a tracker without an answer, its reminders ask whether to stop. */
export const unansweredDaysMax = 3

/** What became of something that was due. */
export type Verdict =
  | { readonly kind: 'drop'; readonly why: string }
  | { readonly kind: 'wait'; readonly untilMs: number }
  | {
      readonly kind: 'send'
      readonly day: LocalDate
      readonly silent: boolean
      readonly asks: boolean
    }

/** What people had already; a judgement adds to it. */
export interface Had {
  /** By person and their day. */
  readonly counts: Map<string, number>
  /** By person and kind. */
  readonly unanswered: ReadonlyMap<string, { readonly days: number; readonly asked: boolean }>
}

const minuteMs = 60_000
const dayMs = 86_400_000

/** Whether something that is due is sent, at the person's own time and in the order given. */
export function judge(send: WaitingSend, had: Had, nowMs: number): Verdict {
  const moot = whyMoot(send, nowMs)
  if (moot !== undefined) return { kind: 'drop', why: moot }
  const clockMs = clockAt(send.timeZone, nowMs)
  const day = utcDate(clockMs)
  const ofSession = send.kind.startsWith('session.')
  const ofTracker = send.kind.startsWith('tracker.')
  const quietMs = quietLeftMs(send, clockMs)
  const goes = { kind: 'send', day, silent: ofSession && quietMs > 0, asks: false } as const
  if (ofSession) return goes
  if (quietMs > 0) {
    return ofTracker ? { kind: 'drop', why: 'quiet' } : { kind: 'wait', untilMs: nowMs + quietMs }
  }
  if (send.counted) return goes
  const { days = 0, asked = false } = had.unanswered.get(`${send.userId} ${send.kind}`) ?? {}
  if (ofTracker && asked) return { kind: 'drop', why: 'unanswered' }
  const key = `${send.userId} ${day}`
  const count = had.counts.get(key) ?? 0
  if (count >= perDayMax && send.userType !== 'ServiceProvider') {
    // News is still news tomorrow; a reminder is about today.
    return ofTracker
      ? { kind: 'drop', why: 'enough' }
      : { kind: 'wait', untilMs: nextDayMs(send, clockMs, nowMs) }
  }
  had.counts.set(key, count + 1)
  return { ...goes, asks: ofTracker && days >= unansweredDaysMax }
}

function whyMoot(send: WaitingSend, nowMs: number): string | undefined {
  if (send.sendBefore.getTime() <= nowMs) return 'late'
  if (send.suspended) return 'suspended'
  if (!send.wanted) return 'off'
  if (send.answered) return 'answered'
  return send.unread ? undefined : 'read'
}

/** The next morning of the person's clock, or its midnight where the morning is too late: nobody is woken without need. */
function nextDayMs({ sendBefore }: WaitingSend, clockMs: number, nowMs: number): number {
  const midnightMs = nowMs + dayMs - (clockMs % dayMs)
  const morningMs = midnightMs + minorsQuietHours.to * minuteMs
  return morningMs < sendBefore.getTime() ? morningMs : midnightMs
}

/** How long quiet hours last from here; 0 outside them. */
function quietLeftMs(send: WaitingSend, clockMs: number): number {
  const quiet = quietOf(send)
  const minute = Math.floor((clockMs % dayMs) / minuteMs)
  if (quiet === null || !isQuiet(quiet, minute)) return 0
  return ((quiet.to - minute + 1_440) % 1_440) * minuteMs - (clockMs % minuteMs)
}
