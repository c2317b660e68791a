import { describe, expect, it } from 'vitest'
import { readTogether } from '#server/db/together.ts'

/** A reader over `stored` that writes down which keys each query asked for. */
function reader(stored: Map<string, number>) {
  const queries: string[][] = []
  const read = readTogether(async (keys: readonly string[]) => {
    queries.push([...keys])
    return new Map([...stored].filter(([key]) => keys.includes(key)))
  })
  return { read, queries }
}

describe('readTogether', () => {
  it('asks once for all calls of a turn, and gives each its own value', async () => {
    const { read, queries } = reader(
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
    )
    expect(await Promise.all([read('a'), read('b'), read('a'), read('none')])).toEqual([
      1,
      2,
      1,
      undefined,
    ])
    expect(queries).toEqual([['a', 'b', 'none']])
  })

  it('never answers from a query that started before the call', async () => {
    const stored = new Map([['a', 1]])
    const { read, queries } = reader(stored)
    const before = read('a').then(() => stored.delete('a'))
    await before
    expect(await read('a')).toBeUndefined()
    expect(queries).toEqual([['a'], ['a']])
  })

  it('starts a new query for a call that comes while one is under way', async () => {
    const started = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    const queries: string[][] = []
    const read = readTogether(async (keys: readonly string[]) => {
      queries.push([...keys])
      started.resolve()
      await answered.promise
      return new Map(keys.map((key) => [key, queries.length]))
    })
    const first = read('a')
    await started.promise
    const second = read('a')
    answered.resolve()
    await Promise.all([first, second])
    expect(queries).toEqual([['a'], ['a']])
  })

  it('fails the calls of a failed query alone', async () => {
    let away = true
    const read = readTogether(async (keys: readonly string[]) => {
      if (away) throw new Error('away')
      return new Map(keys.map((key) => [key, 1]))
    })
    const outcomes = await Promise.allSettled([read('a'), read('b')])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    away = false
    expect(await read('a')).toBe(1)
  })
})
