import { afterEach, describe, expect, test, vi } from 'vitest'
import type { LiveEvent, StreamEvent } from '#contract/events/api.ts'
import { onContact } from '#src/offline/api/api.ts'
import { handoverMs, startLive, type Live } from '#src/offline/events/live.ts'
import { clearSession, writeSession } from '#src/offline/session/session-copy.ts'
import { answerWith, ours, oursRaw } from './network.ts'
import { otherTab } from './other-tab.ts'

const chat = { type: 'chat', chatId: '01985a3c-0000-7a10-8c00-0000000000c1' } as const
const tabs: Live[] = []

afterEach(async () => {
  vi.restoreAllMocks()
  for (const tab of tabs.splice(0)) tab.stop()
  await clearSession()
})

/** A server whose streams stay open; `say` speaks on the one opened last. */
function streamServer() {
  const streams: ReadableStreamDefaultController<Uint8Array>[] = []
  const opened: Request[] = []
  answerWith((request) => {
    opened.push(request)
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        streams.push(controller)
        request.signal.addEventListener('abort', () => controller.error(new Error('aborted')))
      },
    })
    return oursRaw(body, { headers: { 'content-type': 'text/event-stream' } })
  })
  holdRequests()
  return {
    opened,
    say: (event: StreamEvent) =>
      streams.at(-1)?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`)),
  }
}

/** Node tells a request that its signal has aborted only while the request is not garbage. */
function holdRequests(): void {
  const network = globalThis.fetch
  const held: unknown[] = []
  globalThis.fetch = async (input, init) => {
    held.push(input)
    return await network(input, init)
  }
}

/** A tab, and what it hears, waited for. */
function openTab(userId: string) {
  const heard: [LiveEvent, boolean][] = []
  const lives: boolean[] = []
  const waiting: (() => void)[] = []
  const notify = () => {
    for (const wake of waiting.splice(0)) wake()
  }
  let loggedOut = false
  let missed = 0
  const tab = startLive({
    userId,
    onEvent: (event, leads) => {
      heard.push([event, leads])
      notify()
    },
    onLive: (live) => {
      lives.push(live)
      notify()
    },
    onMissed: () => {
      missed += 1
      notify()
    },
    onLoggedOut: () => {
      loggedOut = true
      notify()
    },
  })
  tabs.push(tab)
  async function until(done: () => boolean): Promise<void> {
    while (!done()) await new Promise<void>((resolve) => waiting.push(resolve))
  }
  return { tab, heard, lives, until, isLoggedOut: () => loggedOut, missed: () => missed }
}

/** Resolves one turn after so many requests have come. */
async function untilAsked(requests: readonly Request[], count: number): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve))
  while (requests.length < count)
  await new Promise((resolve) => setImmediate(resolve))
}

async function logIn(): Promise<string> {
  const userId = crypto.randomUUID()
  await writeSession({ token: 'secret', userId })
  return userId
}

describe('the tabs of a browser', () => {
  test('have one stream between them, and each hears what one of them reads again', async () => {
    const server = streamServer()
    const userId = await logIn()
    const [one, two] = [openTab(userId), openTab(userId)]
    await untilAsked(server.opened, 1)
    server.say(chat)
    await Promise.all([one, two].map((tab) => tab.until(() => tab.heard.length > 0)))
    expect(server.opened).toHaveLength(1)
    expect(server.opened[0]?.headers.get('authorization')).toBe('Bearer secret')
    expect([one.heard, two.heard].map(([first]) => first)).toEqual([
      [chat, true],
      [chat, false],
    ])
    await two.until(() => two.lives.includes(true))
  })

  test('hear that the one with the stream could not read something, and of no other one', async () => {
    const server = streamServer()
    const userId = await logIn()
    const one = openTab(userId)
    await untilAsked(server.opened, 1)
    const two = openTab(userId)
    two.tab.tellMissed()
    one.tab.tellMissed()
    await two.until(() => two.missed() > 0)
    expect([one.missed(), two.missed()]).toEqual([0, 1])
  })

  test('pass the stream on when the one that has it goes', async () => {
    const server = streamServer()
    const userId = await logIn()
    const one = openTab(userId)
    await untilAsked(server.opened, 1)
    const two = openTab(userId)
    one.tab.stop()
    await untilAsked(server.opened, 2)
    server.say(chat)
    await two.until(() => two.heard.length > 0)
    expect(two.heard).toEqual([[chat, true]])
    expect(one.heard).toEqual([])
  })

  test('take what happened since they began at the first stream they hear of, and hand it to no other tab', async () => {
    const server = streamServer()
    const userId = await logIn()
    const one = openTab(userId)
    await untilAsked(server.opened, 1)
    const two = openTab(userId)
    const agoMs = Math.ceil(Date.now() - performance.timeOrigin) + 60_000
    const before = { type: 'recent', of: 'sharing', agoMs } as const
    const since = { type: 'recent', of: 'connections', agoMs: 0 } as const
    for (const event of [before, since, chat]) server.say(event)
    await two.until(() => two.heard.length > 0)
    expect(one.heard).toEqual([
      [{ type: 'connections' }, true],
      [chat, true],
    ])
    one.tab.stop()
    await untilAsked(server.opened, 2)
    for (const event of [since, chat]) server.say(event)
    await two.until(() => two.heard.length > 1)
    expect(two.heard).toEqual([
      [chat, false],
      [chat, true],
    ])
  })

  test('take a sign of the stream for an answer of the server, also where another one has it', async () => {
    const contacts: string[] = []
    const listening = new AbortController()
    onContact((contact) => contacts.push(contact), listening.signal)
    const userId = await logIn()
    const leader = otherTab(userId)
    await navigator.locks.request(`live:${userId}`, async () => {
      const one = openTab(userId)
      leader.say({ say: 'alive' })
      await one.until(() => one.lives.includes(true))
      one.tab.stop()
    })
    expect(contacts).toEqual(['answered'])
    listening.abort()
    leader.close()
  })

  test('learn that the session is over, and ask no more', async () => {
    const problem = { code: 'unauthenticated', message: 'Please log in.' }
    const requests = answerWith(() => ours(problem, { status: 401 }))
    const one = openTab(await logIn())
    await one.until(one.isLoggedOut)
    expect([requests.length, one.lives.at(-1)]).toEqual([1, false])
  })

  test('never listen as somebody else', async () => {
    const server = streamServer()
    await logIn()
    openTab(crypto.randomUUID())
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(server.opened).toHaveLength(0)
  })

  test('open a stream that waits for its next try when they are woken', async () => {
    const requests = answerWith(() => Promise.reject(new TypeError('Failed to fetch')))
    const one = openTab(await logIn())
    for (let woken = 1; woken <= 5; woken += 1) {
      await untilAsked(requests, woken)
      one.tab.wake()
    }
    expect(requests.length).toBeGreaterThanOrEqual(5)
  })

  test('open another stream when they are woken and theirs has missed a heartbeat, unless it speaks at once', async () => {
    const server = streamServer()
    const one = openTab(await logIn())
    await untilAsked(server.opened, 1)
    server.say(chat)
    await one.until(() => one.heard.length > 0)
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const doubts = () => timers.mock.calls.filter(([, ms]) => ms === handoverMs)
    one.tab.wake()
    expect(doubts()).toHaveLength(0)

    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31_000)
    one.tab.wake()
    server.say(chat)
    await one.until(() => one.heard.length > 1)
    doubts()[0]?.[0]()
    expect(server.opened[0]?.signal.aborted).toBe(false)

    clock.mockReturnValue(Date.now() + 31_000)
    one.tab.wake()
    doubts()[1]?.[0]()
    expect(server.opened[0]?.signal.aborted).toBe(true)
    await untilAsked(server.opened, 2)
    // That try did not wait for its turn.
    expect(timers.mock.calls.filter(([, ms = 0]) => ms > handoverMs && ms <= 1_000)).toEqual([])
  })
})
