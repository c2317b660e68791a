import { execFileSync, spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { quickNode } from '#tests/support/quick-node.ts'

const main = fileURLToPath(new URL('../../../server/main.ts', import.meta.url))
const script = `
import { LogOutput } from ${JSON.stringify(new URL('../../../server/log-output.ts', import.meta.url).href)}
const output = new LogOutput()
process.stdin.on('data', (lines) => {
  for (let at = 0; at < Number(lines); at += 1) output.write(String(at).padEnd(100, '.') + '\\n')
})
process.stdin.on('end', () => process.exit(0))
`

/** A process that logs to `stdout` as many lines as it is asked for, each of 101 bytes, and ends once no more are. */
function logTo(stdout: number | 'pipe') {
  const args = ['--input-type=module', '--eval', script]
  const child = spawn(process.execPath, args, { stdio: ['pipe', stdout, 'pipe'] })
  const closed = once(child, 'close') as Promise<[number | null]>
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return {
    child,
    write: (lines: number) => child.stdin?.write(String(lines)),
    said: () => said,
    async end() {
      child.stdin?.end()
      const [code] = await closed
      return code
    },
  }
}

test('a full disk ends no process that logs to it, neither at once nor when it wants to go', async () => {
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  const log = logTo(full)
  log.write(1_000)
  await expect.poll(log.said).toMatch(/^The log cannot be written: ENOSPC.*\n$/)
  log.write(2_000)
  expect(await log.end()).toBe(0)
  expect(log.said().split('\n')).toHaveLength(2)
})

test('a server that cannot start ends where nobody can read why in its log', async () => {
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  const env = { ...quickNode.env, PORT: '0', DATA_DIR: '/dev/null/data' }
  const stdio: StdioOptions = ['ignore', full, 'ignore']
  const child = spawn(process.execPath, [...quickNode.args, main], { env, stdio })
  expect(await once(child, 'close')).toEqual([1, null])
})

test('a reader that went and came back gets what waited, and how much is missing is said', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'log-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const pipe = join(directory, 'pipe')
  execFileSync('/usr/bin/mkfifo', [pipe])
  const openReader = () => openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
  const first = openReader()
  const writer = openSync(pipe, 'w')
  const log = logTo(writer)
  closeSync(writer)
  log.write(1)
  await expect.poll(() => readAll(first)).toBe(`${'0'.padEnd(100, '.')}\n`)
  closeSync(first)
  log.write(20_000)
  await expect.poll(log.said).toMatch(/^The log cannot be written: EPIPE.*\n$/)
  const second = openReader()
  onTestFinished(() => closeSync(second))
  const back = /The log is written again; (\d+) lines are missing\./
  await expect.poll(log.said).toMatch(back)
  const missing = Number(back.exec(log.said())?.[1])
  expect(missing).toBeGreaterThan(0)
  let read = ''
  await expect.poll(() => (read += readAll(second)).length).toBe(101 * (20_000 - missing))
  expect(numbersIn(read)).toEqual(Array.from({ length: 20_000 - missing }, (_, at) => at))
  expect(await log.end()).toBe(0)
})

test('a log that nobody hurries is whole once its process has ended', async () => {
  const log = logTo('pipe')
  let read = ''
  log.child.stdout?.on('data', (chunk: Buffer) => (read += chunk.toString()))
  log.write(5_000)
  // What goes out by itself has begun: the last look writes behind it.
  await expect.poll(() => read).not.toBe('')
  expect(await log.end()).toBe(0)
  expect(numbersIn(read)).toEqual(Array.from({ length: 5_000 }, (_, at) => at))
})

function numbersIn(lines: string): number[] {
  const whole = lines.trimEnd().split('\n')
  return whole.map((line) => Number.parseInt(line, 10))
}

/** What a pipe holds at this moment. */
function readAll(pipe: number): string {
  const buffer = Buffer.alloc(65_536)
  let read = ''
  try {
    for (let count = 1; count > 0;) {
      count = readSync(pipe, buffer)
      read += buffer.toString('utf8', 0, count)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
  }
  return read
}
