import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A picture of one colour. */
export function picture(
  width: number,
  height: number,
  format: 'png' | 'jpeg' = 'png',
): Promise<Buffer> {
  const create = { width, height, channels: 3, background: '#3366cc' } as const
  return sharp({ create }).toFormat(format).toBuffer()
}

/** A photo as phones take it: lying on its side, red on the left of its pixels, with the place where it was taken. */
export async function photoWithPlace(): Promise<Buffer> {
  const red = await sharp({
    create: { width: 60, height: 80, channels: 3, background: '#ff0000' },
  })
    .png()
    .toBuffer()
  const create = { width: 120, height: 80, channels: 3, background: '#0000ff' } as const
  return sharp({ create })
    .composite([{ input: red, left: 0, top: 0 }])
    .withExif({
      IFD0: { Copyright: 'secret words', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 2/1 40/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

/** A PNG that says it is so large, and is a few bytes. */
export function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A zip with deflated entries of those names, each of so many zeros, and its directory. */
export function zipOf(names: string | readonly string[], bytesInside: number): Buffer {
  const content = deflateRawSync(Buffer.alloc(bytesInside))
  const entries: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const name of [names].flat()) {
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(content.length, 14)
    facts.writeUInt32LE(bytesInside, 18)
    facts.writeUInt16LE(name.length, 22)
    const entry = Buffer.concat([marked(0x04034b50), facts, Buffer.from(name), content])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    directory.push(marked(0x02014b50), Buffer.from([20, 0]), facts, place, Buffer.from(name))
    entries.push(entry)
    at += entry.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...entries, ...directory, marked(0x06054b50), end])
}

/** As little of a Word document as is told from any other zip; `more` are further entries. */
export function docxOf(bytesInside = 100, more: readonly string[] = []): Buffer {
  return zipOf(['[Content_Types].xml', 'word/document.xml', ...more], bytesInside)
}

/** Two frames of silence: 128 kbit/s, 44.1 kHz; behind a tag of so many bytes, or none. */
export function mp3Of(tagBytes = 0): Buffer {
  const frame = Buffer.alloc(417)
  frame.set([0xff, 0xfb, 0x90, 0x64])
  const tag = Buffer.alloc(tagBytes === 0 ? 0 : 10 + tagBytes)
  if (tagBytes > 0) tag.set([...Buffer.from('ID3'), 4, 0, 0, 0, 0, tagBytes >> 7, tagBytes & 0x7f])
  return Buffer.concat([tag, frame, frame])
}

function marked(signature: number): Buffer {
  const mark = Buffer.alloc(4)
  mark.writeUInt32LE(signature)
  return mark
}

/** A file of the old Office formats with a stream of that name. */
export function oleWith(stream: string): Buffer {
  const file = Buffer.alloc(2_048)
  file.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  file.write(stream, 1_024, 'utf16le')
  return file
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
