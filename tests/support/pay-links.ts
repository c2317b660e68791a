import { eq } from 'drizzle-orm'
import type { Api } from '#contract/api.ts'
import type { CallInput } from '#contract/endpoint.ts'
import type { Database } from '#server/db/client.ts'
import { payments } from '#server/db/schema/payments.ts'
import { call } from './call.ts'
import { addPlan, addSeller } from './money.ts'
import { addPerson, type SignedIn } from './people.ts'
import type { TestServer } from './server.ts'
import { deliver } from './stripe-fake.ts'

export const guestEmail = 'aunt@example.org'

type Asked = Partial<CallInput<Api['askToPay']>['body']>

/** Somebody who asks others to pay for four sessions of an hour for 114.00, with their link. */
export async function askFor(
  { origin, database }: { origin: string; database: Database },
  given: { asker?: SignedIn; seller?: SignedIn } & Asked = {},
) {
  const { asker: who, seller: whose, ...more } = given
  const asker = who ?? (await addPerson(database, { firstname: 'Lina', lastname: 'Haddad' }))
  const seller = whose ?? (await addSeller(database))
  const plan = await addPlan(database, seller.id)
  const body = { planId: plan.id, showsProvider: false, showsSpecialty: false, ...more }
  const { reply } = await call(origin, 'askToPay', { body }, asker)
  return { ...reply, asker, seller, plan }
}

/** What people do with links on a server, which is there by the time a test runs. */
export function payLinks(on: () => { server: TestServer; database: Database }) {
  const begin = (token: string, email = guestEmail) =>
    call(on().server.origin, 'payAsGuest', { body: { token, email, adult: true } })
  return {
    asking: (given: Parameters<typeof askFor>[1] = {}) =>
      askFor({ origin: on().server.origin, database: on().database }, given),
    view: (token: string) => call(on().server.origin, 'viewPayable', { body: { token } }),
    begin,
    sessionOf: ({ reply }: Awaited<ReturnType<typeof begin>>) =>
      reply.checkoutUrl.split('/').at(-1) ?? '',
    listed: async (who: SignedIn) =>
      (await call(on().server.origin, 'listPaymentRequests', {}, who)).reply.requests,
    /** How many sessions somebody has left with a provider. */
    left: async (who: SignedIn, { id: providerId }: SignedIn) => {
      const input = { params: { providerId } }
      return (await call(on().server.origin, 'validateAccess', input, who)).reply.remainingSessions
    },
    /** Of every payment of a person, in the order of the letters. */
    statuses: async ({ id }: SignedIn) => {
      const rows = await on().database.orm.select().from(payments).where(eq(payments.userId, id))
      return rows.map(({ status }) => status).toSorted()
    },
    /** Stripe says something, and what follows from it is done. */
    hear: async (event: Parameters<typeof deliver>[1]) => {
      const { received } = await deliver(on().server.origin, event)
      await on().server.jobs.runDue()
      return received
    },
  }
}
