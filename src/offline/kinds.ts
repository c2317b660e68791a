import type { CommandKind } from '#contract/commands.ts'
import type { Kind } from './engine/kind.ts'
import { chatDelete } from './features/chat/chat-delete.ts'
import { chatSend } from './features/chat/chat-send.ts'
import { safetyBlock } from './features/safety-block.ts'
import { safetyReport } from './features/safety-report.ts'
import { questRespond } from './features/quests.ts'
import { trackersRecord } from './features/trackers.ts'

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
