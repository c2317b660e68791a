import * as v from 'valibot'
import { accountApi } from '#contract/account/api.ts'
import { userIdSchema, type User } from '#contract/account/model.ts'
import { profileApi } from '#contract/account/settings.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import { defineRemote } from '#src/data/resource.ts'

/** A person as themself or a provider who accepted them sees them. */
export type YoungPerson = Extract<User, { view: 'client' | 'full' }>

/** A person by their id, who is not stored on the device of a viewer; 'missing' for whoever may not see them. */
export const youngPersonRemote = defineRemote<YoungPerson | 'missing', [id: string]>({
  fetch: (token, id) => findYoungPerson(id, token),
})

/** The points of a young person. */
export const youngScoreRemote = defineRemote<number, [id: string]>({
  fetch: async (token, userId) => {
    const { score } = await callApi(profileApi.getScore, { params: { userId } }, { token })
    return score
  },
})

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
