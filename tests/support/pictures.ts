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

/** A zip with one deflated entry, by its name, of so many zeros. */
export function zipOf(name: string, bytesInside: number): Buffer {
  const content = deflateRawSync(Buffer.alloc(bytesInside))
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(8, 8)
  header.writeUInt32LE(content.length, 18)
  header.writeUInt32LE(bytesInside, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, Buffer.from(name), content])
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
