/** The longest voice note. */
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

type VoiceProblem = keyof typeof voiceTexts

export type JudgedVoice =
  | { readonly status: 'voice'; readonly ms: number }
  | { readonly status: 'refused'; readonly why: VoiceProblem; readonly text: string }

/** Whether bytes are a voice note, by themselves alone. */
export function judgeVoice(bytes: Uint8Array): JudgedVoice {
  if (bytes.length > voiceBytesMax) return refused('tooLarge')
  const ms = soundLengthMs(bytes)
  if (ms === undefined) return refused('noSound')
  if (ms > voiceMsMax + voiceSlackMs) return refused('tooLong')
  return { status: 'voice', ms: Math.min(Math.round(ms), voiceMsMax) }
}

function refused(why: VoiceProblem): JudgedVoice {
  return { status: 'refused', why, text: voiceTexts[why] }
}

/**
 * How long the sound in a WebM or an MP4 is, in milliseconds, by what its container says of every piece of it. Undefined
 * where it holds a film, more than one track or none, nothing that sounds, or ends before it says it does. Recorders of
 * browsers write files as they go: the head of one says no length, so that all of it is read.
 */
export function soundLengthMs(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 12) return undefined
  if (view.getUint32(0) === ebml.head) return webmLengthMs(view)
  return view.getUint32(4) === boxType('ftyp') ? mp4LengthMs(view) : undefined
}

/** A stretch of bytes inside a file. */
interface Part {
  readonly from: number
  readonly to: number
}

/** Ids of Matroska's elements (RFC 9559, section 5), with the bits that say how long they are. */
const ebml = {
  head: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackType: 0x83,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
} as const

/** Elements that are stepped into, whatever size they say: a live recording does not know it when it begins. */
const openedElements: ReadonlySet<number> = new Set([
  ebml.segment,
  ebml.info,
  ebml.tracks,
  ebml.trackEntry,
  ebml.cluster,
  ebml.blockGroup,
])

const soundTrack = 2

/** A packet of sound in a WebM is this long at least (Opus, RFC 6716), and the last one has no successor to tell. */
const lastPacketMs = 20

function webmLengthMs(view: DataView): number | undefined {
  const tracks: number[] = []
  const times: number[] = []
  let [scaleNs, clusterTime] = [1_000_000, 0]
  let at = 0
  while (at < view.byteLength) {
    const element = elementAt(view, at)
    if (!element) return undefined
    const { id, from, to } = element
    if (openedElements.has(id)) {
      at = from
      continue
    }
    if (to === undefined || to > view.byteLength) return undefined
    if (id === ebml.timestampScale) scaleNs = unsignedIn(view, { from, to })
    if (id === ebml.trackType) tracks.push(unsignedIn(view, { from, to }))
    if (id === ebml.timestamp) clusterTime = unsignedIn(view, { from, to })
    if (id === ebml.simpleBlock || id === ebml.block) {
      // The number of the track, one byte for one of so few, and the time since the cluster's own.
      if (to - from < 5) return undefined
      times.push(clusterTime + view.getInt16(from + 1))
    }
    at = to
  }
  if (tracks.length !== 1 || tracks[0] !== soundTrack || times.length === 0) return undefined
  const units = span(times)
  return (units * scaleNs) / 1_000_000 + lastPacketMs
}

/** The element that begins there; `to` is undefined where it does not say where it ends. */
function elementAt(view: DataView, at: number) {
  const id = variableAt(view, at, 'id')
  const size = id && variableAt(view, at + id.length, 'size')
  if (!id || !size) return undefined
  const from = at + id.length + size.length
  return { id: id.value, from, to: size.unknown ? undefined : from + size.value }
}

/** A number whose first bits say how many bytes it has; an id keeps those bits, a size loses them. */
function variableAt(view: DataView, at: number, as: 'id' | 'size') {
  if (at >= view.byteLength) return undefined
  const first = view.getUint8(at)
  const length = Math.clz32(first) - 23
  if (length > (as === 'id' ? 4 : 8) || at + length > view.byteLength) return undefined
  let value = as === 'id' ? first : first & (0xff >> length)
  let unknown = value === 0xff >> length
  for (let index = 1; index < length; index += 1) {
    const byte = view.getUint8(at + index)
    value = value * 256 + byte
    unknown &&= byte === 0xff
  }
  return { value, length, unknown: as === 'size' && unknown }
}

