/** Which part of a chat's history is on screen: so many messages up to a sequence number, or up to the newest one. */
export interface MessageWindow {
  readonly count: number
  readonly upToSeq: number | null
}

/** So many more are shown at once. */
const stepCount = 60
/** A screen never holds more messages than this, however long the history: it only moves along it. */
const countMax = 240

export const newestWindow: MessageWindow = { count: stepCount, upToSeq: null }

/** The sequence numbers of the messages on screen, oldest first. */
type Seqs = readonly number[]

/** The window one step further back; one that is full of messages lets go of as many at its newer end. */
export function olderWindow({ count, upToSeq }: MessageWindow, shown: Seqs): MessageWindow {
  if (count < countMax) return { count: Math.min(countMax, count + stepCount), upToSeq }
  const newest = shown.length < count ? undefined : shown.at(-1 - stepCount)
  return newest === undefined ? { count, upToSeq } : { count, upToSeq: newest }
}

/**
 * The window one step further on; at the newest message `newestSeq` it is open at its end again. Numbers may be missing
 * between messages, so that a step can hold fewer.
 */
export function newerWindow({ count, upToSeq }: MessageWindow, newestSeq: number): MessageWindow {
  if (upToSeq === null) return { count, upToSeq }
  const next = upToSeq + stepCount
  return { count, upToSeq: next >= newestSeq ? null : next }
}

/** The window in whose middle a message is; near the newest one it is open at its end. */
export function windowAround(seq: number, newestSeq: number): MessageWindow {
  const upToSeq = seq + stepCount
  if (upToSeq < newestSeq) return { count: 2 * stepCount, upToSeq }
  return { count: Math.min(countMax, newestSeq - seq + stepCount), upToSeq: null }
}
