import type { BrowserContext, ConsoleMessage, Request } from '@playwright/test'

/** Watches what pages and workers complain about: an error that no test expects fails the test. */
export interface ConsoleGuard {
  watch(context: BrowserContext): void
  /** Complaints of this kind belong to what the test does. */
  expect(complaint: RegExp): void
  /** The complaints that nobody expected. */
  unexpected(): readonly string[]
}

/**
 * What Chromium itself prints for a call of the API that did not get through, where the network is taken away on
 * purpose. A part of the app that does not load is no such thing.
 */
export const lostNetwork = /net::ERR_\w+ \(http[^)]*\/api\//

/** What Chromium prints for a read that was on its way when its session ended. */
const endedSession = /status of 401 .*\/api\/(?!auth\/log)/

export function createConsoleGuard(): ConsoleGuard {
  const complaints: string[] = []
  const expected: RegExp[] = []

  function noteLogout(request: Request): void {
    if (/\/api\/auth\/(?:logout|sessions\/revoke)$/.test(request.url())) expected.push(endedSession)
  }

  function hear(message: ConsoleMessage): void {
    if (message.type() !== 'error') return
    complaints.push(`${message.text()} (${message.location().url})`)
  }

  return {
    watch(context) {
      context.on('console', hear)
      context.on('request', noteLogout)
      context.on('weberror', (error) => {
        complaints.push(error.error().stack ?? error.error().message)
      })
      context.on('serviceworker', (worker) => worker.on('console', hear))
    },
    expect: (complaint) => void expected.push(complaint),
    unexpected: () => complaints.filter((text) => !expected.some((rule) => rule.test(text))),
  }
}
