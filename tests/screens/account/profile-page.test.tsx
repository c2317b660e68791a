import { expect, test } from 'vitest'
import { ProfilePage } from '#src/features/account/pages/profile-page.tsx'
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
