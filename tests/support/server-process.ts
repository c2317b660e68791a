import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { DatabaseHome } from './database.ts'
import { quickNode } from './quick-node.ts'

export interface ServerProcess {
  readonly origin: string
  readonly pid: number
  /** Every line of its log so far, parsed. */
  readonly log: readonly Record<string, unknown>[]
  /** Sends a signal and gives the exit code, or the signal's name, once the process is gone. */
  end(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT'): Promise<number | string>
}

const ownMain = fileURLToPath(new URL('../../server/main.ts', import.meta.url))

/** Processes on one PostgreSQL have the same keys. */
const keysOfAll = {
  SEALING_KEY: Buffer.alloc(32, 1).toString('base64'),
  EVIDENCE_KEY: Buffer.alloc(32, 2).toString('base64'),
}

interface ProcessOptions {
  /** In octal: what the process inherits; this one's own unless given. */
  readonly umask?: string
  /** Of all its threads: 0 as others, up to 19 for one that takes what they leave. */
  readonly niceness?: number
  /** Of another build. */
  readonly main?: string
}

/** Starts `server/main.ts` as it is started for real, on a free port; rejects with its output when it ends before it listens. */
export async function startServerProcess(
  home: DatabaseHome,
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
  { umask = '', niceness = 0, main = ownMain }: ProcessOptions = {},
): Promise<ServerProcess> {
  const command = umask === '' ? [] : ['sh', '-c', `umask ${umask}; exec "$0" "$@"`]
  if (niceness > 0) command.unshift('nice', '-n', String(niceness))
  const [program = '', ...given] = [...command, process.execPath, ...quickNode.args, main, ...args]
  const child = spawn(program, given, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      ...quickNode.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: home.dataDir,
      DATABASE_URL: home.databaseUrl ?? '',
      ...(home.databaseUrl === undefined ? {} : keysOfAll),
      ...env,
    },
  })
  // Its log is whole by then; with 'exit' its last lines may still be on their way.
  const ended = once(child, 'close') as Promise<[number | null, string | null]>
  const output: string[] = []
  const log: Record<string, unknown>[] = []
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()))

  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(`${line}\n`)
      const entry = JSON.parse(line) as Record<string, unknown>
      log.push(entry)
      if (entry['msg'] === 'Zync is listening') {
        resolve((entry['address'] as { port: number }).port)
      }
    })
    child.on('close', (code) => reject(new Error(`It ended with ${code}:\n${output.join('')}`)))
  })
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    log,
    async end(signal) {
      child.kill(signal)
      const [code, by] = await ended
      return code ?? by ?? 'unknown'
    },
  }
}
