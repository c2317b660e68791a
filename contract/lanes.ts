import type { CommandKind, PayloadOf } from './commands.ts'

/** Operations that must keep their order share a lane; lanes do not wait for each other. */
const lanes: { [K in CommandKind]: (payload: PayloadOf<K>) => string } = {
  'trackers.record': (answer) => `tracker:${answer.trackerType}`,
  'safety.block': ({ userId }) => `block:${userId}`,
  'safety.report': ({ target }) => `report:${target.kind}:${target.id}`,
  'chat.send': ({ chatId }) => `chat:${chatId}`,
  'chat.delete': ({ chatId }) => `chat:${chatId}`,
  'chat.react': ({ chatId }) => `chat:${chatId}`,
  'quest.respond': ({ questId }) => `quest:${questId}`,
}

/** The lane of an operation: the phone sends, and the server retries, in order within it. */
export function laneOf<K extends CommandKind>(kind: K, payload: PayloadOf<K>): string {
  return lanes[kind](payload)
}

/** Kinds that nothing waiting may hold up: somebody is being kept away or called for. */
const urgentKinds: ReadonlySet<string> = new Set<CommandKind>(['safety.block', 'safety.report'])

/** True for an operation that is sent before all others, whatever was tapped earlier. */
export function goesFirst(kind: string): boolean {
  return urgentKinds.has(kind)
}
