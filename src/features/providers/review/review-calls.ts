import type * as v from 'valibot'
import { profileApi } from '#contract/account/settings.ts'
import { providersApi } from '#contract/providers/api.ts'
import type { ReviewDecision, ReviewState } from '#contract/providers/model.ts'
import { callApi, fetchFile } from '#src/offline/api/api.ts'

type ReviewsReply = v.InferOutput<typeof providersApi.listReviews.reply.schema>

/** A care provider with everything that a superAdmin decides by. */
export type Reviewed = ReviewsReply['providers'][number]
export type Paper = Reviewed['papers'][number]

/** Care providers in one state of their review, who waits longest first. Rejects as the call does. */
export async function fetchReviews(token: string, state: ReviewState, after: string | undefined) {
  const query = { state, ...(after === undefined ? {} : { after }) }
  const { providers, next } = await callApi(providersApi.listReviews, { query }, { token })
  return { rows: providers, next }
}

/** Accepts or turns down a care provider. Rejects as the call does. */
export async function decideReview(
  token: string,
  id: string,
  decision: ReviewDecision,
): Promise<void> {
  await callApi(providersApi.reviewProvider, { params: { id }, body: decision }, { token })
}

/** A paper's bytes. Rejects as the call does. */
export async function fetchPaper(token: string, id: string, paper: Paper): Promise<Blob> {
  return await fetchFile(profileApi.getPaper, { params: { id, paper } }, { token })
}
