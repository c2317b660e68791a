import { afterEach, describe, expect, test, vi } from 'vitest'
import { appHeader } from '#contract/endpoint.ts'
import { problem } from '#contract/problem.ts'
import { trackersApi } from '#contract/trackers/api.ts'
import {
  ApiProblemError,
  isApiProblem,
  isUnreachable,
  UnreachableError,
} from '#src/offline/api/api-error.ts'
import { callApi, type CallOptions } from '#src/offline/api/api.ts'
import { answerWith, noNetwork, ours, oursRaw, type Answer } from './network.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const allAnswered = { Mood: true, Fitness: true, Sleep: true, Diet: true }
const json = JSON.stringify(allAnswered)

describe('nothing is believed that our server did not say', () => {
  test.each<[string, Answer]>([
    ['no network', noNetwork],
    ['a portal’s page', () => new Response('<h1>Welcome to the Wi-Fi</h1>')],
    ['a portal’s redirect that was not followed', () => new Response(null, { status: 302 })],
    ['the right JSON without our header', () => Response.json(allAnswered)],
    ['our header with another value', () => strange(allAnswered)],
    ['a refusal without our header', () => Response.json(problem('forbidden'), { status: 403 })],
    ['an empty success without our header', () => new Response(null, { status: 204 })],
    ['JSON that was cut short', () => oursRaw(json.slice(0, 20))],
    ['an empty body', () => oursRaw('')],
    ['a page under our header', () => oursRaw('<h1>Hello</h1>')],
    ['a reply of an unknown shape', () => ours({ ...allAnswered, Mood: 'yes' })],
    ['a reply that is a list', () => ours([])],
    ['no reply where one is due', () => oursRaw(null, { status: 204 })],
    ['an error of an unknown shape', () => ours({ error: 'no' }, { status: 500 })],
    ['an error that is a page', () => oursRaw('<h1>Bad gateway</h1>', { status: 502 })],
    ['an error that was cut short', () => oursRaw('{"code":"inte', { status: 500 })],
    ['a body that breaks off', () => oursRaw(breakingOff())],
  ])('%s counts as unreachable', async (_, answer) => {
    answerWith(answer)
    const error = await failure()
    expect(error).toBeInstanceOf(UnreachableError)
    expect([isUnreachable(error), isApiProblem(error)]).toEqual([true, false])
  })
})

describe('a refusal', () => {
  test.each([
    [400, 'invalid_input'],
    [401, 'unauthenticated'],
    [404, 'not_found'],
    [409, 'already_answered'],
    [500, 'internal'],
  ] as const)('of status %i is told with its code %s', async (status, code) => {
    const body = problem(code, { fields: { date: 'No.' } })
    answerWith(() => ours(body, { status }))
    const error = await failure()
    expect(error).toBeInstanceOf(ApiProblemError)
    expect([isUnreachable(error), isApiProblem(error)]).toEqual([false, true])
    expect(error).toMatchObject({ status, problem: body, message: body.message })
    expect(error).toHaveProperty('retryAfterMs', undefined)
  })

  test.each([
    ['seconds', '7', 7_000],
    ['no time at all', '0', 0],
    ['a time gone by', '-5', 0],
    ['a date to come', 'Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
    ['a date gone by', 'Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['words', 'soon', undefined],
    ['no end', 'Infinity', undefined],
  ])('asks to wait with %s', async (_, header, retryAfterMs) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T12:00:00Z') })
    const headers = { 'retry-after': header }
    answerWith(() => ours(problem('busy'), { status: 503, headers }))
    expect(await failure()).toHaveProperty('retryAfterMs', retryAfterMs)
  })

  test('is not asked for again by the call itself', async () => {
    const requests = answerWith(() => ours(problem('busy'), { status: 503 }))
    await failure()
    expect(requests).toHaveLength(1)
  })
})

describe('waiting ends', () => {
  test('for an answer that does not come', async () => {
    const deadlines: number[] = []
    const endOfTime = fakeDeadline((ms) => deadlines.push(ms))
    answerWith((request) => untilAborted(request))
    const waiting = failure()
    endOfTime.abort()
    expect(await waiting).toBeInstanceOf(UnreachableError)
    expect(deadlines).toEqual([30_000])
  })

  test('for a body that stops on its way', async () => {
    const endOfTime = fakeDeadline()
    answerWith((request) => oursRaw(stalling(request, () => endOfTime.abort())))
    expect(await failure()).toBeInstanceOf(UnreachableError)
  })

  test('when the caller gives up, as the caller’s own doing', async () => {
    const caller = new AbortController()
    answerWith((request) => untilAborted(request))
    const waiting = failure({ signal: caller.signal })
    caller.abort()
    const error = await waiting
    expect(isUnreachable(error) || isApiProblem(error)).toBe(false)
    expect(error).toHaveProperty('name', 'AbortError')
  })

  test('before it begins when the caller has given up already', async () => {
    answerWith((request) => untilAborted(request))
    expect(await failure({ signal: AbortSignal.abort() })).toHaveProperty('name', 'AbortError')
  })
})

async function failure(options: CallOptions = {}): Promise<unknown> {
  try {
    await callApi(trackersApi.checkTrackers, { query: {} }, options)
  } catch (error) {
    return error
  }
  throw new Error('The call succeeded')
}

function strange(body: unknown): Response {
  return Response.json(body, { headers: { [appHeader.name]: '2' } })
}

/** The deadline of the next call, which ends when the test says so. */
function fakeDeadline(onSet?: (ms: number) => void): AbortController {
  const deadline = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    onSet?.(ms)
    return deadline.signal
  })
  return deadline
}

function untilAborted({ signal }: Request): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal.reason as Error)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
  })
}

/** The first half of a body; then nothing comes until the request is aborted. */
function stalling({ signal }: Request, onStall: () => void): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(json.slice(0, 10)))
      signal.addEventListener('abort', () => controller.error(signal.reason))
    },
    pull: onStall,
  })
}

function breakingOff(): ReadableStream {
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode(json.slice(0, 10)))
      controller.error(new TypeError('network error'))
    },
  })
}
