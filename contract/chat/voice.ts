import { soundLengthMs } from './sound-length.ts'

/** Issue: the longest voice note. */
export const voiceMsMax = 60_000
/** A recorder that is stopped at the minute writes the packet that it has begun. */
const voiceSlackMs = 1_000
/** A minute of speech at 128 kbit/s, which is more than any browser takes for it, twice. */
export const voiceBytesMax = 2 * 1024 * 1024

/** What a recording is recorded as, the first one that a browser can. */
export const voiceTypes = ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4'] as const

export const voiceTexts = {
  tooLong: 'A voice note can be up to 60 seconds long.',
  tooLarge: 'A voice note can be up to 2 MB.',
  noSound: 'This is not a voice note.',
} as const

export type JudgedVoice =
  | { readonly status: 'voice'; readonly ms: number }
  /** The text says why. */
  | { readonly status: 'refused'; readonly text: string }

/** Whether bytes are a voice note, by themselves alone. */
export function judgeVoice(bytes: Uint8Array): JudgedVoice {
  if (bytes.length > voiceBytesMax) return { status: 'refused', text: voiceTexts.tooLarge }
  const ms = soundLengthMs(bytes)
  if (ms === undefined) return { status: 'refused', text: voiceTexts.noSound }
  if (ms > voiceMsMax + voiceSlackMs) return { status: 'refused', text: voiceTexts.tooLong }
  return { status: 'voice', ms: Math.min(Math.round(ms), voiceMsMax) }
}
