import { settingsApi, type SessionInfo } from '#contract/account/settings.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'

/** Where the person is logged in, this device first. Rejects as the call does. */
export async function fetchSessions(token: string): Promise<SessionInfo[]> {
  const sessions = await callApi(settingsApi.listSessions, {}, { token })
  return sessions.toSorted((a, b) => Number(b.current) - Number(a.current))
}

/** Ends one session; one that has ended already is no error. Rejects as the call does. */
export async function endOneSession(token: string, id: string): Promise<void> {
  try {
    await callApi(settingsApi.endSession, { params: { id } }, { token })
  } catch (error) {
    if (!isApiProblem(error) || error.problem.code !== 'not_found') throw error
  }
}

/** Ends every session but this one. Rejects as the call does. */
export async function endOtherSessions(token: string): Promise<void> {
  await callApi(settingsApi.endOtherSessions, {}, { token })
}
