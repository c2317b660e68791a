import { expect, test, vi } from 'vitest'
import { ChangeDialog, SetDialog, TurnOffDialog } from '#src/features/lock/lock-dialogs.tsx'
import { LockSection } from '#src/features/lock/lock-section.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { setLock } from '#src/offline/session/lock.ts'
import { clearSession, readOwner, writeSession } from '#src/offline/session/session-copy.ts'
import { currentSession, isTokenSealed } from '#src/session/session.ts'
import { openMember, openPhone } from '../phone.ts'
import { renderScreen } from '../router.tsx'

const pin = '204961'

test('the app lock says where notifications may say more, and the setting that ends it', async () => {
  await openPhone()
  const session = currentSession()
  if (!session) throw new Error('Nobody is logged in')
  const screen = await renderScreen(<LockSection session={session} />)
  await expect.element(screen.getByText(/iPhone, iPad and Mac they can say more/)).toBeVisible()
  await expect.element(screen.getByText(m.push_discreet(), { exact: false })).toBeVisible()
})

test.each([
  ['turned off', TurnOffDialog, m.lock_turn_off()],
  ['changed', ChangeDialog, m.lock_save()],
] as const)('a lock that is %s without its PIN asks for it', async (_, Dialog, confirm) => {
  const done = vi.fn<() => void>()
  const screen = await renderScreen(<Dialog onDone={done} onClose={() => undefined} />)
  await screen.getByRole('button', { name: confirm, exact: true }).click()
  await expect.element(screen.getByText(m.lock_current_missing())).toBeVisible()
  expect(done).not.toHaveBeenCalled()
})

test('a lock that is changed says all that is missing at once', async () => {
  const screen = await renderScreen(
    <ChangeDialog onDone={() => undefined} onClose={() => undefined} />,
  )
  await screen.getByRole('button', { name: m.lock_save(), exact: true }).click()
  await expect.element(screen.getByText(m.lock_current_missing())).toBeVisible()
  await expect.element(screen.getByText(m.lock_short())).toBeVisible()
})

test.each([
  ['behind the lock of before', ''],
  ['before a new login in another tab', 'of-before'],
])('a lock that is set on a page that was opened %s seals the login of now', async (_, token) => {
  const { db, session } = await openMember()
  await writeSession({ token: session.token, userId: db.userId })
  const done = vi.fn<() => void>()
  const props = { session: { ...session, token }, onDone: done, onClose: () => undefined }
  const screen = await renderScreen(<SetDialog {...props} />)
  for (const label of [m.lock_new(), m.lock_again()])
    await screen.getByLabelText(label, { exact: true }).fill(pin)
  await screen.getByRole('button', { name: m.lock_save(), exact: true }).click()
  await expect.poll(() => done.mock.calls.length).toBe(1)
  expect([isTokenSealed(), currentSession()?.token]).toEqual([true, session.token])
})

test.each(['set', 'turned off'])(
  'a lock that is %s while another tab logs out says so, and leaves nothing of the login',
  async (what) => {
    const { db, session } = await openMember()
    const copy = { token: session.token, userId: db.userId }
    await writeSession(copy)
    if (what === 'turned off') await setLock(copy, pin)
    const derive = crypto.subtle.deriveKey.bind(crypto.subtle)
    vi.spyOn(crypto.subtle, 'deriveKey').mockImplementationOnce(async (...given) => {
      localStorage.clear()
      await clearSession()
      return await derive(...given)
    })
    const props = { session, onDone: vi.fn<() => void>(), onClose: () => undefined }
    const screen = await renderScreen(
      what === 'set' ? <SetDialog {...props} /> : <TurnOffDialog {...props} />,
    )
    const labels = what === 'set' ? [m.lock_new(), m.lock_again()] : [m.lock_current()]
    for (const label of labels) await screen.getByLabelText(label, { exact: true }).fill(pin)
    const confirm = what === 'set' ? m.lock_save() : m.lock_turn_off()
    await screen.getByRole('button', { name: confirm, exact: true }).click()
    await expect.element(screen.getByText(m.lock_not_saved())).toBeVisible()
    expect([localStorage.length, await readOwner()]).toEqual([0, undefined])
    expect(props.onDone).not.toHaveBeenCalled()
  },
)
