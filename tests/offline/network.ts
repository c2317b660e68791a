import { appHeader } from '#contract/endpoint.ts'

export type Answer = (request: Request) => Response | Promise<Response>

/** What an answer that has not come by the end of a test is cut off by. */
let ending = newEnding()

function newEnding(): PromiseWithResolvers<never> {
  const made = Promise.withResolvers<never>()
  made.promise.catch(() => undefined)
  return made
}

/** Ends every call that still waits for an answer: it would hold up those of the tests that share a page with this one. */
export function endAnswers(): void {
  ending.reject(new TypeError('Failed to fetch'))
  ending = newEnding()
}

/** Takes the place of the network and keeps what was sent; the last answer stands for all requests after it. */
export function answerWith(...answers: Answer[]): Request[] {
  const requests: Request[] = []
  const { promise: ended } = ending
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const answer = answers[Math.min(requests.length, answers.length - 1)]
    requests.push(request.clone())
    if (!answer) throw new TypeError('Failed to fetch')
    return await Promise.race([answer(request), ended])
  }
  return requests
}

/** An answer of our own server. */
export function ours(body: unknown, init: ResponseInit = {}): Response {
  return marked(Response.json(body, init))
}

/** Our own server's answer as raw text, or as a body that comes in pieces. */
export function oursRaw(body: BodyInit | null, init: ResponseInit = {}): Response {
  return marked(new Response(body, init))
}

export function noNetwork(): Promise<never> {
  return Promise.reject(new TypeError('Failed to fetch'))
}

function marked(response: Response): Response {
  response.headers.set(appHeader.name, appHeader.value)
  return response
}
