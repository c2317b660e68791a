import * as v from 'valibot'
import { userIdSchema } from '../account/model.ts'
import { endpoint } from '../endpoint.ts'
import { epochSchema } from '../sync/api.ts'
import { planItemSchema, planProposalSchema, planShareSchema, sharedPlanSchema } from './model.ts'

const params = v.object({ userId: userIdSchema })

export const planApi = {
  ownPlan: endpoint({
    method: 'GET',
    path: '/me/plan',
    summary: "One's own safety plan, with what is proposed and whom it is shown to",
    tag: 'Plan',
    session: 'required',
    reply: {
      status: 200,
      schema: v.object({
        items: v.array(planItemSchema),
        proposals: v.array(planProposalSchema),
        share: v.nullable(planShareSchema),
        /** The number of the last write. */
        version: v.pipe(v.number(), v.integer()),
        /** The life of the server's data: numbers of another one say nothing. */
        epoch: epochSchema,
      }),
    },
    problems: [],
  }),
  sharePlan: endpoint({
    method: 'PUT',
    path: '/me/plan/share/{providerId}',
    summary: 'Shows the safety plan to one connected care provider',
    tag: 'Plan',
    session: 'required',
    params: v.object({ providerId: userIdSchema }),
    reply: { status: 204, schema: v.undefined() },
    problems: ['not_found', 'wrong_state'],
  }),
  listSharedPlans: endpoint({
    method: 'GET',
    path: '/plans',
    summary: 'Who shows their safety plan to the caller; no look at any of them',
    tag: 'Plan',
    session: 'required',
    reply: { status: 200, schema: v.object({ userIds: v.array(userIdSchema) }) },
    problems: [],
  }),
  getSharedPlan: endpoint({
    method: 'GET',
    path: '/plans/{userId}',
    summary: 'A safety plan that is shown to the caller, without phone numbers; each look is noted',
    tag: 'Plan',
    session: 'required',
    params,
    reply: { status: 200, schema: sharedPlanSchema },
    problems: ['not_found'],
  }),
} as const
