import {
  secondFactorApi,
  type Enrolment,
  type Proof,
  type SecondFactorStatus,
} from '#contract/account/second-factor.ts'
import { defineRemote } from '#src/data/resource.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { enrolmentDue } from '#src/session/reauthentication.ts'

/** Whether this person signs in with a code. */
export const twoStepRemote = defineRemote<SecondFactorStatus>({
  fetch: (token) => callApi(secondFactorApi.getSecondFactor, {}, { token }),
})

/** Starts an enrolment; nothing is on before a code has confirmed it. Each of these rejects as its call does. */
export function beginTwoStep(db: UserDatabase, password: string): Promise<Enrolment> {
  const body = { password }
  return asMember(db, (token) => callApi(secondFactorApi.beginSecondFactor, { body }, { token }))
}

/** Turns it on, and gives the recovery codes. */
export async function confirmTwoStep(db: UserDatabase, code: string): Promise<readonly string[]> {
  const body = { code }
  const { recoveryCodes } = await asMember(db, (token) =>
    callApi(secondFactorApi.confirmSecondFactor, { body }, { token }),
  )
  enrolmentDue.set(undefined)
  return recoveryCodes
}

/** Gives new recovery codes; the old ones are worth nothing from then on. */
export async function renewCodes(db: UserDatabase, body: Proof): Promise<readonly string[]> {
  const { recoveryCodes } = await asMember(db, (token) =>
    callApi(secondFactorApi.renewRecoveryCodes, { body }, { token }),
  )
  return recoveryCodes
}

/** Turns it off. */
export async function endTwoStep(db: UserDatabase, body: Proof): Promise<void> {
  await asMember(db, (token) => callApi(secondFactorApi.endSecondFactor, { body }, { token }))
}

/** Shows the server again who it is. */
export async function reauthenticate(db: UserDatabase, body: Proof): Promise<void> {
  await asMember(db, (token) => callApi(secondFactorApi.proveSelf, { body }, { token }))
}
