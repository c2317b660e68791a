import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { Worker } from 'node:worker_threads'
import pg from 'pg'

/*
 * Loaded before a command of the tests: ends its process as `kill -9` does, at the point that `KILL_AT` names. `rename 2` is
 * before the second call of that function of the file system, `query 3 fetch` before the third statement with that word, and
 * `copy 20` is 20 ms after the engine was asked to copy its files.
 */
const [what = '', number = '', word = ''] = (process.env['KILL_AT'] ?? '').split(' ')

let calls = 0
function die(): void {
  process.kill(process.pid, 'SIGKILL')
}
function count(): void {
  calls += 1
  if (calls === Number(number)) die()
}

if (what === 'query') {
  intercept(pg.Client.prototype, 'query', ([given]) => textOf(given).includes(word) && count())
} else if (what === 'copy') {
  intercept(Worker.prototype, 'postMessage', ([message]) => {
    if (Reflect.get(Object(message), 'kind') === 'copy') setTimeout(die, Number(number))
  })
} else if (what) {
  intercept(promises, what, count)
  syncBuiltinESMExports()
}

/** Calls `note` before each call of a function. */
function intercept(owner: object, name: string, note: (given: unknown[]) => unknown): void {
  const original: unknown = Reflect.get(owner, name)
  if (typeof original !== 'function') throw new Error(`Nobody has a function ${name}`)
  Reflect.set(owner, name, function (this: unknown, ...given: unknown[]): unknown {
    note(given)
    return Reflect.apply(original, this, given)
  })
}

function textOf(given: unknown): string {
  return typeof given === 'string' ? given : String(Reflect.get(Object(given), 'text'))
}
