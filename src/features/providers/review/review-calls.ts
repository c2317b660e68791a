import type * as v from 'valibot'
import { profileApi } from '#contract/account/settings.ts'
import { providersApi } from '#contract/providers/api.ts'
import type { ReviewDecision, ReviewState } from '#contract/providers/model.ts'
import { callApi, fetchFile } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'

type ReviewsReply = v.InferOutput<typeof providersApi.listReviews.reply.schema>

/** A care provider with everything that a superAdmin decides by. */
export type Reviewed = ReviewsReply['providers'][number]
export type Paper = Reviewed['papers'][number]

/** Care providers in one state of their review, who waits longest first. Rejects as the call does. */
export async function fetchReviews(
  db: UserDatabase,
  state: ReviewState,
  after: string | undefined,
) {
  const query = { state, ...(after === undefined ? {} : { after }) }
  const { providers, next } = await asMember(db, (token) =>
    callApi(providersApi.listReviews, { query }, { token }),
  )
  return { rows: providers, next }
}

/** Accepts or turns down a care provider. Rejects as the call does. */
export async function decideReview(
  db: UserDatabase,
  id: string,
  decision: ReviewDecision,
): Promise<void> {
  const given = { params: { id }, body: decision }
  await asMember(db, (token) => callApi(providersApi.reviewProvider, given, { token }))
}

/** A paper's bytes. Rejects as the call does. */
export async function fetchPaper(db: UserDatabase, id: string, paper: Paper): Promise<Blob> {
  const params = { id, paper }
  return await asMember(db, (token) => fetchFile(profileApi.getPaper, { params }, { token }))
}
