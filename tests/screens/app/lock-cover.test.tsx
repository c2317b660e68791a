import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { LockScreen, showLock } from '#src/app/lock-screen.tsx'
import { ResourceView } from '#src/data/resource-view.tsx'
import { defineRemote, useRemote } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { closeApi } from '#src/offline/api/api.ts'
import { setLock } from '#src/offline/session/lock.ts'
import { writeSession } from '#src/offline/session/session-copy.ts'
import { setVault } from '#src/offline/session/session-start.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { blank, openLock, settleLock } from '#src/session/app-lock.ts'
import { followOtherTabs, notifySession } from '#src/session/session.ts'
import { Dialog, OpensByItself } from '#src/ui/dialog/dialog.tsx'
import { openPhone } from '../phone.ts'

// The page of this test must not go on to another address.
vi.mock('#src/app/lock-leave.tsx', async (original) => ({
  ...(await original<object>()),
  isLeaving: () => true,
}))

let root: HTMLElement
let db: UserDatabase

beforeEach(async () => {
  root = document.createElement('div')
  root.id = 'root'
  document.body.append(root)
  db = await openPhone()
  const { userId } = db
  await writeSession({ token: 'secret', userId })
  await setLock({ token: 'secret', userId }, '204961')
  setVault(undefined)
  await settleLock()
})

afterEach(() => {
  root.remove()
  blank(false)
  closeApi(false)
})

test.each([false, true])(
  'the lock stays usable when a dialog opens behind it (by itself: %s)',
  async (byItself) => {
    root.hidden = true
    await render(<LockScreen />)
    const field = page.getByLabelText(m.lock_pin(), { exact: true })
    await field.fill('20')
    await render(
      <OpensByItself value={byItself}>
        <Dialog open title="Not sent" onClose={() => undefined} />
      </OpensByItself>,
      { container: root },
    )
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('49')
    await expect.element(field).toHaveValue('2049')
    await page.getByRole('button', { name: m.safety_open() }).click()
    const help = page.getByRole('dialog', { name: m.safety_title() })
    await expect.element(help).toBeVisible()
    expect(root.querySelector('dialog')?.open).toBe(true)
  },
)

test('what is open in the lock stays open and usable when a dialog opens behind it', async () => {
  root.hidden = true
  await render(<LockScreen />)
  await page.getByRole('button', { name: m.safety_open() }).click()
  const help = page.getByRole('dialog', { name: m.safety_title() })
  await expect.element(help).toBeVisible()
  await render(<Dialog open title="Not sent" onClose={() => undefined} />, { container: root })
  await expect.element(help).toBeVisible()
  await help.getByRole('button', { name: m.ui_close() }).first().click()
  await expect.element(help).not.toBeInTheDocument()
  await expect.element(page.getByLabelText(m.lock_pin(), { exact: true })).toBeVisible()
})

test('a page covered for one person is not uncovered for another who logged in in another tab', async () => {
  root.textContent = 'What Lina wrote'
  void showLock()
  expect(root.hidden).toBe(true)
  followOtherTabs()
  const other = { _id: crypto.randomUUID(), userT: 'Adolescent', firstname: 'Rami', lastname: 'N' }
  localStorage.setItem('userPayload', JSON.stringify(other))
  localStorage.setItem('token', 'theirs')
  for (const key of ['token', 'userPayload', 'isLoggedIn']) {
    window.dispatchEvent(new StorageEvent('storage', { key }))
  }
  await expect.poll(() => document.documentElement.hidden).toBe(true)
  expect(root.hidden).toBe(true)
  await expect.element(page.getByText('What Lina wrote')).not.toBeVisible()
})

test('a page that is old by the time the lock opens is read then, once, and says nothing of a failure', async () => {
  await openLock('204961')
  let calls = 0
  const remote = defineRemote<string>({
    fetch: () => {
      calls += 1
      return Promise.resolve(`Read ${String(calls)}`)
    },
  })
  const Page = () => (
    <ResourceView of={useRemote(db, remote)} failed="Not read">
      {(text) => <p>{text}</p>}
    </ResourceView>
  )
  await render(<Page />)
  await expect.element(page.getByText('Read 1')).toBeVisible()
  const laterMs = Date.now() + 61_000
  vi.spyOn(Date, 'now').mockReturnValue(laterMs)
  setVault(undefined)
  closeApi(true)
  notifySession()
  document.dispatchEvent(new Event('visibilitychange'))
  await openLock('204961')
  await expect.element(page.getByText('Read 2')).toBeVisible()
  await expect.element(page.getByText('Not read')).not.toBeInTheDocument()
  expect(calls).toBe(2)
  vi.restoreAllMocks()
})
