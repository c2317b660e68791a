import autocannon, { type Request } from 'autocannon'

export interface Load {
  readonly origin: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly connections: number
  /** What sets requests apart: a list that every connection goes through, or made anew for each request. */
  readonly varied: readonly Variation[] | (() => Variation)
  /** Requests per second; as fast as answers come without it. */
  readonly rate?: number
}

type Variation = Pick<Request, 'headers' | 'body'>

/** Long enough for thousands of requests, short enough for many turns. */
const roundSeconds = 0.5
const sampleMs = 50

/** Keeps `connections` requests under way for one round and returns how many went well per second. */
export async function loadRound(load: Load): Promise<number> {
  const { good, bad } = await pressRound(load)
  if (bad > 0) throw new Error(`${bad}/s of ${load.method} ${load.path} did not go well`)
  return good
}

/** The same for a load that is meant to be too much: what went well and what was refused, per second. */
export async function pressRound(load: Load): Promise<{ good: number; bad: number }> {
  const { origin, connections, rate } = load
  const result = await autocannon({
    url: origin,
    connections,
    duration: roundSeconds,
    sampleInt: sampleMs,
    ...(rate === undefined ? {} : { overallRate: rate }),
    requests: requestsOf(load),
  })
  return {
    good: result['2xx'] / result.duration,
    bad: (result.non2xx + result.errors) / result.duration,
  }
}

function requestsOf({ method, path, varied }: Load): Request[] {
  if (typeof varied !== 'function') return varied.map((each) => ({ method, path, ...each }))
  return [{ method, path, setupRequest: (request) => ({ ...request, ...varied() }) }]
}
