import { createHash } from 'node:crypto'
import { realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'

/** What an operator asks of the server that runs. */
const requestSchema = v.object({ do: v.literal('snapshot'), file: v.string() })
type Request = v.InferOutput<typeof requestSchema>
const replySchema = v.variant('status', [
  v.object({ status: v.literal('done'), files: v.number() }),
  v.object({ status: v.literal('failed'), why: v.string() }),
])
type Reply = v.InferOutput<typeof replySchema>

/** A socket's path may have 107 bytes on Linux and 103 on macOS. */
const pathBytesMax = 100
const requestBytesMax = 8_192

/**
 * Listens for the operator on a socket in the data directory, which its owner alone may enter; files that this process makes
 * are its owner's. Only the process that has locked the directory calls it. Gives what ends it.
 */
export async function serveOperator(
  dataDir: string,
  answer: (request: Request) => Promise<Reply>,
): Promise<() => void> {
  const address = addressOf(dataDir)
  if (process.platform !== 'win32') rmSync(address, { force: true })
  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    let text = ''
    socket.setEncoding('utf8').on('error', () => socket.destroy())
    socket.on('data', (chunk: string) => {
      text += chunk
      if (text.length > requestBytesMax) socket.destroy()
    })
    socket.on('end', () => {
      void replyTo(text, answer).then((reply) => socket.end(JSON.stringify(reply)))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(address, resolve)
  })
  // Never the reason why a process stays.
  server.unref()
  return () => void server.close()
}

async function replyTo(text: string, answer: (request: Request) => Promise<Reply>): Promise<Reply> {
  try {
    return await answer(v.parse(requestSchema, JSON.parse(text)))
  } catch (error) {
    return { status: 'failed', why: error instanceof Error ? error.message : String(error) }
  }
}

/** Asks the server of a data directory; undefined where none runs. */
export async function askServer(dataDir: string, request: Request): Promise<Reply | undefined> {
  const socket = connect({ path: addressOf(dataDir), allowHalfOpen: true })
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject).once('connect', resolve)
    })
  } catch {
    return undefined
  }
  socket.end(JSON.stringify(request))
  let text = ''
  for await (const chunk of socket.setEncoding('utf8')) text += String(chunk)
  return v.parse(replySchema, JSON.parse(text))
}

function addressOf(dataDir: string): string {
  const path = realpathSync(dataDir)
  const name = `zync-${createHash('sha256').update(path).digest('hex').slice(0, 24)}.admin`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  const inside = join(path, '.admin')
  return Buffer.byteLength(inside) > pathBytesMax ? join(tmpdir(), name) : inside
}
