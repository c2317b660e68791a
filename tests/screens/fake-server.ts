import * as v from 'valibot'
import { problem, problemCatalogue, type ProblemCode } from '#contract/problem.ts'
import { pushRequestSchema, type OpResult, type WireOp } from '#contract/sync/api.ts'
import { answerWith, ours, oursRaw, type Answer } from '#tests/offline/network.ts'

/** By the method and the end of the address without its query, `GET /payment/mine`: what a server says to such calls. */
export type Answers = Readonly<Record<string, Answer>>

/** Takes the server's place; calls that are not named get a proxy's answer. Gives what was asked, in order. */
export function serve(answers: Answers): Request[] {
  return answerWith((request) => {
    const call = `${request.method} ${new URL(request.url).pathname}`
    const named = Object.keys(answers).find((name) => fits(name, call))
    return (named === undefined ? badGateway : (answers[named] ?? badGateway))(request)
  })
}

export const says =
  (body: unknown, status = 200): Answer =>
  () =>
    status === 204 ? oursRaw(null, { status }) : ours(body, { status })

/** The server's refusal, in its own words or in those of the catalogue. */
export function refuses(code: ProblemCode, message?: string): Answer {
  const { status } = problemCatalogue[code]
  return () => ours(problem(code, message === undefined ? {} : { message }), { status })
}

/** What the server says of each operation that is sent to it. */
export function settles(how: (op: WireOp) => OpResult): Answer {
  return async (request) => {
    const { ops } = v.parse(pushRequestSchema, await request.json())
    return ours({ results: ops.map(how) })
  }
}

/** A proxy in front of the server that has lost it. */
export const badGateway: Answer = () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 })

/** A server that does not answer for as long as the test runs. */
export const silence: Answer = () => new Promise(() => undefined)

function fits(name: string, call: string): boolean {
  const [method = '', path = ''] = name.split(' ')
  return call.startsWith(`${method} `) && call.endsWith(path)
}
