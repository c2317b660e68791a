import type { CommandKind, PayloadOf } from './commands.ts'

/** Operations that must keep their order share a lane; lanes do not wait for each other. */
const lanes: { [K in CommandKind]: (payload: PayloadOf<K>) => string } = {
  'trackers.record': (answer) => `tracker:${answer.trackerType}`,
}

/** The lane of an operation: the phone sends, and the server retries, in order within it. */
export function laneOf<K extends CommandKind>(kind: K, payload: PayloadOf<K>): string {
  return lanes[kind](payload)
}
