import { chatApi } from '#contract/chat/api.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'

/** Notes how far the person has read; never back. It is counted at once, also without a network. */
export async function markRead(db: UserDatabase, chatId: string, seq: number): Promise<void> {
  await userTransaction(db, [db.chatReads], async () => {
    const known = await db.chatReads.get(chatId)
    if (!known || known.seq < seq) await db.chatReads.put({ chatId, seq, sent: false })
  })
}

/** Tells the server how far the person has read, chat by chat. Rejects as the calls do. */
export async function sendReadMarks(db: UserDatabase, token: string): Promise<void> {
  const unsent = await db.chatReads.filter(({ sent }) => !sent).toArray()
  for (const { chatId, seq } of unsent) {
    try {
      await callApi(chatApi.markRead, { params: { chatId }, body: { seq } }, { token })
    } catch (error) {
      // A chat that is no longer there needs no mark.
      if (!isApiProblem(error) || error.problem.code !== 'not_found') throw error
    }
    await userTransaction(db, [db.chatReads], async () => {
      const now = await db.chatReads.get(chatId)
      if (now?.seq === seq) await db.chatReads.put({ chatId, seq, sent: true })
    })
  }
}
