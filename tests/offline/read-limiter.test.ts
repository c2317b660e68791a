import { expect, test } from 'vitest'
import { UnreachableError } from '#src/offline/api/api-error.ts'
import { createReadLimiter } from '#src/offline/api/read-limiter.ts'

/** A read that ends when it is told to. */
function heldRead(started: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return { read: () => (started.push(name), promise), end: () => resolve(name), fail: reject }
}

const patienceMs = 60_000

test('so many reads run at once, and the others follow in the order they came', async () => {
  const started: string[] = []
  const limited = createReadLimiter(patienceMs, 2)
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => heldRead(started, name))
  if (!a || !b || !c || !d) throw new Error('There are four')
  const first = limited(a.read)
  const second = limited(b.read)
  const third = limited(c.read)
  const fourth = limited(d.read)
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
  const limited = createReadLimiter(patienceMs, 1)
  const failing = heldRead(started, 'failing')
  const first = limited(failing.read)
  const next = limited(() => Promise.resolve('next'))
  failing.fail(new Error('cut'))
  await expect(first).rejects.toThrow('cut')
  expect(await next).toBe('next')
})

test('who gives up waiting takes no turn', async () => {
  const started: string[] = []
  const limited = createReadLimiter(patienceMs, 1)
  const held = heldRead(started, 'held')
  const first = limited(held.read)
  const leaving = new AbortController()
  const given = heldRead(started, 'given up')
  const second = limited(given.read, leaving.signal)
  leaving.abort(new Error('The page was left'))
  await expect(second).rejects.toThrow('The page was left')
  await expect(limited(given.read, leaving.signal)).rejects.toThrow('The page was left')
  held.end()
  await first
  expect(await limited(() => Promise.resolve('free'))).toBe('free')
  expect(started).toEqual(['held'])
})

test('behind reads that get no answer nobody waits for ever', async () => {
  const limited = createReadLimiter(1, 1)
  void limited(() => new Promise<never>(() => undefined))
  await expect(limited(() => Promise.resolve('late'))).rejects.toThrow(UnreachableError)
})

test('what somebody has just asked for goes ahead of all that wait', async () => {
  const started: string[] = []
  const limited = createReadLimiter(patienceMs, 1)
  const held = heldRead(started, 'held')
  const first = limited(held.read)
  const note = (name: string) => async () => void started.push(name)
  const others = [
    limited(note('b')),
    limited(note('c')),
    limited(note('pressed'), undefined, 'high'),
  ]
  held.end()
  await Promise.all([first, ...others])
  expect(started).toEqual(['held', 'pressed', 'b', 'c'])
})

test('what can wait goes behind all others, and leaves a turn to them', async () => {
  const started: string[] = []
  const limited = createReadLimiter(patienceMs)
  const face = (name: string) => {
    const held = heldRead(started, name)
    return { ...held, done: limited(held.read, undefined, 'last') }
  }
  const [first, second, third] = [face('face 1'), face('face 2'), face('face 3')]
  await Promise.resolve()
  expect(started).toEqual(['face 1', 'face 2'])
  const list = heldRead(started, 'list')
  const reads = [limited(list.read), limited(async () => void started.push('chat'))]
  await Promise.resolve()
  expect(started.slice(2)).toEqual(['list'])
  first.end()
  await first.done
  await expect.poll(() => started.slice(3)).toEqual(['chat', 'face 3'])
  for (const each of [second, third, list]) each.end()
  await Promise.all([second.done, third.done, ...reads])
})

test('what can wait does so for as long as its caller', async () => {
  const limited = createReadLimiter(1, 1)
  const held = heldRead([], 'held')
  const first = limited(held.read)
  const leaving = new AbortController()
  const given = limited(() => Promise.resolve('given up'), leaving.signal, 'last')
  const last = limited(() => Promise.resolve('last'), undefined, 'last')
  await new Promise((resolve) => setTimeout(resolve, 20))
  leaving.abort(new Error('The page was left'))
  await expect(given).rejects.toThrow('The page was left')
  held.end()
  expect(await Promise.all([first, last])).toEqual(['held', 'last'])
})

test('the reads are idle when none is under way and none waits', async () => {
  const limited = createReadLimiter(patienceMs, 1)
  const staying = new AbortController().signal
  await limited.idle(staying)
  const [a, b] = [heldRead([], 'a'), heldRead([], 'b')]
  const reads = [limited(a.read), limited(b.read)]
  const told: string[] = []
  const idle = limited.idle(staying).then(() => told.push('idle'))
  a.end()
  await reads[0]
  expect(told).toEqual([])
  b.end()
  await Promise.all([reads[1], idle])
  expect(told).toEqual(['idle'])
})

test('a caller that gives up stops waiting for idle reads', async () => {
  const limited = createReadLimiter(patienceMs, 1)
  const held = heldRead([], 'held')
  const read = limited(held.read)
  const leaving = new AbortController()
  const idle = limited.idle(leaving.signal)
  leaving.abort(new Error('The page was left'))
  await expect(idle).rejects.toThrow('The page was left')
  await expect(limited.idle(leaving.signal)).rejects.toThrow('The page was left')
  held.end()
  expect(await read).toBe('held')
})
