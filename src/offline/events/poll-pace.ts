/** Spec 4: the open chat is read again this often while no stream is there. */
export const pollMs = 3_000

/** From so long without anything new on, in milliseconds, it is looked at less often. */
const paces = [
  { idleMs: 5 * 60_000, waitMs: 30_000 },
  { idleMs: 60_000, waitMs: 10_000 },
] as const

/** How long to wait before the next look, when nothing new has come for `idleMs`. */
export function pollWaitMs(idleMs: number): number {
  return paces.find((pace) => idleMs >= pace.idleMs)?.waitMs ?? pollMs
}

/** What decides whether to look at all. */
export interface PollState {
  readonly visible: boolean
  readonly online: boolean
  /** The stream is there: nobody needs to look. */
  readonly live: boolean
  /** The server does not know the session. */
  readonly loggedOut: boolean
}

export function mayPoll({ visible, online, live, loggedOut }: PollState): boolean {
  return visible && online && !live && !loggedOut
}
