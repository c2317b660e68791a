import type { CommandKind } from '#contract/commands.ts'
import type { Kind } from './kind.ts'
import { trackersRecord } from './kinds/trackers-record.ts'

/** Every kind the contract knows; one without a sender does not compile. */
const kinds: { [K in CommandKind]: Kind<K> } = {
  'trackers.record': trackersRecord,
}

export function kindOf<K extends CommandKind>(kind: K): Kind<K> {
  return kinds[kind]
}

export function isKnownKind(kind: string): kind is CommandKind {
  return Object.hasOwn(kinds, kind)
}
