import { questsApi } from '#contract/quests/api.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'

/** Shows a result to a provider, and stores that on this device. Rejects as the call does. */
export async function grantResult(
  db: UserDatabase,
  token: string,
  { resultId, providerId }: { resultId: string; providerId: string },
): Promise<void> {
  const params = { id: resultId, providerId }
  await callApi(questsApi.shareResult, { params }, { token })
  await userTransaction(db, [db.questRecords], async () => {
    await db.questRecords.where({ id: resultId }).modify((record) => {
      const others = record.sharedWith.filter((id) => id !== providerId)
      record.sharedWith = [...others, providerId]
    })
  })
}
