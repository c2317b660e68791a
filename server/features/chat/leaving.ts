import type { Transaction } from '#server/db/orm.ts'
import { sealGoing } from '#server/features/evidence/index.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import { filesOfLeaver, lonelyChatsDelete, messagesOfLeaverErase } from './chat.sql.ts'
import { reactionsOfLeaverDelete } from './reactions.sql.ts'

/**
 * Deletes a person's messages, files and reactions from their chats, in the transaction that deletes their account, and gives the
 * keys of the files. The other one keeps the chat with what they wrote themself, and a trace in the place of every message
 * that is gone; whoever leaves last takes the chat along. What adults wrote to minors in these chats is sealed first,
 * whichever of the two leaves.
 */
export async function leaveChats(
  tx: Transaction,
  { userId }: Authorized<{ readonly userId: string }>,
  deps: { readonly sealer: Sealer; readonly at: Date },
): Promise<string[]> {
  await sealGoing(tx, { memberId: userId }, deps)
  const files = await filesOfLeaver.all(tx, userId)
  await lonelyChatsDelete.run(tx, userId)
  await reactionsOfLeaverDelete.run(tx, userId)
  await messagesOfLeaverErase.run(tx, { userId, at: deps.at })
  return files.map(({ key }) => key)
}
