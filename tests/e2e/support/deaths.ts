import type { ApiRequest, FaultProxy, Verdict } from './fault-proxy.ts'
import { closedGate } from './gate.ts'

/** Where a push is when its sender dies: not yet at the server, done and not told, or half told. */
export const deathPlaces = ['before', 'done', 'half told'] as const
export type DeathPlace = (typeof deathPlaces)[number]

/** Lets `passing` pushes through, and resolves once the next one has come to the place where its sender dies. */
export function pushReaches(
  faultProxy: FaultProxy,
  place: DeathPlace,
  passing: number,
): Promise<void> {
  const reached = closedGate()
  let pushes = 0
  faultProxy.onApi((request) => {
    if (request.opIds.length === 0 || (pushes += 1) <= passing) return undefined
    return carry(request, place, reached.open)
  })
  return reached.opened
}

async function carry(push: ApiRequest, place: DeathPlace, onReached: () => void): Promise<Verdict> {
  const answer = place === 'before' ? undefined : await push.forward()
  onReached()
  return place === 'half told' && answer ? { half: answer } : await forever
}

const forever = new Promise<never>(() => undefined)
