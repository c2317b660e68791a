import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { voiceBytesMax, voiceMsMax } from '#contract/chat/voice.ts'
import {
  createVoiceRecorder,
  handMsMax,
  type RecorderState,
} from '#src/features/chat/voice/recorder.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { ChosenFile } from '#src/offline/engine/attachments.ts'
import { patience } from '#tests/support/patience.ts'
import { webmOf } from '#tests/support/sounds.ts'

/** A browser's recorder without a microphone: it hands over what it is told was said. */
class FakeRecorder extends EventTarget {
  static said = webmOf()
  static last: FakeRecorder | undefined
  static readonly isTypeSupported = (type: string) => type.startsWith('audio/webm')
  state: 'inactive' | 'recording' = 'inactive'

  start(): void {
    FakeRecorder.last = this
    this.state = 'recording'
    this.dispatchEvent(new Event('start'))
  }

  stop(): void {
    this.state = 'inactive'
    const data = new Blob([new Uint8Array(FakeRecorder.said)])
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }))
    this.dispatchEvent(new Event('stop'))
  }
}

const track = { stop: vi.fn<() => void>() }
const getUserMedia = vi.fn<() => Promise<{ getTracks: () => (typeof track)[] }>>()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('MediaRecorder', FakeRecorder)
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
  getUserMedia.mockResolvedValue({ getTracks: () => [track] })
  FakeRecorder.said = webmOf()
  track.stop.mockClear()
  getUserMedia.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function record() {
  const states: RecorderState['status'][] = []
  const voices: [ChosenFile, string][] = []
  const troubles: string[] = []
  const recorder = createVoiceRecorder({
    onState: ({ status }) => states.push(status),
    onVoice: (file, end) => voices.push([file, end]),
    onTrouble: (why) => troubles.push(why),
  })
  return { recorder, states, voices, troubles }
}

test('a recording becomes a file that says how long it is, and the microphone is off again', async () => {
  const { recorder, states, voices } = record()
  recorder.start()
  await vi.waitFor(() => expect(states).toEqual(['asking', 'recording']), patience)
  recorder.stop()
  await vi.waitFor(() => expect(voices).toHaveLength(1), patience)
  const [[file, end] = []] = voices
  expect(file).toMatchObject({ name: 'Voice note.webm', type: 'audio/webm', voiceMs: 3_000 })
  expect([end, states.at(-1), track.stop.mock.calls.length]).toEqual(['stopped', 'idle', 1])
})

test('at the minute it ends by itself, and what was said stays', async () => {
  const { recorder, states, voices } = record()
  recorder.start()
  await vi.waitFor(() => expect(states).toContain('recording'), patience)
  FakeRecorder.said = webmOf({ seconds: 60 })
  vi.advanceTimersByTime(voiceMsMax)
  await vi.waitFor(
    () => expect(voices).toMatchObject([[{ voiceMs: voiceMsMax }, 'full']]),
    patience,
  )
})

test('a call that takes the microphone ends it, and what was said stays', async () => {
  const { recorder, states, voices } = record()
  recorder.start()
  await vi.waitFor(() => expect(states).toContain('recording'), patience)
  FakeRecorder.last?.stop()
  await vi.waitFor(() => expect(voices).toMatchObject([[{ voiceMs: 3_000 }, 'stopped']]), patience)
  recorder.stop()
  expect(voices).toHaveLength(1)
})

test('one that was dropped leaves nothing, also before the microphone was allowed', async () => {
  const { recorder, states, voices, troubles } = record()
  recorder.start()
  await vi.waitFor(() => expect(states).toContain('recording'), patience)
  recorder.cancel()
  expect(states).toEqual(['asking', 'recording', 'idle'])
  recorder.start()
  recorder.cancel()
  await vi.waitFor(() => expect(track.stop).toHaveBeenCalledTimes(2), patience)
  expect([voices, troubles, states.at(-1)]).toEqual([[], [], 'idle'])
})

test('one that is dropped while the microphone is asked for is over, also after one that ended by itself', async () => {
  const { recorder, states } = record()
  recorder.start()
  await vi.waitFor(() => expect(states).toContain('recording'), patience)
  FakeRecorder.last?.stop()
  await vi.waitFor(() => expect(states.at(-1)).toBe('idle'), patience)
  recorder.start()
  expect(states.at(-1)).toBe('asking')
  recorder.cancel()
  expect(states.at(-1)).toBe('idle')
})

/** What was recorded is read when it is told to. */
function slowBytes() {
  const gate = Promise.withResolvers<ArrayBuffer>()
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockReturnValueOnce(gate.promise)
  return gate
}

test('one that has ended is over once its voice note was handed over, not before', async () => {
  const { recorder, states, voices } = record()
  recorder.start()
  await vi.waitFor(() => expect(states).toContain('recording'), patience)
  const bytes = slowBytes()
  recorder.stop()
  recorder.stop()
  expect([states, voices]).toEqual([['asking', 'recording', 'ending'], []])
  bytes.resolve(new Uint8Array(FakeRecorder.said).buffer)
  await vi.waitFor(() => expect(voices).toHaveLength(1), patience)
  await vi.waitFor(() => expect(states.slice(3)).toEqual(['idle']), patience)
})

