import { describe, expect, it } from 'vitest'
import { batchReads, groupCommit } from '#server/db/batching.ts'

/** A reader over `stored` that writes down which keys each query asked for. */
function reader(stored: Map<string, number>) {
  const queries: string[][] = []
  const read = batchReads(async (keys: readonly string[]) => {
    queries.push([...keys])
    return new Map([...stored].filter(([key]) => keys.includes(key)))
  })
  return { read, queries }
}

describe('batchReads', () => {
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
    const read = batchReads(async (keys: readonly string[]) => {
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
    const read = batchReads(async (keys: readonly string[]) => {
      if (away) throw new Error('away')
      return new Map(keys.map((key) => [key, 1]))
    })
    const outcomes = await Promise.allSettled([read('a'), read('b')])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    away = false
    expect(await read('a')).toBe(1)
  })
})

describe('groupCommit', () => {
  it('writes the items of a turn in one statement, and answers each with its own result', async () => {
    const statements: number[][] = []
    const write = groupCommit(async (items: readonly number[]) => {
      statements.push([...items])
      return items.map((item) => `${item} is stored`)
    })
    expect(await Promise.all([write(1), write(2)])).toEqual(['1 is stored', '2 is stored'])
    expect(await write(3)).toBe('3 is stored')
    expect(statements).toEqual([[1, 2], [3]])
  })

  it('writes each alone where they fail together, so that only the faulty one fails', async () => {
    const stored: number[] = []
    const write = groupCommit(async (items: readonly number[]) => {
      if (items.includes(2)) throw new Error('2 cannot be stored')
      stored.push(...items)
      return items
    })
    const outcomes = await Promise.allSettled([write(1), write(2), write(3)])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(stored).toEqual([1, 3])
  })

  it('tries one that failed alone no second time', async () => {
    let tries = 0
    const write = groupCommit(async () => {
      tries += 1
      throw new Error('away')
    })
    await expect(write(1)).rejects.toThrow('away')
    expect(tries).toBe(1)
  })
})
