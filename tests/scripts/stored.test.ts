import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stored } from '../../scripts/stored.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'stored-'))))
afterEach(() => rmSync(folder, { recursive: true }))

test('what was made is made once for a stamp, and anew for each other one', async () => {
  const place = join(folder, 'below', 'ar.js')
  const make = vi.fn<() => Promise<string>>()
  make.mockResolvedValueOnce('one\n').mockResolvedValueOnce('two').mockResolvedValueOnce('three')
  expect(await stored(place, 'a', make)).toBe('one\n')
  expect(await stored(place, 'a', make)).toBe('one\n')
  expect(await stored(place, 'b', make)).toBe('two')
  expect(await stored(place, 'b', make)).toBe('two')
  expect(await stored(place, 'a', make)).toBe('three')
  expect(make).toHaveBeenCalledTimes(3)
})

test('what could not be made leaves nothing', async () => {
  const fails = () => Promise.reject(new Error('No such language'))
  await expect(stored(join(folder, 'ar.js'), 'a', fails)).rejects.toThrow('No such language')
  expect(readdirSync(folder)).toEqual([])
})
