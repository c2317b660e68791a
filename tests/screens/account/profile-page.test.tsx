import { expect, onTestFinished, test } from 'vitest'
import { ProfilePage } from '#src/features/account/pages/profile-page.tsx'
import { DeleteSection } from '#src/features/account/settings/delete-section.tsx'
import { SettingsPart } from '#src/features/account/settings/settings-part.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { readSession, writeSession } from '#src/offline/session/session-copy.ts'
import { unfinishedWipe } from '#src/offline/session/session-start.ts'
import { enrolmentDue } from '#src/session/as-member.ts'
import { memberDatabase } from '#src/session/member-database.ts'
import { currentSession, notifySession } from '#src/session/session.ts'
import { currentToasts } from '#src/ui/message/toast.tsx'
import { oursRaw } from '#tests/offline/network.ts'
import { fullUser } from '#tests/src/profile/full-user.ts'
import { refuses, says, serve } from '../fake-server.ts'
import { openMember, openPhone } from '../phone.ts'
import { retryReadFailure } from '../read-failure.ts'
import { renderScreen, type Screen } from '../router.tsx'

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

test.each([
  ['behind the app lock', ''],
  ['before a new login in another tab', 'of-before'],
])('a page that was opened %s deletes the account with the login of now', async (_, token) => {
  const { db, session } = await openMember()
  const asked = serve({ 'DELETE /me': refuses('wrong_password') })
  const screen = await renderScreen(<DeleteSection db={db} session={{ ...session, token }} />)
  await deleteOn(screen)
  await expect.element(screen.getByText('This is not your current password.')).toBeVisible()
  expect(asked.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer secret'])
})

test('nothing is deleted on a page whose person was replaced by another one', async () => {
  const { db, session } = await openMember()
  const asked = serve({})
  const screen = await renderScreen(<DeleteSection db={db} session={session} />)
  await openPhone()
  await deleteOn(screen)
  await expect.element(screen.getByText(m.settings_delete_unknown_login())).toBeVisible()
  expect(asked).toEqual([])
})

test.each(['', 'of-before'])(
  'settings that were opened with another token, %o, hold back all but a second factor that is due',
  async (token) => {
    const { db, session } = await openMember('ServiceProvider')
    onTestFinished(() => enrolmentDue.set(undefined))
    enrolmentDue.set(session.token)
    serve({
      'GET /me/second-factor': says({ status: 'off', required: true, recoveryCodesLeft: 0 }),
    })
    const screen = await renderScreen(<SettingsPart db={db} session={{ ...session, token }} />)
    await expect.element(screen.getByText(m.twostep_required())).toBeVisible()
    await expect
      .element(screen.getByRole('button', { name: m.settings_delete_open() }))
      .not.toBeInTheDocument()
  },
)

test('an account that is deleted while somebody else logs in in another tab takes nothing of theirs', async () => {
  const { db, session } = await openMember()
  const answer = Promise.withResolvers<Response>()
  serve({ 'DELETE /me': () => answer.promise })
  const screen = await renderScreen(<DeleteSection db={db} session={session} />)
  const dialog = await deleteOn(screen)
  // As another tab does it.
  const their = await openPhone()
  const copy = { token: 'theirs', userId: their.userId }
  await writeSession(copy)
  notifySession()
  answer.resolve(oursRaw(null, { status: 204 }))
  await expect.poll(() => db.deleted).toBe(true)
  await expect.poll(unfinishedWipe).toBeUndefined()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(currentSession()?.user._id).toBe(their.userId)
  expect(await readSession()).toEqual(copy)
  expect(await memberDatabase(their.userId)).toBe(their)
  expect(currentToasts()).toEqual([])
})

/** Asks for the deletion on that screen; gives its dialog. */
async function deleteOn(screen: Screen) {
  await screen.getByRole('button', { name: m.settings_delete_open() }).click()
  const dialog = screen.getByRole('dialog', { name: m.settings_delete_ask_title() })
  await dialog.getByLabelText(m.settings_delete_password(), { exact: true }).fill('Right-Pass1!')
  await dialog.getByRole('button', { name: m.settings_delete_confirm() }).click()
  return dialog
}
