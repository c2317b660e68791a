import * as v from 'valibot'
import { accountApi } from '#contract/account/api.ts'
import { userIdSchema, type User } from '#contract/account/model.ts'
import { profileApi } from '#contract/account/settings.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'

/** A person as themself or a provider who accepted them sees them. */
export type YoungPerson = Extract<User, { view: 'client' | 'full' }>

/** Reads a person with the session of a viewer; 'missing' for whoever may not see them. Rejects as the call does. */
export async function findYoungPerson(id: string, token: string): Promise<YoungPerson | 'missing'> {
  if (!v.is(userIdSchema, id)) return 'missing'
  try {
    const user = await callApi(accountApi.getUser, { params: { id } }, { token })
    return user.view === 'client' || user.view === 'full' ? user : 'missing'
  } catch (error) {
    if (isApiProblem(error) && error.problem.code === 'not_found') return 'missing'
    throw error
  }
}

/** A young person's points. Rejects as the call does. */
export async function fetchScore(userId: string, token: string): Promise<number> {
  const { score } = await callApi(profileApi.getScore, { params: { userId } }, { token })
  return score
}
