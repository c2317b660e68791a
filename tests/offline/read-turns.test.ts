import { expect, test } from 'vitest'
import { UnreachableError } from '#src/offline/api-error.ts'
import { createReadTurns } from '#src/offline/read-turns.ts'

/** A read that ends when it is told to. */
function heldRead(started: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return { read: () => (started.push(name), promise), end: () => resolve(name), fail: reject }
}

const patienceMs = 60_000

test('so many reads run at once, and the others follow in the order they came', async () => {
  const started: string[] = []
  const inTurn = createReadTurns(patienceMs, 2)
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => heldRead(started, name))
  if (!a || !b || !c || !d) throw new Error('There are four')
  const first = inTurn(a.read)
  const second = inTurn(b.read)
  const third = inTurn(c.read)
  const fourth = inTurn(d.read)
  await Promise.resolve()
  expect(started).toEqual(['a', 'b'])
  b.end()
  expect(await second).toBe('b')
  await Promise.resolve()
  expect(started).toEqual(['a', 'b', 'c'])
  a.end()
  c.end()
  d.end()
  expect(await Promise.all([first, third, fourth])).toEqual(['a', 'c', 'd'])
})

test('a read that fails hands its turn on', async () => {
  const started: string[] = []
  const inTurn = createReadTurns(patienceMs, 1)
  const failing = heldRead(started, 'failing')
  const first = inTurn(failing.read)
  const next = inTurn(() => Promise.resolve('next'))
  failing.fail(new Error('cut'))
  await expect(first).rejects.toThrow('cut')
  expect(await next).toBe('next')
})

test('who gives up waiting takes no turn', async () => {
  const started: string[] = []
  const inTurn = createReadTurns(patienceMs, 1)
  const held = heldRead(started, 'held')
  const first = inTurn(held.read)
  const leaving = new AbortController()
  const given = heldRead(started, 'given up')
  const second = inTurn(given.read, leaving.signal)
  leaving.abort(new Error('The page was left'))
  await expect(second).rejects.toThrow('The page was left')
  await expect(inTurn(given.read, leaving.signal)).rejects.toThrow('The page was left')
  held.end()
  await first
  expect(await inTurn(() => Promise.resolve('free'))).toBe('free')
  expect(started).toEqual(['held'])
})

test('behind reads that get no answer nobody waits for ever', async () => {
  const inTurn = createReadTurns(1, 1)
  void inTurn(() => new Promise<never>(() => undefined))
  await expect(inTurn(() => Promise.resolve('late'))).rejects.toThrow(UnreachableError)
})

test('what somebody has just asked for goes ahead of all that wait', async () => {
  const started: string[] = []
  const inTurn = createReadTurns(patienceMs, 1)
  const held = heldRead(started, 'held')
  const first = inTurn(held.read)
  const note = (name: string) => async () => void started.push(name)
  const others = [inTurn(note('b')), inTurn(note('c')), inTurn(note('pressed'), undefined, 'ahead')]
  held.end()
  await Promise.all([first, ...others])
  expect(started).toEqual(['held', 'pressed', 'b', 'c'])
})

test('the reads rest when none is under way and none waits', async () => {
  const inTurn = createReadTurns(patienceMs, 1)
  const staying = new AbortController().signal
  await inTurn.rest(staying)
  const [a, b] = [heldRead([], 'a'), heldRead([], 'b')]
  const reads = [inTurn(a.read), inTurn(b.read)]
  const told: string[] = []
  const rest = inTurn.rest(staying).then(() => told.push('rest'))
  a.end()
  await reads[0]
  expect(told).toEqual([])
  b.end()
  await Promise.all([reads[1], rest])
  expect(told).toEqual(['rest'])
})

test('who leaves waits for no rest', async () => {
  const inTurn = createReadTurns(patienceMs, 1)
  const held = heldRead([], 'held')
  const read = inTurn(held.read)
  const leaving = new AbortController()
  const rest = inTurn.rest(leaving.signal)
  leaving.abort(new Error('The page was left'))
  await expect(rest).rejects.toThrow('The page was left')
  await expect(inTurn.rest(leaving.signal)).rejects.toThrow('The page was left')
  held.end()
  expect(await read).toBe('held')
})
