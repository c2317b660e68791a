import { call } from '#tests/support/call.ts'
import type { Member } from './people.ts'

/** A request of somebody to a provider, made by the API alone; gives its id. */
export async function requestByApi(
  origin: string,
  client: Member,
  provider: Member,
): Promise<string> {
  const body = { requestedServiceProvider: provider.id }
  const { reply } = await call(origin, 'requestConnection', { body }, { token: client.token })
  return reply._id
}

/** A connection of the two, made by the API alone; gives its id. */
export async function connectByApi(
  origin: string,
  client: Member,
  provider: Member,
): Promise<string> {
  const id = await requestByApi(origin, client, provider)
  await call(origin, 'acceptConnection', { params: { id } }, { token: provider.token })
  return id
}
