import { secondFactorApi, type Proof } from '#contract/account/second-factor.ts'
import { callApi } from '#src/offline/api/api.ts'

/** Whether this person signs in with a code. Each of these rejects as its call does. */
export function fetchTwoStep(token: string) {
  return callApi(secondFactorApi.getSecondFactor, {}, { token })
}

export function beginTwoStep(token: string, password: string) {
  return callApi(secondFactorApi.beginSecondFactor, { body: { password } }, { token })
}

export async function confirmTwoStep(token: string, code: string): Promise<readonly string[]> {
  const body = { code }
  return (await callApi(secondFactorApi.confirmSecondFactor, { body }, { token })).recoveryCodes
}

export async function renewCodes(token: string, proof: Proof): Promise<readonly string[]> {
  const { recoveryCodes } = await callApi(
    secondFactorApi.renewRecoveryCodes,
    { body: proof },
    { token },
  )
  return recoveryCodes
}

export async function endTwoStep(token: string, proof: Proof): Promise<void> {
  await callApi(secondFactorApi.endSecondFactor, { body: proof }, { token })
}

export async function prove(token: string, proof: Proof): Promise<void> {
  await callApi(secondFactorApi.proveSelf, { body: proof }, { token })
}
