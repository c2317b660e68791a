import { connect, type Socket } from 'node:net'

/** A connection that has sent the beginning of a request, and no more until it is told to. */
export interface Dripping {
  readonly socket: Socket
  /** All that came back, once the server has closed the connection. */
  readonly ended: Promise<string>
}

/** Opens a connection and writes `text` to it; resolves once it is out. */
export function drip(origin: string, text: string): Promise<Dripping> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let answered = ''
    socket.on('data', (chunk) => (answered += chunk.toString()))
    const ended = new Promise<string>((close) => socket.once('close', () => close(answered)))
    // A connection that the server cuts is what many of these are made for.
    socket.on('error', reject)
    socket.once('connect', () => socket.write(text, () => resolve({ socket, ended })))
  })
}

/** The head of a request without its end. */
export const halfHead = 'GET /api/health/live HTTP/1.1\r\nhost: x\r\nx-slow: '

/** A form that says it is long and of which a file's first bytes come. */
export function halfForm(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return [
    `${method} /api${path} HTTP/1.1\r\nhost: x\r\n${lines.join('')}`,
    'content-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n',
    '--b\r\ncontent-disposition: form-data; name="profileImg"; filename="f"\r\n\r\nGIF89a',
  ].join('')
}
