import { serverAnswers } from '#src/lib/online.ts'
import { onContact } from '#src/offline/api/api.ts'

/** A server that starts anew is back before this, and nothing is shown. */
export const graceMs = 3_000

/** Follows, for as long as a person is logged in, whether the server answers what this page asks. Returns its end. */
export function startReachabilityService(): () => void {
  const stopping = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  function end(): void {
    clearTimeout(timer)
    timer = undefined
    serverAnswers.set(true)
  }

  onContact((contact) => {
    if (contact !== 'unanswered') end()
    else timer ??= setTimeout(() => serverAnswers.set(false), graceMs)
  }, stopping.signal)
  return () => {
    stopping.abort()
    end()
  }
}
