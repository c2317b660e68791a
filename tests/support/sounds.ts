/** Recordings as browsers make them, built piece by piece, so that each piece can be wrong. */

function element(id: number, content: Uint8Array | 'unknown'): Buffer {
  const hex = id.toString(16)
  const name = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  if (content === 'unknown') return Buffer.concat([name, Buffer.from('01ffffffffffffff', 'hex')])
  const size = Buffer.alloc(8)
  size.writeUInt32BE(content.length, 4)
  size[0] = 0x01
  return Buffer.concat([name, size, content])
}

export interface WebmShape {
  readonly seconds?: number
  /** Matroska's numbers: 1 is film, 2 is sound. */
  readonly tracks?: readonly number[]
  readonly docType?: string
}

/** A WebM as MediaRecorder writes it: no length in its head, a packet each 20 ms, a cluster each second. */
export function webmOf(shape: WebmShape = {}): Buffer {
  const { seconds = 3, tracks = [2], docType = 'webm' } = shape
  const entries = tracks.map((type) => element(0xae, element(0x83, Buffer.from([type]))))
  const clusters = Array.from({ length: seconds }, (_, second) => {
    const timestamp = Buffer.alloc(4)
    timestamp.writeUInt32BE(second * 1_000)
    const blocks = Array.from({ length: 50 }, (__, packet) => {
      const block = Buffer.from([0x81, 0, 0, 0x80, 0xfc, 0xff, 0xfe])
      block.writeInt16BE(packet * 20, 1)
      return element(0xa3, block)
    })
    return Buffer.concat([element(0x1f43b675, 'unknown'), element(0xe7, timestamp), ...blocks])
  })
  return Buffer.concat([
    element(0x1a45dfa3, element(0x4282, Buffer.from(docType))),
    element(0x18538067, 'unknown'),
    element(0x1549a966, element(0x2ad7b1, Buffer.from([0x0f, 0x42, 0x40]))),
    element(0x1654ae6b, Buffer.concat(entries)),
    ...clusters,
  ])
}

function box(type: string, ...content: readonly Uint8Array[]): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0))
  return Buffer.concat([size, Buffer.from(type, 'latin1'), ...content])
}

const words = (...numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 4)
  numbers.forEach((number, index) => bytes.writeUInt32BE(number, index * 4))
  return bytes
}

export interface Mp4Shape {
  readonly seconds?: number
  readonly handlers?: readonly string[]
  /** Where the length is: once, by a usual length, or sample by sample. */
  readonly lengthIn?: 'head' | 'usual' | 'samples'
}

const timescale = 48_000
const sampleLength = 1_024

/** An MP4 as Safari records it, in fragments of a second; or one that says its length in its head. */
export function mp4Of({
  seconds = 3,
  handlers = ['soun'],
  lengthIn = 'samples',
}: Mp4Shape = {}): Buffer {
  const headLength = lengthIn === 'head' ? seconds * timescale : 0
  const traks = handlers.map((handler) =>
    box(
      'trak',
      box(
        'mdia',
        box('mdhd', words(0, 0, 0, timescale, headLength, 0)),
        box('hdlr', words(0, 0), Buffer.from(handler, 'latin1'), words(0, 0, 0)),
      ),
    ),
  )
  const usual =
    lengthIn === 'usual'
      ? box('mvex', box('trex', words(0, 1, 1, sampleLength, 0, 0)))
      : Buffer.alloc(0)
  const perSecond = Math.round(timescale / sampleLength)
  const lengths = Array.from({ length: perSecond }, () => sampleLength)
  const run = lengthIn === 'usual' ? words(0, perSecond) : words(0x100, perSecond, ...lengths)
  const fragments = Array.from({ length: lengthIn === 'head' ? 0 : seconds }, () =>
    Buffer.concat([
      box('moof', box('traf', box('tfhd', words(0, 1)), box('trun', run))),
      box('mdat', words(1, 2)),
    ]),
  )
  return Buffer.concat([
    box('ftyp', Buffer.from('isom', 'latin1'), words(0)),
    box('moov', ...traks, usual),
    ...fragments,
  ])
}
