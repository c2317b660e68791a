import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeReady } from '#src/app/offline-reading-service.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { currentToasts, dismissToast } from '#src/ui/message/toast.tsx'
import { closePhones, nowMs, openPhone } from '#tests/offline/phone.ts'

const spareTime = () => Promise.resolve()
const hours = 3_600_000
const onlineNavigator = { locks: navigator.locks, onLine: true }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs })
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('navigator', onlineNavigator)
})

afterEach(async () => {
  for (const { id } of currentToasts()) dismissToast(id)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await closePhones()
})

const texts = () => currentToasts().map(({ text }) => text)

describe('what is read without a network', () => {
  test('is made ready part by part, said once, and looked at again after hours', async () => {
    const db = await openPhone()
    const made: string[] = []
    const parts = ['sessions', 'articles'].map((name) => async () => void made.push(name))
    await makeReady(db, parts, spareTime)
    expect(made).toEqual(['sessions', 'articles'])
    expect(texts()).toEqual([m.shell_ready_offline()])

    await makeReady(db, parts, spareTime)
    expect(made).toHaveLength(2)
    vi.setSystemTime(nowMs + 7 * hours)
    await makeReady(db, parts, spareTime)
    expect(made).toHaveLength(4)
    expect(texts()).toEqual([m.shell_ready_offline()])
  })

  test('is not said to be ready where there is nothing to make ready', async () => {
    const db = await openPhone()
    await makeReady(db, [], spareTime)
    expect(texts()).toEqual([])
    expect(await db.meta.get('readyOffline')).toBeUndefined()
  })

  test.each([
    ['where the person saves data', 'navigator', { onLine: true, connection: { saveData: true } }],
    ['without a network', 'navigator', { onLine: false }],
    ['behind another tab', 'document', { visibilityState: 'hidden' }],
  ])('is left alone %s', async (_, name, value) => {
    const db = await openPhone()
    vi.stubGlobal(name, name === 'navigator' ? { locks: navigator.locks, ...value } : value)
    const part = vi.fn<() => Promise<void>>()
    await makeReady(db, [part], spareTime)
    expect(part).not.toHaveBeenCalled()
    expect(texts()).toEqual([])
  })

  test('is tried again by the next start where a part could not be fetched', async () => {
    const db = await openPhone()
    const broken = async () => Promise.reject(new Error('No answer'))
    await expect(makeReady(db, [broken], spareTime)).rejects.toThrow('No answer')
    expect(await db.meta.get('readyOffline')).toBeUndefined()
    expect(texts()).toEqual([])
  })
})
