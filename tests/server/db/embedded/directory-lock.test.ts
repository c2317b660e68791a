import { mkdirSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lockDirectory } from '#server/db/embedded/start.ts'
import { startChild } from '#tests/support/child-process.ts'

const holder = new URL('../children/hold-lock.ts', import.meta.url)

describe('the lock on a data directory', () => {
  let directory: string
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'zync-lock-'))
  })
  afterEach(() => rm(directory, { recursive: true, force: true }))

  test('is refused to a second process with a message that names the directory', async () => {
    const first = startChild(holder, directory)
    expect(await first.nextLine()).toBe('held')
    await expect(lockDirectory(directory)).rejects.toThrow(
      `The data directory ${directory} is already open in another process.`,
    )
    await first.kill()
  })

  test('is free again after its owner let go, and leaves no file', async () => {
    const lock = await lockDirectory(directory)
    lock.release()
    expect(await readdir(directory)).toEqual([])
    const again = await lockDirectory(directory)
    again.release()
  })

  test('is free again after kill -9 of its owner', async () => {
    const owner = startChild(holder, directory)
    expect(await owner.nextLine()).toBe('held')
    await owner.kill()
    const lock = await lockDirectory(directory)
    lock.release()
  })

  test('goes to one of many contenders in one process', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () => lockDirectory(directory)),
    )
    const held = outcomes.filter((outcome) => outcome.status === 'fulfilled')
    expect(held).toHaveLength(1)
    for (const outcome of held) outcome.value.release()
  })

  test('of a killed owner goes to one of six processes that want it at once, three times', async () => {
    for (let round = 0; round < 3; round += 1) {
      const dead = startChild(holder, directory)
      await dead.nextLine()
      await dead.kill()
      const contenders = Array.from({ length: 6 }, () => startChild(holder, directory))
      const outcomes = await Promise.all(contenders.map((contender) => contender.nextLine()))
      expect(outcomes.filter((outcome) => outcome === 'held')).toHaveLength(1)
      await Promise.all(contenders.map((contender) => contender.kill()))
    }
  })

  test('works where the path is too long for a socket', async () => {
    const deep = join(directory, 'a-rather-long-name'.repeat(6))
    mkdirSync(deep)
    const lock = await lockDirectory(deep)
    await expect(lockDirectory(deep)).rejects.toThrow('already open in another process')
    lock.release()
    const again = await lockDirectory(deep)
    again.release()
  })
})
