import { useState } from 'react'
import { expect, test } from 'vitest'
import type { UserType } from '#contract/account/model.ts'
import type { FullUser } from '#contract/account/profile.ts'
import type { EditTab } from '#src/features/account/addresses.ts'
import {
  EditProfilePage,
  type EditProfilePageProps,
} from '#src/features/account/pages/edit-profile-page.tsx'
import { ProfilePage } from '#src/features/account/pages/profile-page.tsx'
import { readBioDraft } from '#src/features/account/profile/profile-data.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { ImageSource } from '#src/lib/private-image.tsx'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { putProfile } from '#src/session/own-profile.ts'
import { ours, type Answer } from '#tests/offline/network.ts'
import { fullUser } from '#tests/src/profile/full-user.ts'
import { emptyCalendar } from '../calendar/answers.ts'
import { says, serve, silence, type Answers } from '../fake-server.ts'
import { openMember } from '../phone.ts'
import { press } from '../press.ts'
import { renderScreen, type Screen } from '../router.tsx'

/** Somebody's editing page, and their profile after it; the server takes one change, and has one image. */
async function open(userT: UserType, { call = '', change = {}, answers = {} }: Given) {
  const { db, session } = await openMember(userT)
  const before = fullUser({ _id: db.userId, userT, verifiedAt: '2026-11-01T09:00:00.000Z' })
  let now = before
  const asked = serve({
    ...answers,
    [`GET /auth/user/${db.userId}`]: () => ours(now),
    [`PATCH /user/${db.userId}/${call}`]: () => ours((now = { ...before, ...change })),
  })
  const image = await photo()
  const load = (file: string) => Promise.resolve(file === newImage ? image : undefined)
  function Editing() {
    const [tab, setTab] = useState<EditTab>('image')
    return <EditProfilePage {...{ db, session, tab }} bioDraft={undefined} onTab={setTab} />
  }
  const draw = (page: 'edit' | 'profile') =>
    renderScreen(
      <ImageSource value={load}>
        {page === 'edit' && <Editing />}
        {page === 'profile' && (
          <ProfilePage {...{ db, session }} tab="profile" onTab={() => undefined} />
        )}
      </ImageSource>,
    )
  return { asked, image, draw, screen: await draw('edit') }
}

interface Given {
  /** Which change the server takes, and what it is then. */
  readonly call?: string
  readonly change?: Partial<FullUser>
  readonly answers?: Answers
}

const newImage = '0193a000-0000-7000-8000-0000000000aa.webp'

async function photo(): Promise<Blob> {
  const canvas = new OffscreenCanvas(80, 80)
  canvas.getContext('2d')?.fillRect(0, 0, 80, 80)
  return await canvas.convertToBlob()
}

/** The photo as the server gave it; without one, initials are drawn. */
const shownPhoto = ({ container }: Screen) => container.querySelectorAll('img[src^="blob:"]').length

/** What was sent to change the profile. */
function changeIn(asked: readonly Request[]): Request {
  const [change, ...others] = asked.filter(({ method }) => method === 'PATCH')
  if (!change || others.length > 0) throw new Error('Not one change')
  return change.clone()
}

const save = { name: 'Save Changes' }

/** A care provider who sees people under 18, in some languages. */
function providerWith(userId: string, languages: string[]): FullUser {
  const practice = { seesMinors: true, languages, clearedForMinors: true, reviewedAt: null }
  return fullUser({ _id: userId, userT: 'ServiceProvider', practice })
}

function openPractice({ db, session }: Pick<EditProfilePageProps, 'db' | 'session'>) {
  const rest = { tab: 'practice', bioDraft: undefined, onTab: () => undefined } as const
  return renderScreen(<EditProfilePage {...{ db, session }} {...rest} />)
}

