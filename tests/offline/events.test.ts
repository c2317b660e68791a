import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { ApiProblemError, UnreachableError } from '#src/offline/api/api-error.ts'
import {
  createEventReader,
  keepStream,
  silenceMsMax,
  type StreamDeps,
  mayPoll,
  pollWaitMs,
} from '#src/offline/events/keep-stream.ts'

const chat = { type: 'chat', chatId: '01985a3c-0000-7a10-8c00-0000000000c1' } as const
const line = (event: object) => `data: ${JSON.stringify(event)}\n\n`

describe('reading events', () => {
  const read = (pieces: readonly string[]) => {
    const seen: string[] = []
    const reader = createEventReader((data) => seen.push(data))
    for (const piece of pieces) reader.read(piece)
    return seen
  }

  test.each([
    ['data: a\n\ndata: b\n\n', ['a', 'b']],
    ['data:a\r\n\r\ndata: b\r\r', ['a', 'b']],
    [': \n\n: life\n\n', []],
    ['data: one\ndata: two\n\n', ['one\ntwo']],
    ['event: x\nid: 7\ndata: a\n\n', ['a']],
    ['data: half', []],
  ])('%j gives %j', (text, events) => {
    expect(read([text])).toEqual(events)
  })

  test('in whatever pieces they come', () => {
    const text = 'data: one\r\n\r\n: life\n\ndata: {"a":"ü"}\n\ndata: x\ndata: y\n\n'
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (cuts) => {
        const at = [0, ...cuts.toSorted((a, b) => a - b), text.length]
        const pieces = at.slice(1).map((end, index) => text.slice(at[index], end))
        expect(read(pieces)).toEqual(['one', '{"a":"ü"}', 'x\ny'])
      }),
    )
  })
})

/** What one try to open the stream comes to: text that comes and then its end, or a failure. */
type Try = { pieces: readonly string[]; hangs?: boolean } | Error

async function keep(tries: readonly Try[], given: Partial<StreamDeps> = {}) {
  const stopping = new AbortController()
  const heard: unknown[] = []
  const waits: number[] = []
  const life: string[] = []
  const silences: (() => void)[] = []
  let opened = 0
  let hangs = false
  const end = await keepStream(
    {
      token: async () => 't',
      open: async (_token, signal) => {
        const next = tries[opened]
        opened += 1
        if (!next) {
          stopping.abort()
          throw new UnreachableError('no more tries')
        }
        if (next instanceof Error) throw next
        hangs = next.hangs === true
        return streamOf(next.pieces, hangs ? signal : undefined)
      },
      onEvent: (event) => heard.push(event),
      onLife: (sign) => {
        life.push(sign)
        if (hangs) setImmediate(() => silences.at(-1)?.())
      },
      wait: async (ms) => void waits.push(ms),
      after: (ms, work) => {
        expect(ms).toBe(silenceMsMax)
        silences.push(work)
        return () => undefined
      },
      random: () => 1,
      ...given,
    },
    stopping.signal,
  )
  return { end, heard, waits, life, opened }
}

function streamOf(pieces: readonly string[], until?: AbortSignal): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      if (!until) controller.close()
      else until.addEventListener('abort', () => controller.error(new Error('cut off')))
    },
  })
}

const unreachable = new UnreachableError('no network')

describe('keeping the stream', () => {
  test('hands on every event, and none that this build does not know', async () => {
    const pieces = [line({ type: 'resync' }), line(chat), line({ type: 'moon' }), 'data: {\n\n']
    const { heard, life } = await keep([{ pieces }])
    expect(heard).toEqual([{ type: 'resync' }, chat])
    expect(life).toEqual(['alive', 'alive', 'alive', 'alive', 'over', 'over'])
  })

  test('comes back spread over the time that a server that goes asks for', async () => {
    const leaves = { pieces: [line({ type: 'bye', spreadMs: 30_000 })] }
    const cut = { pieces: [line({ type: 'bye', spreadMs: 0 })], hangs: true }
    const { waits, heard } = await keep([leaves, cut, leaves], { random: () => 0.4 })
    expect(waits).toEqual([12_000, 0, 12_000])
    expect(heard).toEqual([])
  })

  test('a time beyond what any phone waits is no reason to stay away', async () => {
    const { waits } = await keep([{ pieces: [line({ type: 'bye', spreadMs: 86_400_000 })] }])
    expect(waits).toEqual([1_000])
  })

  test('opens it again when it ends, without a long wait while it lived', async () => {
    const lives = { pieces: [': \n\n'] }
    const { waits, opened } = await keep([lives, lives, lives])
    expect([opened, waits]).toEqual([4, [1_000, 1_000, 1_000]])
  })

  test('tries again where the session could not be read, as after any other failure', async () => {
    let reads = 0
    const token = async () => {
      reads += 1
      if (reads < 3) throw new Error('The disk does not read')
      return reads === 5 ? undefined : 't'
    }
    const { end, waits, life } = await keep([{ pieces: [': \n\n'] }, unreachable], { token })
    expect(end).toBe('no_session')
    expect(waits).toEqual([2_000, 4_000, 1_000, 2_000])
    expect(life).toEqual(['over', 'over', 'alive', 'over', 'over'])
  })

  test('waits longer with each failure, a minute at most, and starts anew after a life', async () => {
    const failures = Array.from({ length: 8 }, () => unreachable)
    const { waits } = await keep([...failures, { pieces: [': \n\n'] }, unreachable])
    expect(waits).toEqual([
      ...[2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1_000),
      1_000,
      2_000,
    ])
  })

  test('takes a stream that says nothing for one that is gone', async () => {
    const { opened, heard } = await keep([{ pieces: [line(chat)], hangs: true }])
    expect([opened, heard]).toEqual([2, [chat]])
  })

  test('ends with the session', async () => {
    const refusal = new ApiProblemError(problem('unauthenticated'), 401, undefined)
    expect(await keep([refusal])).toMatchObject({ end: 'unauthenticated', opened: 1 })
    const nobody = await keep([], { token: async () => undefined })
    expect(nobody).toMatchObject({ end: 'no_session', opened: 0 })
  })

  test('goes on after a refusal that is not about the session', async () => {
    const busy = new ApiProblemError(problem('busy'), 503, 1_000)
    expect((await keep([busy, { pieces: [line(chat)] }])).heard).toEqual([chat])
  })
})

describe('looking while there is no stream', () => {
  test.each([
    [0, 3_000],
    [59_999, 3_000],
    [60_000, 10_000],
    [300_000, 30_000],
    [Infinity, 30_000],
  ])('with nothing new for %i ms, every %i ms', (idleMs, waitMs) => {
    expect(pollWaitMs(idleMs)).toBe(waitMs)
  })

  test('only while somebody looks, there is a network, and the session stands', () => {
    const looking = { visible: true, online: true, live: false, loggedOut: false }
    expect(mayPoll(looking)).toBe(true)
    for (const [name, value] of [
      ['visible', false],
      ['online', false],
      ['live', true],
      ['loggedOut', true],
    ] as const) {
      expect([name, mayPoll({ ...looking, [name]: value })]).toEqual([name, false])
    }
  })
})
