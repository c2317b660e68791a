import type { secondFactorApi } from '#contract/account/second-factor.ts'
import { alsoBeforeEnrolment, anyMember, type Routes } from '#server/http/routing/route.ts'
import { mayHaveSecondFactor } from '../policy.ts'
import type { SecondFactors } from './second-factors.ts'

export function secondFactorRoutes(factors: SecondFactors): Routes<typeof secondFactorApi> {
  return {
    getSecondFactor: {
      beforeEnrolment: alsoBeforeEnrolment,
      policy: mayHaveSecondFactor,
      handle: ({ session }) => factors.status(session),
    },
    beginSecondFactor: {
      beforeEnrolment: alsoBeforeEnrolment,
      policy: mayHaveSecondFactor,
      handle: ({ body, session }) => factors.begin(session, body.password),
    },
    confirmSecondFactor: {
      beforeEnrolment: alsoBeforeEnrolment,
      policy: mayHaveSecondFactor,
      handle: ({ body, session }) => factors.confirm(session, body.code),
    },
    renewRecoveryCodes: {
      policy: mayHaveSecondFactor,
      handle: ({ body, session }) => factors.renewCodes(session, body),
    },
    endSecondFactor: {
      policy: mayHaveSecondFactor,
      handle: async ({ body, session }) => {
        await factors.end(session, body)
        return undefined
      },
    },
    proveSelf: {
      policy: anyMember,
      handle: async ({ body, session }) => {
        await factors.prove(session, body)
        return undefined
      },
    },
  }
}
