import { describe, expect, test } from 'vitest'
import { withDrainLock } from '#src/offline/engine/lock.ts'

/** Work that goes on until it is told to end. */
function longWork<T>(result: T) {
  let end: () => void = () => undefined
  const ended = new Promise<T>((resolve) => (end = () => resolve(result)))
  return { work: () => ended, end: () => end() }
}

describe('the drain lock', () => {
  test('gives what the work gave', async () => {
    expect(await withDrainLock('u-1', 'page', async () => 7)).toBe(7)
    expect(await withDrainLock('u-1', 'worker', async () => 8)).toBe(8)
  })

  test('a page that finds it taken gives up at once and does nothing', async () => {
    const { work, end } = longWork('first')
    const first = withDrainLock('u-2', 'page', work)
    let ran = false
    const second = await withDrainLock('u-2', 'page', async () => (ran = true))
    expect([second, ran]).toEqual([undefined, false])
    end()
    expect(await first).toBe('first')
  })

  test('the worker waits its turn', async () => {
    const { work, end } = longWork('page')
    let pageEnded = false
    const page = withDrainLock('u-3', 'page', async () => {
      await work()
      pageEnded = true
    })
    const worker = withDrainLock('u-3', 'worker', async () => pageEnded)
    end()
    expect(await worker).toBe(true)
    await page
  })

  test('never lets two run at once', async () => {
    let running = 0
    const most = { at: 0 }
    const work = async () => {
      running += 1
      most.at = Math.max(most.at, running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      return 'ran'
    }
    const runs = await Promise.all(
      (['page', 'worker', 'page', 'worker', 'page'] as const).map((drainer) =>
        withDrainLock('u-4', drainer, work),
      ),
    )
    expect(most.at).toBe(1)
    expect(runs.filter((run) => run === 'ran').length).toBeGreaterThanOrEqual(3)
  })

  test('is given back when the work fails', async () => {
    const failing = withDrainLock('u-5', 'page', () => Promise.reject(new Error('torn cable')))
    await expect(failing).rejects.toThrow('torn cable')
    expect(await withDrainLock('u-5', 'page', async () => 'free')).toBe('free')
  })

  test('of one person does not stop another', async () => {
    const { work, end } = longWork('theirs')
    const theirs = withDrainLock('u-6', 'page', work)
    expect(await withDrainLock('u-7', 'page', async () => 'mine')).toBe('mine')
    end()
    await theirs
  })
})
