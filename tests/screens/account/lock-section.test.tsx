import { expect, test } from 'vitest'
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