function unsignedIn(view: DataView, { from, to }: Part): number {
  let value = 0
  for (let at = from; at < to; at += 1) value = value * 256 + view.getUint8(at)
  return value
}

function span(times: readonly number[]): number {
  let [first, last] = [Infinity, -Infinity]
  for (const time of times) {
    first = Math.min(first, time)
    last = Math.max(last, time)
  }
  return last - first
}

/** Boxes that hold others (ISO 14496-12), as far as the way to a track's length leads through them. */
const openedBoxes: ReadonlySet<number> = new Set(
  ['moov', 'trak', 'mdia', 'mvex', 'moof', 'traf'].map(boxType),
)

function mp4LengthMs(view: DataView): number | undefined {
  const handlers: number[] = []
  let [timescale, length, usual, fragmentUsual] = [0, 0, 0, 0]
  let at = 0
  while (at < view.byteLength) {
    const box = boxAt(view, at)
    if (!box) return undefined
    const { type, from, to } = box
    const [room, word] = [to - from, (offset: number) => view.getUint32(from + offset)]
    if (openedBoxes.has(type)) {
      at = from
      continue
    }
    if (type === boxType('hdlr') && room >= 12) handlers.push(word(8))
    if (type === boxType('mdhd') && room >= 32) {
      const wide = view.getUint8(from) === 1
      timescale = word(wide ? 20 : 12)
      length += wide ? word(24) * 2 ** 32 + word(28) : word(16)
    } else if (type === boxType('mdhd') && room >= 20) {
      timescale = word(12)
      length += word(16)
    }
    if (type === boxType('trex') && room >= 16) usual = word(12)
    if (type === boxType('tfhd')) fragmentUsual = usualIn(view, { from, to }) ?? usual
    if (type === boxType('trun')) {
      const run = runLength(view, { from, to }, fragmentUsual)
      if (run === undefined) return undefined
      length += run
    }
    at = to
  }
  if (handlers.length !== 1 || handlers[0] !== boxType('soun')) return undefined
  return timescale > 0 && length > 0 ? (length * 1_000) / timescale : undefined
}

/** The box that begins there; undefined for one that is cut short. */
function boxAt(view: DataView, at: number) {
  if (at + 8 > view.byteLength) return undefined
  const [size, type] = [view.getUint32(at), view.getUint32(at + 4)]
  if (size === 0) return { type, from: at + 8, to: view.byteLength }
  const long = size === 1
  if (long && at + 16 > view.byteLength) return undefined
  const whole = long ? view.getUint32(at + 8) * 2 ** 32 + view.getUint32(at + 12) : size
  const from = at + (long ? 16 : 8)
  return whole >= from - at && at + whole <= view.byteLength
    ? { type, from, to: at + whole }
    : undefined
}

/** How long a sample of a fragment is where its run does not say; undefined for the file's own usual length. */
function usualIn(view: DataView, { from, to }: Part): number | undefined {
  if (to - from < 8) return undefined
  const flags = view.getUint32(from) & 0xffffff
  if (!(flags & 0x08)) return undefined
  const at = from + 8 + (flags & 0x01 ? 8 : 0) + (flags & 0x02 ? 4 : 0)
  return at + 4 <= to ? view.getUint32(at) : undefined
}

function runLength(view: DataView, { from, to }: Part, usual: number): number | undefined {
  if (to - from < 8) return undefined
  const flags = view.getUint32(from) & 0xffffff
  const count = view.getUint32(from + 4)
  if (!(flags & 0x100)) return count * usual
  const first = from + 8 + (flags & 0x01 ? 4 : 0) + (flags & 0x04 ? 4 : 0)
  const bytes = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4
  if (first + count * bytes > to) return undefined
  let length = 0
  for (let index = 0; index < count; index += 1) length += view.getUint32(first + index * bytes)
  return length
}

function boxType(name: string): number {
  return Array.from(name).reduce((value, letter) => value * 256 + letter.charCodeAt(0), 0)
}