test('a new photo is saved and shown', async () => {
  const { asked, image, draw, screen } = await open('Adolescent', {
    call: 'profileImg',
    change: { profileImg: newImage },
  })
  const panel = screen.getByRole('tabpanel')
  await panel.getByRole('button', save).first().click()
  await expect.element(screen.getByText('Please select an image to upload.')).toBeVisible()
  expect(shownPhoto(screen)).toBe(0)
  const file = new File([image], 'new.png', { type: 'image/png' })
  await screen.getByLabelText(m.register_profile_image()).upload(file)
  await expect.element(screen.getByText('new.png', { exact: true })).toBeVisible()
  await panel.getByRole('button', save).first().click()
  await expect.element(screen.getByText(m.profile_image_saved())).toBeVisible()
  await expect.poll(() => shownPhoto(screen)).toBe(1)
  const sent = (await changeIn(asked).formData()).get('profileImg')
  expect(sent).toMatchObject({ name: 'new.png', size: image.size })
  await screen.unmount()
  const profile = await draw('profile')
  await expect.poll(() => shownPhoto(profile)).toBe(1)
})

test('a new bio is saved and shown', async () => {
  const bio = 'I draw comics about my cat.'
  const { asked, draw, screen } = await open('Adolescent', { call: 'bio', change: { bio } })
  await screen.getByRole('tab', { name: m.profile_tab_bio() }).click()
  await screen.getByRole('textbox', { name: m.profile_tab_bio() }).fill(bio)
  await screen.getByRole('button', save).click()
  await expect.element(screen.getByText(m.profile_bio_saved())).toBeVisible()
  expect(await changeIn(asked).json()).toEqual({ bio, userT: 'Adolescent' })
  await screen.unmount()
  const profile = await draw('profile')
  await expect.element(profile.getByText(bio)).toBeVisible()
})

/** A server that takes a change once it is told to. */
function slowly(answer: () => unknown) {
  const gate = Promise.withResolvers<undefined>()
  const slow: Answer = async () => {
    await gate.promise
    return ours(answer())
  }
  return { slow, answerNow: () => gate.resolve(undefined) }
}

test('what is written while a bio is saved stays, and so does its draft', async () => {
  const { db, session } = await openMember()
  const before = fullUser({ _id: db.userId, userT: 'Adolescent' })
  const { slow, answerNow } = slowly(() => ({ ...before, bio: 'I draw.' }))
  serve({
    [`GET /auth/user/${db.userId}`]: says(before),
    [`PATCH /user/${db.userId}/bio`]: slow,
  })
  const screen = await renderScreen(
    <EditProfilePage {...{ db, session }} tab="bio" bioDraft={undefined} onTab={() => undefined} />,
  )
  const field = screen.getByRole('textbox', { name: m.profile_tab_bio() })
  await field.fill('I draw.')
  press(screen.getByRole('tabpanel').getByRole('button', save))
  await field.fill('I draw. And I sing.')
  answerNow()
  await expect.element(screen.getByText(m.profile_bio_saved())).toBeVisible()
  await expect.element(field).toHaveValue('I draw. And I sing.')
  await expect.poll(() => readBioDraft(db)).toBe('I draw. And I sing.')
})

test('a photo that is chosen while another one is saved is still there to be saved', async () => {
  const { db, session } = await openMember()
  const before = fullUser({ _id: db.userId, userT: 'Adolescent' })
  const { slow, answerNow } = slowly(() => before)
  serve({
    [`GET /auth/user/${db.userId}`]: says(before),
    [`PATCH /user/${db.userId}/profileImg`]: slow,
  })
  const screen = await renderScreen(
    <EditProfilePage
      {...{ db, session }}
      tab="image"
      bioDraft={undefined}
      onTab={() => undefined}
    />,
  )
  const field = screen.getByLabelText(m.register_profile_image())
  const choose = async (name: string) =>
    await field.upload(new File([await photo()], name, { type: 'image/png' }))
  await choose('wrong.png')
  await expect.element(screen.getByText('wrong.png', { exact: true })).toBeVisible()
  await screen.getByRole('tabpanel').getByRole('button', save).first().click()
  await choose('right.png')
  answerNow()
  await expect.element(screen.getByText(m.profile_image_saved())).toBeVisible()
  await expect.element(screen.getByText('right.png', { exact: true })).toBeVisible()
})

