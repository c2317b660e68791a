import { connectionsApi } from '#contract/connections/api.ts'
import type { Friend } from '#contract/connections/model.ts'
import { questsApi } from '#contract/quests/api.ts'
import type { ScoreDetails } from '#contract/quests/response.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'

/** The care providers that the person is connected with. Rejects as the call does. */
export async function fetchProviders(token: string): Promise<Friend[]> {
  const query = { limit: '100' }
  const { friends } = await callApi(connectionsApi.listFriends, { query }, { token })
  return friends.filter(({ userType }) => userType === 'ServiceProvider')
}

/** Shows a result to a provider, or no longer, and keeps that on this device. Rejects as the calls do. */
export async function setShared(
  db: UserDatabase,
  token: string,
  { resultId, providerId, shared }: { resultId: string; providerId: string; shared: boolean },
): Promise<void> {
  const params = { id: resultId, providerId }
  if (shared) await callApi(questsApi.shareResult, { params }, { token })
  else await callApi(questsApi.unshareResult, { params }, { token })
  await userTransaction(db, [db.questRecords], async () => {
    await db.questRecords.where({ id: resultId }).modify((record) => {
      const others = record.sharedWith.filter((id) => id !== providerId)
      record.sharedWith = shared ? [...others, providerId] : others
    })
  })
}

/** The results that a young person shares with the caller; none is no error. Rejects as the call does. */
export async function fetchShared(userId: string, token: string): Promise<ScoreDetails[]> {
  try {
    return await callApi(questsApi.listSharedResults, { params: { userId } }, { token })
  } catch (error) {
    if (isApiProblem(error) && error.problem.code === 'not_found') return []
    throw error
  }
}
