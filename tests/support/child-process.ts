import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { quickNode } from './quick-node.ts'

export interface Child {
  /** The next line it prints; rejects with what it complained about once it has ended. */
  nextLine(): Promise<string>
  /** Ends it as `kill -9` does: nothing of it runs any more when this resolves. */
  kill(): Promise<void>
  /** Lets it end by itself: it sees the end of its input. */
  finish(): Promise<void>
}

/** Runs a script in a process of its own, on the same Node. */
export function startChild(script: URL, ...args: string[]): Child {
  const child = spawn(process.execPath, [...quickNode.args, fileURLToPath(script), ...args], {
    env: { ...process.env, ...quickNode.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const complaints: string[] = []
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk.toString()))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()

  return {
    nextLine: async () => {
      const { done, value } = await lines.next()
      if (done) throw new Error(`The child process ended: ${complaints.join('')}`)
      return value
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    finish: async () => {
      child.stdin.end()
      await ended
    },
  }
}
