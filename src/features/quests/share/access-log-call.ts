import { questsApi } from '#contract/quests/api.ts'
import type { AccessEntry } from '#contract/quests/access.ts'
import { callApi } from '#src/offline/api/api.ts'

/** The newest looks at what is the person's. Rejects as the call does. */
export async function fetchAccessLog(token: string): Promise<AccessEntry[]> {
  const { entries } = await callApi(questsApi.accessLog, { query: {} }, { token })
  return entries
}
