import type { CommandKind } from '#contract/commands.ts'
import type { Kind } from './kind.ts'
import { chatDelete } from './kinds/chat-delete.ts'
import { chatSend } from './kinds/chat-send.ts'
import { safetyBlock } from './kinds/safety-block.ts'
import { safetyReport } from './kinds/safety-report.ts'
import { questRespond } from './kinds/quest-respond.ts'
import { trackersRecord } from './kinds/trackers-record.ts'

/** Every kind the contract knows; one without a sender does not compile. */
const kinds: { [K in CommandKind]: Kind<K> } = {
  'trackers.record': trackersRecord,
  'safety.block': safetyBlock,
  'safety.report': safetyReport,
  'quest.respond': questRespond,
  'chat.send': chatSend,
  'chat.delete': chatDelete,
}

export function kindOf<K extends CommandKind>(kind: K): Kind<K> {
  return kinds[kind]
}

export function isKnownKind(kind: string): kind is CommandKind {
  return Object.hasOwn(kinds, kind)
}
