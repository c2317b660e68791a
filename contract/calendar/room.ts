import * as v from 'valibot'
import { freeLine } from '../free-text.ts'

/** Who runs calls for others. A call is at one of these, or at an address below it. */
export const roomHosts = [
  'meet.google.com',
  'teams.microsoft.com',
  'teams.live.com',
  'whereby.com',
  'zoom.us',
] as const

export const roomUrlCharsMax = 300
export const placeCharsMax = 200

/** `https`, a host without a name, a password or a port before its path, and a path in plain letters. */
const roomUrl = /^https:\/\/((?:[a-z0-9-]+\.)+[a-z]+)(\/[\w\-.~!$&'()*+,;=:@%/?#]+)$/i

/** The host of a call's address, in small letters; undefined for what is no address of a host that is known here. */
export function roomHostOf(url: string): string | undefined {
  const host = roomUrl.exec(url)?.[1]?.toLowerCase()
  const known = roomHosts.some((each) => host === each || host?.endsWith(`.${each}`))
  return known ? host : undefined
}

/** Where the sessions of a care provider take place. */
export const roomSchema = v.variant('kind', [
  v.strictObject({
    kind: v.literal('video'),
    url: v.pipe(
      freeLine(),
      v.maxLength(roomUrlCharsMax),
      v.check(
        (text) => roomHostOf(text) !== undefined,
        'Please enter a safe link (https) of one of these services',
      ),
    ),
  }),
  v.strictObject({
    kind: v.literal('place'),
    text: v.pipe(
      freeLine(),
      v.nonEmpty('Please enter a place'),
      v.maxLength(placeCharsMax, `At most ${placeCharsMax} characters`),
    ),
  }),
])

export type Room = v.InferOutput<typeof roomSchema>

/**
 * The same as the two people of a session see it. The address of a call is there for its client around the session alone,
 * and null before and after it.
 */
export const shownRoomSchema = v.variant('kind', [
  v.object({ kind: v.literal('video'), host: v.string(), url: v.nullable(v.string()) }),
  v.object({ kind: v.literal('place'), text: v.string() }),
])

export type ShownRoom = v.InferOutput<typeof shownRoomSchema>

/** People join from so many minutes before a session on, until so many after it. */
export const joinMinutesBefore = 10
export const joinMinutesAfter = 30
/** A phone is told a little earlier, so that it knows by then. */
const disclosedMinutesBefore = 15

const minuteMs = 60_000

/** Whether people may join a call at a moment; all in epoch milliseconds. */
export function mayJoin(session: { startMs: number; endMs: number }, nowMs: number): boolean {
  return isAround(session, nowMs, joinMinutesBefore)
}

/** Whether the client of a session is told the address of its call. */
export function isDisclosed(session: { startMs: number; endMs: number }, nowMs: number): boolean {
  return isAround(session, nowMs, disclosedMinutesBefore)
}

/** Whether the client of a session is told the place of it: until people could not come late any more. */
export function isPlaceShown({ endMs }: { endMs: number }, nowMs: number): boolean {
  return nowMs < endMs + joinMinutesAfter * minuteMs
}

function isAround(
  { startMs, endMs }: { startMs: number; endMs: number },
  nowMs: number,
  minutesBefore: number,
): boolean {
  return nowMs >= startMs - minutesBefore * minuteMs && nowMs < endMs + joinMinutesAfter * minuteMs
}
