import { problem } from '#contract/problem.ts'
import { answerWith, ours } from '#tests/offline/network.ts'

/** What the server answers to each address, by the end of its path; a function is asked anew each time. */
export type Replies = Readonly<Record<string, unknown>>

/** A server that knows these addresses; any other one fails. Gives the requests as they come. */
export function serverWith(replies: Replies): Request[] {
  return answerWith(({ url }) => {
    const { pathname } = new URL(url)
    const known = Object.keys(replies).find((end) => pathname.endsWith(end))
    return known === undefined ? busy('') : ours(replies[known])
  })
}

/** A server that has no time, and says so in these words; in none where they are empty. */
export function busyServer(message = ''): void {
  answerWith(() => busy(message))
}

function busy(message: string): Response {
  return ours(problem('busy', { message }), { status: 503 })
}
