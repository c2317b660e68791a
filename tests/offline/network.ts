import { appHeader } from '#contract/endpoint.ts'

export type Answer = (request: Request) => Response | Promise<Response>

/** Takes the place of the network and keeps what was sent; the last answer stands for all requests after it. */
export function answerWith(...answers: Answer[]): Request[] {
  const requests: Request[] = []
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const answer = answers[Math.min(requests.length, answers.length - 1)]
    requests.push(request.clone())
    if (!answer) throw new TypeError('Failed to fetch')
    return await answer(request)
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
