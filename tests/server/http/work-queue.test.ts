import { describe, expect, test } from 'vitest'
import { fitPassword, createPasswords } from '#server/features/account/sign-in/passwords.ts'
import { createWorkQueue } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'

describe('the queue in front of password hashing', () => {
  test('runs no more at once than it may, in the order they came', async () => {
    const run = createWorkQueue({ runningMax: 2, waitingMax: 10 })
    const started: number[] = []
    const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
    const all = gates.map((gate, index) =>
      run(async () => {
        started.push(index)
        await gate.promise
      }),
    )
    await turns()
    expect(started).toEqual([0, 1])
    gates[1]?.resolve()
    await turns()
    expect(started).toEqual([0, 1, 2])
    for (const gate of gates) gate.resolve()
    await Promise.all(all)
    expect(started).toEqual([0, 1, 2, 3, 4])
  })

  test('refuses as busy, with a time to come back, once the line is full', async () => {
    const run = createWorkQueue({ runningMax: 1, waitingMax: 1 })
    const gate = Promise.withResolvers<string>()
    const first = run(() => gate.promise)
    const second = run(async () => 'second')
    const third = await run(async () => 'third').catch((error: unknown) => error)
    expect(third).toBeInstanceOf(ProblemError)
    expect(third).toMatchObject({ body: { code: 'busy' }, retryAfterSeconds: 1 })
    gate.resolve('first')
    expect(await Promise.all([first, second])).toEqual(['first', 'second'])
    expect(await run(async () => 'after')).toBe('after')
  })

  test('gives its place on when work fails', async () => {
    const run = createWorkQueue({ runningMax: 1, waitingMax: 1 })
    await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await run(async () => 'yes')).toBe('yes')
  })
})

describe('passwords', () => {
  test('match whatever way a keyboard wrote their letters', async () => {
    const passwords = await createPasswords()
    const stored = await passwords.hash(fitPassword('Caf\u00e9-Pass1!', { email: '' }, 'password'))
    expect(await passwords.matches('Cafe\u0301-Pass1!', stored)).toBe(true)
    expect(await passwords.matches('Cafe-Pass1!', stored)).toBe(false)
  })

  test('never match an account that does not exist, which takes its turn like any other', async () => {
    const passwords = await createPasswords({ runningMax: 1, waitingMax: 0 })
    const slow = passwords.matches('whatever', undefined)
    await expect(passwords.matches('whatever', undefined)).rejects.toThrow('busy')
    expect(await slow).toBe(false)
  })
})

/** Lets every promise that can go on do so. */
function turns(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
