import { call } from '#tests/support/call.ts'
import { addPlan, addSeller } from '#tests/support/money.ts'
import { askFor, guestEmail } from '#tests/support/pay-links.ts'
import { addPerson } from '#tests/support/people.ts'
import type { Attempt, Stage } from './stage.ts'

export const payLinkAttempts = {
  async askToPay({ origin, database, actor }) {
    const plan = await addPlan(database, (await addSeller(database)).id)
    const body = { planId: plan.id, showsProvider: false, showsSpecialty: false }
    return call(origin, 'askToPay', { body }, { token: actor?.token })
  },
  async listPaymentRequests({ origin, actor }) {
    return call(origin, 'listPaymentRequests', {}, { token: actor?.token })
  },
  async withdrawPaymentRequest(stage) {
    const { origin, database, row, actor } = stage
    const asker = row.relation === 'own' && actor ? actor : await addPerson(database)
    const { request } = await askFor({ origin, database }, { asker })
    const params = { id: request._id }
    return call(origin, 'withdrawPaymentRequest', { params }, { token: actor?.token })
  },
  async viewPayable(stage) {
    const body = { token: await tokenOf(stage) }
    return call(stage.origin, 'viewPayable', { body }, { token: stage.actor?.token })
  },
  async payAsGuest(stage) {
    const body = { token: await tokenOf(stage), email: guestEmail, adult: true as const }
    return call(stage.origin, 'payAsGuest', { body }, { token: stage.actor?.token })
  },
  async endGuestSandbox(stage) {
    const { origin, row, actor } = stage
    const token = await tokenOf({ ...stage, row: { ...row, relation: 'own' } })
    const begun = await call(origin, 'payAsGuest', {
      body: { token, email: guestEmail, adult: true },
    })
    const right = begun.reply.checkoutUrl.replace('/pay/', '')
    const sessionId = row.relation === 'own' ? right : `${right.slice(0, -1)}g`
    const body = { sessionId, outcome: 'paid' as const }
    return call(origin, 'endGuestSandbox', { body }, { token: actor?.token })
  },
} satisfies Record<string, Attempt>

/** The end of a link: of one that works, of one that was taken back, or of none. */
async function tokenOf({ origin, database, row }: Stage): Promise<string> {
  const asker = await addPerson(database)
  const { request, token } = await askFor({ origin, database }, { asker })
  const params = { id: request._id }
  if (row.relation === 'withdrawn') await call(origin, 'withdrawPaymentRequest', { params }, asker)
  return row.relation === 'other' ? 'A'.repeat(43) : token
}
