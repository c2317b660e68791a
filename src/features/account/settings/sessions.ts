import { settingsApi, type SessionInfo } from '#contract/account/settings.ts'
import { defineRemote } from '#src/data/resource.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'

/** Where the person is logged in, this device first. Never stored: an old list would be wrong about who is logged in. */
export const sessionsRemote = defineRemote<readonly SessionInfo[]>({
  fetch: async (token) => {
    const sessions = await callApi(settingsApi.listSessions, {}, { token })
    return sessions.toSorted((a, b) => Number(b.current) - Number(a.current))
  },
})

/** Ends one session; one that has ended already is no error. Rejects as the call does. */
export async function endSession(db: UserDatabase, id: string): Promise<void> {
  try {
    await asMember(db, (token) => callApi(settingsApi.endSession, { params: { id } }, { token }))
  } catch (error) {
    if (!isApiProblem(error) || error.problem.code !== 'not_found') throw error
  }
}

/** Ends every session but this one. Rejects as the call does. */
export async function endOtherSessions(db: UserDatabase): Promise<void> {
  await asMember(db, (token) => callApi(settingsApi.endOtherSessions, {}, { token }))
}