test('what is ticked while the practice is saved stays ticked', async () => {
  const { db, session } = await openMember('ServiceProvider')
  const before = providerWith(db.userId, [])
  const { slow, answerNow } = slowly(() => providerWith(db.userId, ['English']))
  serve({
    ...emptyCalendar,
    [`GET /auth/user/${db.userId}`]: says(before),
    [`PATCH /user/${db.userId}/practice`]: slow,
  })
  const screen = await openPractice({ db, session })
  const panel = screen.getByRole('tabpanel')
  await panel.getByRole('checkbox', { name: 'English' }).click()
  press(panel.getByRole('button', save))
  const french = panel.getByRole('checkbox', { name: 'French' })
  await french.click()
  answerNow()
  await expect.element(screen.getByText(m.profile_practice_saved())).toBeVisible()
  await expect.element(french).toBeChecked()
})

test('why something was not saved is said beside the button that was pressed', async () => {
  const { screen } = await open('Adolescent', {})
  await screen.getByRole('tab', { name: m.profile_tab_bio() }).click()
  const field = screen.getByRole('textbox', { name: m.profile_tab_bio() })
  await field.fill('I draw.')
  await screen.getByRole('button', save).click()
  const alert = screen.getByRole('alert')
  await expect.element(alert).toBeVisible()
  const order = field.element().compareDocumentPosition(alert.element())
  expect(order).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('a language alone is sent: what another device says of people under 18 stays', async () => {
  const { db, session } = await openMember('ServiceProvider')
  const stored = providerWith(db.userId, ['English'])
  await userTransaction(db, [], () => putProfile(db, stored))
  const asked = serve({
    ...emptyCalendar,
    [`GET /auth/user/${db.userId}`]: silence,
    [`PATCH /user/${db.userId}/practice`]: says(providerWith(db.userId, ['English', 'French'])),
  })
  const panel = (await openPractice({ db, session })).getByRole('tabpanel')
  await panel.getByRole('checkbox', { name: 'French' }).click()
  await panel.getByRole('button', save).click()
  await expect.poll(() => asked.some(({ method }) => method === 'PATCH')).toBe(true)
  expect(await changeIn(asked).json()).toEqual({ languages: ['English', 'French'] })
})

test('nothing of the practice is asked before this device knows what was said', async () => {
  const { db, session } = await openMember('ServiceProvider')
  const { slow, answerNow } = slowly(() => providerWith(db.userId, ['English']))
  serve({ ...emptyCalendar, [`GET /auth/user/${db.userId}`]: slow })
  const panel = (await openPractice({ db, session })).getByRole('tabpanel')
  await expect.element(panel.getByRole('status')).toHaveTextContent(m.ui_loading())
  expect(panel.getByRole('checkbox').all()).toHaveLength(0)
  answerNow()
  await expect.element(panel.getByRole('checkbox', { name: 'English' })).toBeChecked()
  await expect
    .element(panel.getByRole('checkbox', { name: m.profile_practice_minors() }))
    .toBeChecked()
})

test('a care provider finds the panels for the intro video and the calendar', async () => {
  const { screen } = await open('ServiceProvider', { answers: emptyCalendar })
  await screen.getByRole('tab', { name: 'Intro Video' }).click()
  await expect.element(screen.getByText(m.library_intro_text())).toBeVisible()
  await screen.getByRole('tab', { name: 'Calendar Settings' }).click()
  const calendar = screen.getByRole('heading', { name: m.calendar_schedule_title() })
  await expect.element(calendar).toBeVisible()
})
