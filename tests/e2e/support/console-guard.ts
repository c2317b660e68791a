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

/** The calls that end sessions, on this device or others. */
const sessionEnding =
  /^POST .*\/api\/auth\/(?:logout|sessions\/revoke|reset-password)$|^POST .*\/second-factor\/confirm$|^PATCH .*\/password$|^DELETE .*\/api\/me(?:\/sessions.*|\/second-factor)?$/

/** What Chromium prints for what was asked with a session that had just ended. */
const endedSession = /status of 401 .*\/api\/(?!auth\/log)/

export function createConsoleGuard(): ConsoleGuard {
  const complaints: string[] = []
  const expected: RegExp[] = []

  function noteEnd(request: Request): void {
    if (sessionEnding.test(`${request.method()} ${request.url()}`)) expected.push(endedSession)
  }

  function hear(message: ConsoleMessage): void {
    if (message.type() !== 'error') return
    complaints.push(`${message.text()} (${message.location().url})`)
  }

  return {
    watch(context) {
      context.on('console', hear)
      context.on('request', noteEnd)
      context.on('weberror', (error) => {
        complaints.push(error.error().stack ?? error.error().message)
      })
      context.on('serviceworker', (worker) => worker.on('console', hear))
    },
    expect: (complaint) => void expected.push(complaint),
    unexpected: () => complaints.filter((text) => !expected.some((rule) => rule.test(text))),
  }
}
