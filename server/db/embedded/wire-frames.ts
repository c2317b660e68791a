/** PostgreSQL's protocol: one letter, the length of what follows (itself included) in four bytes, the body. */
export function frame(type: string, body: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}

/** A simple query, whole with its answer's end. */
export function queryFrame(sql: string): Buffer {
  return frame('Q', Buffer.from(`${sql}\0`))
}

/** What a server says to a client that may come in: authentication is done, settings, ready for a query. */
export const welcome = Buffer.concat([
  frame('R', int32(0)),
  setting('server_version', '18.0'),
  setting('client_encoding', 'UTF8'),
  setting('standard_conforming_strings', 'on'),
  setting('integer_datetimes', 'on'),
  setting('TimeZone', 'UTC'),
  frame('K', Buffer.concat([int32(1), int32(1)])),
  frame('Z', Buffer.from('I')),
])

export const terminateType = 0x58
const syncType = 0x53
const queryType = 0x51
const flushType = 0x48

/** The messages after which a client waits for an answer: only whole such groups may be run. */
export function endsGroup(type: number): boolean {
  return type === syncType || type === queryType || type === flushType
}

/** The first frame of a connection has no letter. Undefined while it is not complete. */
export function takeStartup(bytes: Buffer): Buffer | undefined {
  if (bytes.length < 4) return undefined
  const length = bytes.readInt32BE(0)
  return bytes.length < length ? undefined : bytes.subarray(length)
}

/** The first whole frame and what follows it. Undefined while it is not complete. */
export function takeFrame(
  bytes: Buffer,
): { type: number; whole: Buffer; rest: Buffer } | undefined {
  if (bytes.length < 5) return undefined
  const length = 1 + bytes.readInt32BE(1)
  if (bytes.length < length) return undefined
  return {
    type: bytes.readUInt8(0),
    whole: bytes.subarray(0, length),
    rest: bytes.subarray(length),
  }
}

function setting(name: string, value: string): Buffer {
  return frame('S', Buffer.from(`${name}\0${value}\0`))
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
