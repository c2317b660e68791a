import type { Locator, Page } from '@playwright/test'
import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { picture } from '#tests/support/pictures.ts'
import { anotherPhone } from './support/another-phone.ts'
import { expectAccessible } from './support/axe.ts'
import { answer, expectUnsent, goOffline, goOnline, trackerCard } from './support/phone.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.use({ losesNetwork: true })

test('a picture stays on its phone until its person keeps it with the account, and leaves the other phone when they do not any more', async ({
  page,
  context,
  origin,
  server,
  teen,
  browser,
  consoleGuard,
}) => {
  const kept = async () =>
    (await call(server.origin, 'trackerPictures', {}, { token: teen.token })).reply.pictures
  await enterAs(page, teen, `${origin}/trackers`)
  await workerControls(page)
  await goOffline(page)
  await answer(page, 'Mood', 'Happy')
  await openNote(page)
  const sheet = page.getByRole('dialog', { name: m.trackers_note_title() })
  const file = { name: 'evening.png', mimeType: 'image/png', buffer: await picture(640, 400) }
  await expect(sheet.getByText(m.trackers_picture_stays())).toBeVisible()
  await sheet.getByLabel(m.trackers_picture_field()).setInputFiles(file)
  const keep = sheet.getByRole('checkbox', { name: m.trackers_picture_keep() })
  await expect(keep).not.toBeChecked()
  await expect(sheet.getByText(m.trackers_picture_keep_off())).toBeVisible()
  await expectAccessible(page, 'a picture of a day on this phone')
  await page.keyboard.press('Escape')

  // The answer goes; of the picture the server hears nothing.
  await page.reload()
  await expectShown(dayPicture(page))
  await expectUnsent(page, 1)
  await goOnline(page)
  await expectUnsent(page, 0)
  expect(await kept()).toEqual([])

  await goOffline(page)
  await openNote(page)
  await keep.tap()
  await expect(sheet.getByText(m.trackers_picture_keep_waiting())).toBeVisible()
  await expectUnsent(page, 1)
  await context.setOffline(false)
  await expectUnsent(page, 0)
  await expect(sheet.getByText(m.trackers_picture_keep_on())).toBeVisible()
  await expectAccessible(page, 'a picture of a day with the account')
  expect(await kept()).toMatchObject([{ trackerType: 'Mood' }])

  const other = await anotherPhone({ browser, consoleGuard }, teen, `${origin}/trackers`)
  await expectShown(dayPicture(other.page))
  await expect(other.page.getByRole('main')).toContainText(m.trackers_answer_happy())

  await keep.tap()
  await expect(sheet.getByText(m.trackers_picture_keep_off())).toBeVisible()
  await expectUnsent(page, 0)
  expect(await kept()).toEqual([])
  await other.page.reload()
  await expect(trackerCard(other.page, 'Mood').getByRole('button')).toBeVisible()
  await expect(dayPicture(other.page)).toHaveCount(0)
  await other.close()
  await page.reload()
  await expectShown(dayPicture(page))
})

async function openNote(page: Page): Promise<void> {
  await trackerCard(page, 'Mood').getByRole('button', { name: m.trackers_note_add() }).tap()
}

function dayPicture(page: Page): Locator {
  return trackerCard(page, 'Mood').getByRole('img', { name: /picture/i })
}

/** It is there, and its bytes can be drawn. */
async function expectShown(image: Locator): Promise<void> {
  await expect(image).toBeVisible()
  await expect
    .poll(() => image.evaluate((each) => each instanceof HTMLImageElement && each.naturalWidth))
    .toBe(640)
}
