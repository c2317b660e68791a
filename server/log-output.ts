import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** A line for each request costs a system call unless lines go out together; nothing waits longer than a second. */
const together = { minLength: 4_096, maxMs: 1_000 }
/** How much waits, in UTF-16 units, while nothing can be written; lines after that are only counted. */
const waitingMax = 1_000_000
/** The reader of a pipe is behind: how long it is given each time, and how many times at the very end. */
const behind = { waitMs: 50, tries: 20 }
const none = Buffer.alloc(0)

/**
 * Standard output as the log needs it. The destination of pino itself ends the process with the first line that a full
 * disk does not take, waits for ever for room at its end, and writes nothing more once a reader went.
 */
export class LogOutput implements DestinationStream {
  #waiting = ''
  #going = none
  #underWay = false
  #resting = false
  #failed = false
  #missing = 0

  constructor() {
    setInterval(() => this.#again(), together.maxMs).unref()
    process.once('exit', () => this.flushSync())
  }

  write(line: string): void {
    if (this.#waiting.length < waitingMax) this.#waiting += line
    else this.#missing += 1
    if (this.#waiting.length >= together.minLength && !this.#resting) this.flush()
  }

  flush(): void {
    if (this.#underWay) return
    if (this.#going.length === 0) {
      this.#going = Buffer.from(this.#waiting)
      this.#waiting = ''
    }
    if (this.#going.length === 0) return
    this.#underWay = true
    write(1, this.#going, (error, count) => {
      this.#underWay = false
      if (error) return this.#refused(error)
      this.#going = this.#going.subarray(count)
      this.#taken()
      if (this.#going.length > 0 || this.#waiting.length >= together.minLength) this.flush()
    })
  }

  /** What is under way goes out by itself. */
  flushSync(): void {
    let rest = Buffer.concat([this.#underWay ? none : this.#going, Buffer.from(this.#waiting)])
    if (!this.#underWay) this.#going = none
    let left = behind.tries
    while (left > 0 && rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(1, rest))
        this.#taken()
      } catch (error) {
        if (!isBehind(error)) break
        left -= 1
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, behind.waitMs)
      }
    }
    this.#waiting = rest.toString()
  }

  #refused(error: Error): void {
    this.#resting = true
    if (isBehind(error)) return void setTimeout(() => this.#again(), behind.waitMs).unref()
    if (!this.#failed) sayOnStandardError(`The log cannot be written: ${error.message}`)
    this.#failed = true
  }

  #taken(): void {
    if (!this.#failed && this.#missing === 0) return
    sayOnStandardError(`The log is written again; ${this.#missing} lines are missing.`)
    this.#failed = false
    this.#missing = 0
  }

  #again(): void {
    this.#resting = false
    this.flush()
  }
}

function isBehind(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN'
}

/** Where standard error is no better, nobody is left to hear of it. */
function sayOnStandardError(line: string): void {
  try {
    writeSync(2, `${line}\n`)
  } catch {
    // Nothing else can be done.
  }
}
