import { expect, test } from 'vitest'
import { ProfilePage } from '#src/features/account/pages/profile-page.tsx'
import { DeleteSection } from '#src/features/account/settings/delete-section.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { fullUser } from '#tests/src/profile/full-user.ts'
import { says } from '../fake-server.ts'
import { openMember } from '../phone.ts'
import { retryReadFailure } from '../read-failure.ts'
import { renderScreen } from '../router.tsx'

test('a profile that cannot be read says why, and comes with a retry', async () => {
  const { db, session } = await openMember()
  const profile = fullUser({ _id: db.userId })
  const call = `GET /auth/user/${db.userId}`
  const draw = () =>
    renderScreen(<ProfilePage db={db} session={session} tab="profile" onTab={() => undefined} />)
  const failed = 'Failed to load user data.'
  const screen = await retryReadFailure({ draw, call, answers: { [call]: says(profile) }, failed })
  await expect.element(screen.getByRole('heading', { name: profile.name })).toBeVisible()
})

test.each([
  ['Adolescent', m.settings_delete_goes_sessions, m.settings_delete_goes_clients],
  ['Parent', m.settings_delete_goes_sessions, m.settings_delete_goes_clients],
  ['ServiceProvider', m.settings_delete_goes_clients, m.settings_delete_goes_sessions],
] as const)('%s reads which sessions go with the account', async (userT, theirs, others) => {
  const { db, session } = await openMember(userT)
  const screen = await renderScreen(<DeleteSection db={db} session={session} />)
  await screen.getByRole('button', { name: m.settings_delete_open() }).click()
  const dialog = screen.getByRole('dialog', { name: m.settings_delete_ask_title() })
  await expect.element(dialog.getByText(theirs())).toBeVisible()
  await expect.element(dialog.getByText(others())).not.toBeInTheDocument()
})
