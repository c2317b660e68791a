import { passwordResets } from '#server/db/schema/account.ts'
import { call } from '#tests/support/call.ts'
import { addPerson } from '#tests/support/people.ts'
import { askForCode } from '#tests/support/recovery.ts'
import { goodPassword } from '#tests/support/registration.ts'
import type { Outcome, Stage } from './stage.ts'

/** Asks for one's own code, or for that of somebody who does not exist. */
export async function tryForgot({ origin, actor, row }: Stage): Promise<Outcome> {
  const own = row.relation === 'own' && actor
  const email = own ? actor.user.email : 'nobody@example.org'
  const forwarded = { 'x-forwarded-for': '192.0.2.1' }
  const body = { email: `${own ? '' : row.actor}${email}` }
  return call(origin, 'forgotPassword', { body }, { token: actor?.token, headers: forwarded })
}

/** Resets with the right code and cookie, but for what the row takes away. */
export async function tryReset({ origin, server, database, row }: Stage): Promise<Outcome> {
  const { user } = await addPerson(database)
  const { code, cookie } = await askForCode(server, user.email)
  const reset = (otp: string, headers: Record<string, string> = { cookie }) =>
    call(origin, 'resetPassword', { body: { otp, newPassword: goodPassword } }, { headers })
  switch (row.relation) {
    case 'noResetCookie':
      return reset(code, {})
    case 'otherBrowserCookie': {
      const other = await addPerson(database)
      return reset(code, { cookie: (await askForCode(server, other.user.email)).cookie })
    }
    case 'codeExpired':
      await database.orm.update(passwordResets).set({ expiresAt: new Date(0) })
      return reset(code)
    case 'codeUsed':
      await reset(code)
      return reset(code)
    case 'sixthTry':
      for (let guess = 0; guess < 5; guess += 1) await reset(wrongCode(code))
      return reset(code)
    default:
      return { status: (await reset(code)).status, view: 'cookie' }
  }
}

function wrongCode(code: string): string {
  return code === '000000' ? '000001' : '000000'
}
