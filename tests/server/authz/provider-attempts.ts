import { call } from '#tests/support/call.ts'
import { addConnection, addProvider } from '#tests/support/connections.ts'
import { addPerson } from '#tests/support/people.ts'
import type { Outcome, Stage } from './stage.ts'

/** Whoever sees more than cards of anybody counts as the view that they see. */
export async function tryListProviders({ origin, database, actor }: Stage): Promise<Outcome> {
  await addProvider(database)
  const answer = await call(origin, 'listProviders', { query: {} }, { token: actor?.token })
  if (answer.status !== 200) return answer
  const views = new Set(answer.reply.providers.map(({ view }) => view))
  const [view = 'none'] = views
  return view === 'card' && views.size === 1 ? { status: 200 } : { status: 200, view }
}

export async function tryUpdatePractice({ origin, database, row, actor }: Stage): Promise<Outcome> {
  const id = row.relation === 'own' && actor ? actor.id : (await addProvider(database)).id
  const input = { params: { id }, body: { seesMinors: true } }
  return call(origin, 'updatePractice', input, { token: actor?.token })
}

export async function tryMinors({ origin, database, actor }: Stage): Promise<Outcome> {
  const provider = await addProvider(database)
  const client = await addPerson(database)
  await addConnection(database, { clientId: client.id, providerId: provider.id })
  const input = { params: { id: provider.id }, query: {} }
  return call(origin, 'listMinorsConcerned', input, { token: actor?.token })
}

export async function tryReview({ origin, database, row, actor }: Stage): Promise<Outcome> {
  const provider = await addProvider(database, { verifiedAt: null })
  if (row.relation === 'connected' && actor) {
    await addConnection(database, { clientId: provider.id, providerId: actor.id })
  }
  const body = { decision: 'approve', clearedForMinors: true } as const
  const input = { params: { id: provider.id }, body }
  return call(origin, 'reviewProvider', input, { token: actor?.token })
}
