import { set } from 'idb-keyval'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { LockScreen } from '#src/app/lock-screen.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { closeApi } from '#src/offline/api/api.ts'
import { triesMax } from '#src/offline/session/lock-record.ts'
import { setLock } from '#src/offline/session/lock.ts'
import { readSession, writeSession } from '#src/offline/session/session-copy.ts'
import { sessionStore, setVault, unlockedToken } from '#src/offline/session/session-start.ts'
import { chooseLockAfter, openLock, readLockAfter, settleLock } from '#src/session/app-lock.ts'
import { currentSession, followOtherTabs, isTokenSealed, storeToken } from '#src/session/session.ts'
import { openPhone, setOnline } from '../phone.ts'

const pin = '204961'

afterEach(() => {
  setVault(undefined)
  closeApi(false)
})

async function lockedPhone(): Promise<string> {
  const { userId } = await openPhone()
  await writeSession({ token: 'secret', userId })
  await setLock({ token: 'secret', userId }, pin)
  setVault(undefined)
  return userId
}

test('a start without a lock changes nothing', async () => {
  const { userId } = await openPhone()
  await writeSession({ token: 'secret', userId })
  expect(await settleLock()).toBe('open')
  expect([currentSession()?.token, isTokenSealed()]).toEqual(['secret', false])
})

test('a start after a kill between the two places of a new lock takes the token out of local storage', async () => {
  await lockedPhone()
  expect(localStorage.getItem('token')).toBe('secret')
  expect(await settleLock()).toBe('locked')
  expect(Object.values(localStorage)).not.toContain('secret')
  expect(currentSession()).toMatchObject({ token: '' })
})

test('a start after a kill in the middle of taking the lock away has the session again', async () => {
  const userId = await lockedPhone()
  storeToken(undefined)
  await writeSession({ token: 'secret', userId })
  expect(await settleLock()).toBe('open')
  expect(currentSession()).toMatchObject({ token: 'secret' })
})

test('a start whose sealed session is nowhere is one of nobody', async () => {
  await openPhone()
  storeToken(undefined)
  expect(await settleLock()).toBe('open')
  expect(currentSession()).toBeUndefined()
})

test('the lock of somebody else does not stand before who is logged in', async () => {
  await lockedPhone()
  await openPhone()
  expect(await settleLock()).toBe('open')
  expect(currentSession()?.token).toBe('secret')
})

test.each([null, 'sealed'])(
  'a lock that is open here closes when another tab writes the token (%s)',
  async (newValue) => {
    const userId = await lockedPhone()
    await settleLock()
    await openLock(pin)
    expect(currentSession()?.token).toBe('secret')
    followOtherTabs()
    window.dispatchEvent(new StorageEvent('storage', { key: 'userPayload', newValue: '{}' }))
    expect(unlockedToken(userId)).toBe('secret')
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue }))
    expect([unlockedToken(userId), currentSession()?.token]).toEqual([undefined, ''])
  },
)

test('a lock that is off again leaves nothing open here, so that the next one is not sealed with its key', async () => {
  const userId = await lockedPhone()
  await settleLock()
  await openLock(pin)
  expect(currentSession()?.token).toBe('secret')
  storeToken('secret')
  expect(currentSession()?.token).toBe('secret')
  storeToken(undefined)
  expect([unlockedToken(userId), currentSession()?.token]).toEqual([undefined, ''])
})

test('an unknown time out of sight is none', async () => {
  await openPhone()
  chooseLockAfter(15)
  expect(readLockAfter()).toBe(15)
  for (const value of ['-1', '7', 'soon', '']) {
    localStorage.setItem('lockAfter', value)
    expect(readLockAfter()).toBe(0)
  }
})

test('a login is offered only where there is a network, and the PIN stays', async () => {
  await lockedPhone()
  await settleLock()
  await render(<LockScreen />)
  setOnline(false)
  await page.getByRole('button', { name: m.lock_forgot() }).click()
  const dialog = page.getByRole('dialog', { name: m.lock_forgot_title() })
  const logIn = dialog.getByRole('button', { name: m.lock_log_in() })
  await expect.element(dialog.getByText(m.lock_log_in_offline())).toBeVisible()
  await expect.element(logIn).toBeDisabled()
  setOnline(true)
  await expect.element(logIn).toBeEnabled()
  await expect.element(dialog.getByText(m.lock_log_in_offline())).not.toBeInTheDocument()
})

test('the fifth wrong PIN has to be waited for, by a clock that nobody sets', async () => {
  await lockedPhone()
  await settleLock()
  await render(<LockScreen />)
  const field = page.getByLabelText(m.lock_pin(), { exact: true })
  for (let left = 9; left >= 5; left -= 1) {
    await field.fill('111000')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(m.lock_wrong({ count: left }))).toBeVisible()
  }
  await expect.element(page.getByText(/^Wait \d+ seconds, then try again\.$/)).toBeVisible()
  const passed = performance.now() + 30_000
  vi.spyOn(Date, 'now').mockReturnValue(0)
  const clock = vi.spyOn(performance, 'now').mockReturnValue(passed)
  await expect.element(page.getByText(/^Wait/)).not.toBeInTheDocument()
  clock.mockRestore()
  vi.restoreAllMocks()
  await field.fill(pin)
  await userEvent.keyboard('{Enter}')
  await expect.poll(readSession).toMatchObject({ token: 'secret' })
})

test('the last wrong PIN locks the other tabs, where the session is over, too', async () => {
  await lockedPhone()
  await settleLock()
  const messages = vi.fn<(message: unknown) => void>()
  const otherTab = new BroadcastChannel('zync-lock')
  otherTab.addEventListener('message', ({ data }) => messages(data))
  onTestFinished(() => otherTab.close())
  await set('tries', { wrong: triesMax - 1, waits: false }, sessionStore())
  await render(<LockScreen />)
  await page.getByLabelText(m.lock_pin(), { exact: true }).fill('000111')
  await page.getByRole('button', { name: m.lock_open() }).click()
  await expect.element(page.getByRole('heading', { name: m.lock_over_title() })).toBeVisible()
  await expect.poll(() => messages.mock.calls).toEqual([['lock']])
})
