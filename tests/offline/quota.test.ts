import Dexie from 'dexie'
import { afterEach, describe, expect, test } from 'vitest'
import { StorageFullError, withQuotaRetry } from '#src/offline/storage/quota.ts'
import { installCaches, refuseCaches, removeCaches } from './fake-caches.ts'
import { quotaError } from './full-disk.ts'

afterEach(removeCaches)

/** Fails as the errors say, one after another, and then succeeds. */
function failing(...errors: unknown[]) {
  const unit = { runs: 0, run: async () => 'kept' }
  unit.run = async () => {
    unit.runs += 1
    if (errors.length > 0) throw errors.shift()
    return 'kept'
  }
  return unit
}

const bareQuotaError = () => new DOMException('Full', 'QuotaExceededError')

describe('a unit that writes', () => {
  test('costs no cache while there is room', async () => {
    const caches = installCaches('images', 'documents')
    const unit = failing()
    expect(await withQuotaRetry(unit.run)).toBe('kept')
    expect([unit.runs, ...caches]).toEqual([1, 'images', 'documents'])
  })

  test.each([
    ['the browser’s own', bareQuotaError],
    ['wrapped by Dexie', quotaError],
    ['wrapped twice', () => new Dexie.AbortError('Aborted', quotaError())],
  ])('finds room once when the error is %s', async (_, error) => {
    const caches = installCaches('images', 'documents', 'workbox-precache', 'private-papers')
    const unit = failing(error())
    expect(await withQuotaRetry(unit.run)).toBe('kept')
    expect(unit.runs).toBe(2)
    expect([...caches]).toEqual(['workbox-precache', 'private-papers'])
  })

  test('that finds none fails once and for all, with its cause', async () => {
    installCaches('images')
    const last = quotaError()
    const unit = failing(quotaError(), last, quotaError())
    const error: unknown = await withQuotaRetry(unit.run).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(StorageFullError)
    expect(error).toHaveProperty('cause', last)
    expect(unit.runs).toBe(2)
  })

  test('tries again where there are no caches', async () => {
    const unit = failing(quotaError())
    expect(await withQuotaRetry(unit.run)).toBe('kept')
  })

  test('tries again where caches cannot be deleted, and says then that there is no room', async () => {
    installCaches('images')
    refuseCaches('delete')
    const unit = failing(quotaError(), quotaError())
    await expect(withQuotaRetry(unit.run)).rejects.toThrow(StorageFullError)
    expect(unit.runs).toBe(2)
    expect(await withQuotaRetry(failing(quotaError()).run)).toBe('kept')
  })

  test('that fails otherwise the second time tells that', async () => {
    installCaches()
    const unit = failing(quotaError(), new TypeError('a defect of ours'))
    await expect(withQuotaRetry(unit.run)).rejects.toThrow('a defect of ours')
  })

  test.each([
    ['another error', new Error('QuotaExceededError')],
    ['an abort without a cause', new Dexie.AbortError('Aborted')],
    ['no error at all', 'QuotaExceededError'],
  ])('that fails for %s is not tried again and costs no cache', async (_, error) => {
    const caches = installCaches('images')
    const unit = failing(error)
    await expect(withQuotaRetry(unit.run)).rejects.toBe(error)
    expect([unit.runs, ...caches]).toEqual([1, 'images'])
  })
})
