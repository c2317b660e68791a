import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { contractVersion } from '#contract/version.ts'
import { startBackgroundServices } from '#src/app/background-services.ts'
import { chatStatus } from '#src/app/queue-status.ts'
import { announcePages, router } from '#src/app/router.tsx'
import { Shell } from '#src/app/shell.tsx'
import { update } from '#src/app/worker.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { markForm } from '#src/lib/dirty.ts'
import { noteContact } from '#src/offline/api/api.ts'
import { clearStoredSession, openSession } from '#src/session/session.ts'
import { followLostFocus } from '#src/ui/focus.ts'
import { noNetwork, answerWith } from '#tests/offline/network.ts'
import { says, serve } from '../fake-server.ts'
import { openPhone, setOnline } from '../phone.ts'
import { renderApp } from '../render-app.tsx'
import { renderScreen } from '../router.tsx'

test('an open check-in ends with its session: whoever logs in next finds it closed', async () => {
  await page.viewport(360, 740)
  setOnline(false)
  answerWith(noNetwork)
  const { userId } = await openPhone()
  const screen = await renderScreen(<Shell />)
  const sheet = screen.getByRole('dialog', { name: m.trackers_prompt_title() })
  await screen.getByRole('button', { name: m.shell_nav_check_in() }).first().click()
  await expect.element(sheet).toBeVisible()
  clearStoredSession()
  await expect.element(sheet).not.toBeInTheDocument()
  for (const userT of ['Parent', 'Adolescent'] as const) {
    const userPayload = { _id: userId, userT, firstname: 'Mona', lastname: 'Haddad' }
    await openSession({ token: 'other', userPayload })
    await expect.element(screen.getByRole('navigation').first()).toBeVisible()
    await expect.element(sheet).not.toBeInTheDocument()
  }
})

test.each([
  [m.shell_nav_check_in, m.trackers_prompt_title],
  [m.ui_more, m.ui_more],
])('a sheet of the frame does not stay over another page: %#', async (opener, title) => {
  await page.viewport(360, 740)
  setOnline(false)
  answerWith(noNetwork)
  await openPhone()
  const screen = await renderScreen(<Shell />)
  const sheet = screen.getByRole('dialog', { name: title() })
  await screen.getByRole('button', { name: opener() }).first().click()
  await expect.element(sheet).toBeVisible()
  // As the browser's Back does: not by a link in the sheet.
  screen.container.querySelector<HTMLElement>('nav > ul a:not([href="/"])')?.click()
  await expect.poll(screen.path).not.toBe('/')
  await expect.element(sheet).not.toBeInTheDocument()
})

test('who is offline reads that what they do is sent later where they are logged in, and only there', async () => {
  await page.viewport(360, 740)
  answerWith(noNetwork)
  await openPhone()
  setOnline(false)
  const screen = await renderScreen(<Shell />)
  await expect.element(screen.getByText(m.shell_offline())).toBeVisible()
  clearStoredSession()
  await expect.element(screen.getByText(m.shell_offline())).not.toBeInTheDocument()
  await expect.element(screen.getByText(m.ui_offline_title(), { exact: true })).toBeVisible()
})

test.each([
  [1, 'Chats 1 unread'],
  [2, 'Chats 2 unread'],
])('of unread messages a screen reader says how many: %i', async (unread, name) => {
  await page.viewport(360, 740)
  setOnline(false)
  answerWith(noNetwork)
  await openPhone()
  chatStatus.set({ ...chatStatus.get(), unread })
  const screen = await renderScreen(<Shell />)
  await expect.element(screen.getByRole('link', { name, exact: true }).first()).toBeVisible()
  chatStatus.set({ ...chatStatus.get(), unread: 0 })
})

test('a build that the server takes no more says so, and updates over nothing that is being written', async () => {
  await page.viewport(360, 740)
  answerWith(noNetwork)
  await openPhone()
  const screen = await renderScreen(<Shell />)
  const action = screen.getByRole('button', { name: m.shell_update_action() })
  let presses = 0
  const accept = () => void (presses += 1)
  update.set({ status: 'required', busy: false, accept })
  await expect.element(screen.getByText(m.shell_update_required())).toBeVisible()
  await action.click()
  markForm('bio', true)
  await expect.element(screen.getByText(m.shell_update_required_dirty())).toBeVisible()
  await expect.element(action).not.toBeInTheDocument()
  markForm('bio', false)
  update.set({ status: 'required', busy: true, accept })
  await expect.element(action).toHaveAttribute('aria-disabled', 'true')
  await action.click({ force: true })
  expect(presses).toBe(1)
  update.set({ status: 'none' })
  await expect.element(screen.getByText(m.shell_update_required())).not.toBeInTheDocument()
})

test('what concerns every page is said where something was listened to before', async () => {
  answerWith(noNetwork)
  await openPhone()
  const screen = await renderScreen(<Shell />)
  await expect.element(screen.getByRole('main')).toBeVisible()
  const live = screen.container.querySelector('main > [aria-live]')
  expect(live?.textContent).toBe('')
  setOnline(false)
  await expect.poll(() => live?.textContent).toBe(m.shell_offline())
})

test('each page is read by its heading, also in the neutral look', async () => {
  answerWith(noNetwork)
  const screen = await renderApp('/about-us')
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
  announceInTest()
  await router.navigate({ to: '/forgot-password' })
  const heading = (name: string) => screen.getByRole('heading', { level: 1, name })
  await expect.element(heading(m.recovery_forgot_title())).toHaveFocus()
  document.documentElement.dataset['look'] = 'calm'
  await router.navigate({ to: '/register' })
  await expect.element(heading(m.register_title())).toHaveFocus()
})

test('another page of the same path is read by its heading, as what was pressed is gone', async () => {
  serve({ 'GET /library/packs': says([]), 'GET /articles': says([]), 'GET /connections': says([]) })
  onTestFinished(followLostFocus())
  await openPhone('ServiceProvider')
  const screen = await renderApp('/library/packs')
  await screen.getByRole('link', { name: m.library_packs_new() }).click()
  const heading = (name: string) => screen.getByRole('heading', { level: 1, name })
  await expect.element(heading(m.library_packs_new())).toHaveFocus()
  await screen.getByRole('link', { name: m.library_packs_back() }).click()
  await expect.element(heading(m.library_packs())).toHaveFocus()
})

/** Announces pages for one test: nobody moves the focus in those that come after. */
function announceInTest(): void {
  const subscribing = vi.spyOn(router, 'subscribe')
  announcePages()
  const ends = subscribing.mock.results.map(({ value }) => value as () => void)
  subscribing.mockRestore()
  onTestFinished(() => {
    for (const end of ends) end()
    delete document.documentElement.dataset['look']
  })
  expect(ends).toHaveLength(1)
}

test('a device asks which builds the server takes, and hears it from any call that is refused', async () => {
  const asked = serve({ 'GET /client-policy': says({ minContract: contractVersion + 1 }) })
  const db = await openPhone()
  const end = startBackgroundServices(db)
  await expect.poll(() => update.get().status).toBe('required')
  expect(asked.some(({ url }) => url.endsWith('/client-policy'))).toBe(true)
  update.set({ status: 'none' })
  noteContact('outdated')
  expect(update.get().status).toBe('required')
  end()
  update.set({ status: 'none' })
})
