import { type Mock, vi } from 'vitest'

/** Two seconds of silence, as a browser records them. */
export const recorded = Uint8Array.from(
  (
    '1a45dfa3874282847765626d1853806701ffffffffffffff1549a966872ad7b1830f42401654ae6b85ae838381021f43b675' +
    '01ffffffffffffffe78100a38781000080fcfffea3878107d080fcfffe'
  ).match(/../g) ?? [],
  (pair) => Number.parseInt(pair, 16),
)

/** A browser's recorder without a microphone. */
class FakeRecorder extends EventTarget {
  static readonly isTypeSupported = (type: string) => type.startsWith('audio/webm')
  state: 'inactive' | 'recording' = 'inactive'

  start(): void {
    this.state = 'recording'
    this.dispatchEvent(new Event('start'))
  }

  stop(): void {
    this.state = 'inactive'
    const data = new Blob([recorded])
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }))
    this.dispatchEvent(new Event('stop'))
  }
}

/** Gives the page a microphone that is allowed at once, and records two seconds of silence; what opens it. */
export function withMicrophone(): Mock<MediaDevices['getUserMedia']> {
  vi.stubGlobal('MediaRecorder', FakeRecorder)
  const opens = vi.spyOn(navigator.mediaDevices, 'getUserMedia')
  return opens.mockImplementation(async () => new MediaStream())
}
