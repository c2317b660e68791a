import type { CallName } from '#contract/api.ts'
import { call } from '#tests/support/call.ts'
import { goodPassword } from '#tests/support/registration.ts'
import { codeAt, setGoodPassword, turnOnSecondFactor } from '#tests/support/second-factor.ts'
import { testNoonMs } from '#tests/support/server.ts'
import type { Attempt, Stage } from './stage.ts'

const password = goodPassword

/** Calls about one's own second factor: none takes an id, so that nobody's is ever somebody else's. */
export const secondFactorAttempts = {
  async getSecondFactor({ origin, actor }) {
    return call(origin, 'getSecondFactor', {}, { token: actor?.token })
  },
  async beginSecondFactor(stage) {
    await giveActorPassword(stage)
    return call(stage.origin, 'beginSecondFactor', { body: { password } }, tokenOf(stage))
  },
  async confirmSecondFactor(stage) {
    await giveActorPassword(stage)
    const body = { password }
    const begun = await call(stage.origin, 'beginSecondFactor', { body }, tokenOf(stage))
    const code = begun.status === 201 ? codeAt(begun.reply.secret, testNoonMs) : '123456'
    return call(stage.origin, 'confirmSecondFactor', { body: { code } }, tokenOf(stage))
  },
  async renewRecoveryCodes(stage) {
    const body = { password, code: await codeOf(stage) }
    return call(stage.origin, 'renewRecoveryCodes', { body }, tokenOf(stage))
  },
  async endSecondFactor(stage) {
    const body = { password, code: await codeOf(stage) }
    return call(stage.origin, 'endSecondFactor', { body }, tokenOf(stage))
  },
  async proveSelf(stage) {
    await giveActorPassword(stage)
    return call(stage.origin, 'proveSelf', { body: { password } }, tokenOf(stage))
  },
} satisfies Partial<Record<CallName, Attempt>>

/** A code that is still good where the actor may have a second factor at all. */
async function codeOf(stage: Stage): Promise<string> {
  const { origin, actor } = stage
  await giveActorPassword(stage)
  const may = actor && (await call(origin, 'getSecondFactor', {}, actor)).status === 200
  return (may && (await turnOnSecondFactor(origin, actor)).recoveryCodes[0]) || '123456'
}

async function giveActorPassword({ database, actor }: Stage): Promise<void> {
  if (actor) await setGoodPassword(database, actor.id)
}

function tokenOf({ actor }: Stage) {
  return { token: actor?.token }
}
