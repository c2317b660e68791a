import { appHeader } from '#contract/endpoint.ts'
import { problem, problemCatalogue, type ProblemCode } from '#contract/problem.ts'
import type { Answer, ApiRequest, Verdict } from './fault-proxy.ts'

/** What a hotel's network answers to everything until somebody accepts its terms. */
export const portalPage: Answer = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from(
    '<!doctype html><title>Free Wi-Fi</title><form><button>I agree</button></form>',
  ),
}

/** A proxy in front of the server that has lost it: no header of ours. */
export const badGateway: Answer = {
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<h1>502 Bad Gateway</h1>'),
}

/** An error as the server itself tells it. */
export function problemAnswer(code: ProblemCode, retryAfterSeconds?: number): Answer {
  return {
    status: problemCatalogue[code].status,
    headers: {
      'content-type': 'application/json',
      [appHeader.name]: appHeader.value,
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    },
    body: Buffer.from(JSON.stringify(problem(code))),
  }
}

/** An answer of the server as a test would have it. */
export function okAnswer(body: unknown): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'application/json', [appHeader.name]: appHeader.value },
    body: Buffer.from(JSON.stringify(body)),
  }
}

/** For a proxy: calls at these addresses, of one method where it is named, get this answer; the others get through. */
export function answeredAt(api: RegExp, verdict: Verdict = badGateway, method?: string) {
  return (request: ApiRequest): Promise<Verdict> | undefined =>
    api.test(request.path) && (method ?? request.method) === request.method
      ? Promise.resolve(verdict)
      : undefined
}
