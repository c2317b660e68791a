import { keepNoRequests, refreshReceived, type RequestScope } from './refresh-connections.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { isReviewed } from '#src/session/reviewed.ts'
import { asMember } from '#src/session/as-member.ts'

/**
 * Fetches the requests a care provider was sent. While their papers are looked at nobody can ask them, and the server
 * tells them nothing: that is an empty list and no failure. Rejects as the call does.
 */
export async function refreshReceivedRequests(
  db: UserDatabase,
  scope: RequestScope = 'pending',
): Promise<void> {
  if (await isReviewed(db)) {
    try {
      return await asMember(db, (token) => refreshReceived(db, token, scope))
    } catch (error) {
      if (!isApiProblem(error) || error.problem.code !== 'forbidden') throw error
    }
  }
  await keepNoRequests(db)
}
