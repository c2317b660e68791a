import type { IncomingMessage } from 'node:http'
import type { ApiContext } from '#server/http/routing/route.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'

/** How fast a body has to arrive: in each window so many bytes, or the rest of it. */
export interface BodyPace {
  readonly windowMs: number
  readonly bytesMin: number
}

/**
 * 1 kB a second on average over half a minute: a phone at the edge of a network sends two to five, and a tunnel may take
 * as long as the window. Whoever is slower holds a place that others need.
 */
export const bodyPace: BodyPace = { windowMs: 30_000, bytesMin: 30_000 }

/**
 * Calls `giveUp` with `too_slow` when a body arrives slower than it may. Begin when its reading begins: a body that
 * nobody reads does not arrive. Returns what ends the watch.
 */
export function watchPace(
  incoming: IncomingMessage,
  { windowMs, bytesMin }: BodyPace,
  giveUp: (problem: ProblemError) => void,
): () => void {
  const { socket } = incoming
  let bytesBefore = socket.bytesRead
  const watch = setInterval(() => {
    if (incoming.complete) return
    const arrived = socket.bytesRead - bytesBefore
    bytesBefore = socket.bytesRead
    // The rest of the body would be taken for the next request.
    if (arrived < bytesMin)
      giveUp(new ProblemError('too_slow', { headers: { connection: 'close' } }))
  }, windowMs)
  return () => clearInterval(watch)
}

/** The whole body as text. Throws `too_slow`, or `upload_incomplete` for a sender who hung up. */
export async function readText(context: ApiContext, pace: BodyPace): Promise<string> {
  const { incoming } = context.env
  const slow = Promise.withResolvers<never>()
  const endWatch = watchPace(incoming, pace, slow.reject)
  try {
    return await Promise.race([context.req.text(), slow.promise])
  } catch (error) {
    const hungUp = !incoming.complete && !(error instanceof ProblemError)
    throw hungUp ? new ProblemError('upload_incomplete') : error
  } finally {
    endWatch()
  }
}
