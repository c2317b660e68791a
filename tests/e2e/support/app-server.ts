import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { quickNode } from '#tests/support/quick-node.ts'

/** The real server in a process of its own, over the built app. */
export interface AppServer {
  /** `http://127.0.0.1:port`; the same after each start. */
  readonly origin: string
  readonly dataDir: string
  /** Starts it again after a stop or a kill, at the same port and on the same data. */
  start(): Promise<void>
  /** Ends it as a deployment does. */
  stop(): Promise<void>
  /** Ends it as `kill -9` does: nothing of it runs any more when this resolves. */
  kill(): Promise<void>
  /** What it has printed, line by line. */
  readonly log: readonly string[]
}

const root = fileURLToPath(new URL('../../../', import.meta.url))

const listeningSchema = v.object({
  msg: v.literal('Zync is listening'),
  address: v.object({ port: v.number() }),
})

/** What a server is told beside where its data is. */
export type ServerSettings = Readonly<Record<string, string>>

/** Starts the server on a free port; it answers `ready` when this resolves. */
export async function startAppServer(
  dataDir: string,
  settings: ServerSettings = {},
): Promise<AppServer> {
  const log: string[] = []
  let running = await launch({ dataDir, port: 0, log, settings })
  const { port } = running

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (running.child.exitCode !== null || running.child.signalCode !== null) return
    running.child.kill(signal)
    await running.ended
  }

  return {
    origin: `http://127.0.0.1:${port}`,
    dataDir,
    log,
    start: async () => {
      running = await launch({ dataDir, port, log, settings })
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<unknown>
  readonly port: number
}

interface Launch {
  readonly dataDir: string
  readonly port: number
  readonly log: string[]
  readonly settings: ServerSettings
}

/** Each waits for the database as long as the server itself does. */
const readyTriesMax = 20

async function launch(about: Launch): Promise<Running> {
  const child = spawn(process.execPath, [...quickNode.args, 'server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      ...quickNode.env,
      PORT: String(about.port),
      HOST: '127.0.0.1',
      DATA_DIR: about.dataDir,
      ...about.settings,
    },
  })
  const ended = once(child, 'close')
  child.stderr.on('data', (chunk: Buffer) => about.log.push(chunk.toString()))
  const port = await Promise.race([
    portOf(child, about.log),
    ended.then(() => Promise.reject(new Error(`The server ended:\n${about.log.join('\n')}`))),
  ])
  // A machine with much to do lets its database answer late, and the server says so: it is asked again, as a balancer does.
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/api/health/ready`)).ok
  for (let tries = 1; !(await isReady()); tries += 1) {
    if (tries === readyTriesMax) throw new Error('The server does not become ready')
  }
  return { child, ended, port }
}

/** The port that the server says it listens on; what it prints later is kept too. */
function portOf(child: ChildProcess, log: string[]): Promise<number> {
  const { stdout } = child
  if (!stdout) throw new Error('The server has no output')
  return new Promise((resolve) => {
    createInterface({ input: stdout }).on('line', (line) => {
      log.push(line)
      const said = v.safeParse(v.pipe(v.string(), v.parseJson(), listeningSchema), line)
      if (said.success) resolve(said.output.address.port)
    })
  })
}
