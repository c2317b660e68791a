import { expect, test, vi } from 'vitest'
import { ChangeDialog, TurnOffDialog } from '#src/features/lock/lock-dialogs.tsx'
import { LockSection } from '#src/features/lock/lock-section.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { currentSession } from '#src/session/session.ts'
import { openPhone } from '../phone.ts'
import { renderScreen } from '../router.tsx'

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
