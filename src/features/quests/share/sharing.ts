import { connectionsApi } from '#contract/connections/api.ts'
import type { Friend } from '#contract/connections/model.ts'
import { questsApi } from '#contract/quests/api.ts'
import { defineRemote } from '#src/data/resource.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { asMember } from '#src/session/as-member.ts'

/** The care providers that the person is connected with: an old list could name one who is no longer. */
export const ownProvidersRemote = defineRemote<Friend[]>({
  async fetch(token) {
    const query = { limit: '100' }
    const { friends } = await callApi(connectionsApi.listFriends, { query }, { token })
    return friends.filter(({ userType }) => userType === 'ServiceProvider')
  },
})

/** Shows a result to a provider, or no longer, and stores that on this device. Rejects as the calls do. */
export async function setShared(
  db: UserDatabase,
  { resultId, providerId, shared }: { resultId: string; providerId: string; shared: boolean },
): Promise<void> {
  const params = { id: resultId, providerId }
  const call = shared ? questsApi.shareResult : questsApi.unshareResult
  await asMember(db, async (token) => await callApi(call, { params }, { token }))
  await userTransaction(db, [db.questRecords], async () => {
    await db.questRecords.where({ id: resultId }).modify((record) => {
      const others = record.sharedWith.filter((id) => id !== providerId)
      record.sharedWith = shared ? [...others, providerId] : others
    })
  })
}