test('one whose bytes cannot be read says so, and is over', async () => {
  const { recorder, states, voices, troubles } = record()
  recorder.start()
  await vi.waitFor(() => expect(states).toContain('recording'), patience)
  const bytes = slowBytes()
  recorder.stop()
  bytes.reject(new DOMException('Gone', 'NotReadableError'))
  await vi.waitFor(() => expect(states.slice(2)).toEqual(['ending', 'idle']), patience)
  expect([troubles, voices]).toEqual([[m.chat_voice_nothing()], []])
})

test('one whose recorder never says that it has stopped is over all the same', async () => {
  vi.stubGlobal(
    'MediaRecorder',
    class extends FakeRecorder {
      override stop(): void {
        this.state = 'inactive'
      }
    },
  )
  const { recorder, states } = record()
  recorder.start()
  await vi.waitFor(() => expect(states).toContain('recording'), patience)
  recorder.stop()
  expect(states.at(-1)).toBe('ending')
  vi.advanceTimersByTime(handMsMax)
  expect(states.slice(2)).toEqual(['ending', 'idle'])
})

test('one that was dropped before it began does not begin after that', async () => {
  const begin = Promise.withResolvers<() => void>()
  vi.stubGlobal(
    'MediaRecorder',
    class extends FakeRecorder {
      override start(): void {
        begin.resolve(() => super.start())
      }
    },
  )
  const { recorder, states } = record()
  recorder.start()
  const begins = await begin.promise
  recorder.cancel()
  begins()
  recorder.stop()
  expect(states).toEqual(['asking', 'idle'])
})

test('none begins while the one before it is on its way into the box; once that is there, the next does', async () => {
  const { recorder, states, voices } = record()
  recorder.start()
  await vi.waitFor(() => expect(states).toContain('recording'), patience)
  const bytes = slowBytes()
  recorder.stop()
  recorder.start()
  expect([states.at(-1), getUserMedia.mock.calls.length]).toEqual(['ending', 1])
  bytes.resolve(new Uint8Array(FakeRecorder.said).buffer)
  await vi.waitFor(() => expect(states.at(-1)).toBe('idle'), patience)
  expect(voices).toHaveLength(1)
  recorder.start()
  await vi.waitFor(() => expect(states.slice(4)).toEqual(['asking', 'recording']), patience)
  expect(getUserMedia).toHaveBeenCalledTimes(2)
})

test('a voice note that comes after the next recording was begun does not end that', async () => {
  const { recorder, states, voices } = record()
  recorder.start()
  await vi.waitFor(() => expect(states).toContain('recording'), patience)
  const bytes = slowBytes()
  recorder.stop()
  vi.advanceTimersByTime(handMsMax)
  recorder.start()
  await vi.waitFor(() => expect(states.slice(4)).toEqual(['asking', 'recording']), patience)
  bytes.resolve(new Uint8Array(FakeRecorder.said).buffer)
  await vi.waitFor(() => expect(voices).toHaveLength(1), patience)
  vi.advanceTimersByTime(handMsMax)
  expect(states.at(-1)).toBe('recording')
  recorder.stop()
  await vi.waitFor(() => expect(voices).toHaveLength(2), patience)
})

test('one in which nothing was recorded says so', async () => {
  const { recorder, states, troubles } = record()
  recorder.start()
  await vi.waitFor(() => expect(states).toContain('recording'), patience)
  FakeRecorder.said = Buffer.alloc(0)
  recorder.stop()
  await vi.waitFor(() => expect(troubles).toEqual([m.chat_voice_nothing()]), patience)
  await vi.waitFor(() => expect(states.slice(2)).toEqual(['ending', 'idle']), patience)
})

test.each([
  ['longer', () => webmOf({ seconds: 75 })],
  ['larger', () => Buffer.concat([webmOf(), Buffer.alloc(voiceBytesMax)])],
])(
  'one that is %s than a voice note may be is an ordinary file, and nothing is lost',
  async (_, said) => {
    const { recorder, states, voices, troubles } = record()
    recorder.start()
    await vi.waitFor(() => expect(states).toContain('recording'), patience)
    FakeRecorder.said = said()
    recorder.stop()
    await vi.waitFor(() => expect(voices).toHaveLength(1), patience)
    const [[file, end] = []] = voices
    expect([file?.name, file?.voiceMs, end, troubles]).toEqual([
      'Voice note.webm',
      undefined,
      'long',
      [],
    ])
    expect(Buffer.from(file?.data ?? new ArrayBuffer())).toEqual(FakeRecorder.said)
  },
)

test.each(['made', 'started'])(
  'a recorder that cannot be %s lets go of the microphone',
  async (when) => {
    vi.stubGlobal(
      'MediaRecorder',
      class extends FakeRecorder {
        constructor() {
          super()
          if (when === 'made') throw new DOMException('No', 'NotSupportedError')
        }

        override start(): void {
          throw new DOMException('No', 'NotSupportedError')
        }
      },
    )
    const { recorder, states, troubles } = record()
    recorder.start()
    await vi.waitFor(() => expect(troubles).toEqual([m.chat_voice_busy()]), patience)
    expect([states, track.stop.mock.calls.length]).toEqual([['asking', 'idle'], 1])
  },
)
