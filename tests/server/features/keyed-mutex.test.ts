import { describe, expect, test } from 'vitest'
import { createKeyedMutex } from '#server/features/sync/service.ts'

describe('turns', () => {
  test('of one key come one after the other, in order, also after one that failed', async () => {
    const exclusively = createKeyedMutex()
    const gates = Array.from({ length: 3 }, () => Promise.withResolvers<string>())
    const started: number[] = []
    const all = gates.map((gate, index) =>
      exclusively('nour', () => {
        started.push(index)
        return gate.promise
      }),
    )
    expect(started).toEqual([0])
    gates[0]?.reject(new Error('no'))
    await expect(all[0]).rejects.toThrow('no')
    expect(started).toEqual([0, 1])
    gates[1]?.resolve('one')
    expect(await all[1]).toBe('one')
    gates[2]?.resolve('two')
    expect(await all[2]).toBe('two')
  })

  test('of different keys wait for nobody', async () => {
    const exclusively = createKeyedMutex()
    const gate = Promise.withResolvers<string>()
    const held = exclusively('nour', () => gate.promise)
    expect(await exclusively('adam', async () => 'done')).toBe('done')
    gate.resolve('late')
    expect(await held).toBe('late')
  })
})
