import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { anotherPhone } from './support/another-phone.ts'
import { expectAccessible } from './support/axe.ts'
import { answeredDay, zoneInItsDay } from './support/local-day.ts'
import { noteDraftCount, waitingCount } from './support/outbox.ts'
import {
  answer,
  expectAnswered,
  expectUnsent,
  goOffline,
  goOnline,
  trackerCard,
} from './support/phone.ts'
import { serverEntries } from './support/server-entries.ts'
import { signIn, enterAs } from './support/sign-in.ts'
import { countTaps, tapsOf } from './support/taps.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.use({ losesNetwork: true })

const hourUtc = new Date().getUTCHours()
/** Where it is now another day than in UTC, so that a day taken from the wrong clock shows, and not about to be four in the morning. */
const farZone =
  hourUtc < 10 ? 'Pacific/Pago_Pago' : hourUtc === 13 ? 'Pacific/Auckland' : 'Pacific/Kiritimati'

const given = [
  ['Mood', 'Happy', 'happy'],
  ['Fitness', 'Active', 'active'],
  ['Sleep', '7 - 8', '7 - 8'],
  ['Diet', 'Well', 'well'],
] as const

for (const [where, timezoneId] of [
  // The zone is no part of the title: the hour may end between two processes that read it.
  ['a zone that is far from its midnight', zoneInItsDay],
  ['a zone with another day than UTC', farZone],
] as const) {
  test.describe(`in ${where}`, () => {
    test.use({ timezoneId, locale: 'en-GB' })

    test('answers given offline reach the server once, with the day of the device', async ({
      page,
      context,
      server,
      teen,
    }) => {
      await signIn(page, teen)
      await workerControls(page)
      await context.setOffline(true)
      await page.goto('/trackers')
      await answerAll(page)
      await expectUnsent(page, 4)
      await page.close()

      const again = await context.newPage()
      await again.goto('/trackers')
      for (const [type, words] of given) {
        await expectAnswered(again, type, words, 'waiting')
      }
      await expectUnsent(again, 4)
      await expect(again.getByText(m.shell_offline())).toBeVisible()

      await goOnline(again)
      await expectUnsent(again, 0)
      for (const [type, words] of given) await expectAnswered(again, type, words, 'sent')
      const stored = await serverEntries(server.origin, teen)
      expect(stored.map((entry) => [entry.trackerType, entry.answer, entry.day])).toEqual(
        given.map(([type, , value]) => [type, value, answeredDay(type, timezoneId)]),
      )

      await again.getByRole('link', { name: m.shell_nav_dashboard() }).first().click()
      await expect(again.getByText(m.trackers_check_in_done())).toBeVisible()
      // These stand above the chart, which each of them moves when it comes.
      await expect(again.getByText(m.sync_notifications_empty())).toBeVisible()
      await expect(again.getByText(m.shell_circle_empty())).toBeVisible()
      await again.getByRole('button', { name: m.ui_chart_show_table() }).first().click()
      await expect(again.getByRole('row').nth(1)).toContainText('4 · 😄 Happy')
    })
  })
}

test('words beside an answer outlive a tab that closes while they are written, go out once, and are on the other phone', async ({
  page,
  browser,
  context,
  origin,
  consoleGuard,
  teen,
}) => {
  const words = 'Walked home with Rana. The rain did not matter.'
  await enterAs(page, teen, `${origin}/trackers`)
  await workerControls(page)
  await goOffline(page)
  await answer(page, 'Mood', 'Happy')
  await openWords(page, m.trackers_note_add())
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: m.trackers_note_bright() }).tap()
  await sheet.getByText(m.trackers_feeling_proud(), { exact: true }).tap()
  await sheet.getByRole('textbox', { name: m.trackers_note_field() }).fill(words)
  await expectAccessible(page, 'the words beside an answer')
  await expect.poll(() => noteDraftCount(page, teen.user._id)).toBe(1)
  await page.close()

  const again = await context.newPage()
  await again.goto('/trackers')
  await openWords(again, m.trackers_note_go_on())
  const reopened = again.getByRole('dialog')
  await expect(reopened.getByRole('textbox', { name: m.trackers_note_field() })).toHaveValue(words)
  await reopened.getByRole('button', { name: m.trackers_note_save() }).tap()
  const card = trackerCard(again, 'Mood')
  await expect(card.getByText(words)).toBeVisible()
  await expectUnsent(again, 2)
  await context.setOffline(false)
  await expectUnsent(again, 0)
  await expect(card.getByText(m.trackers_state_waiting(), { exact: true })).toHaveCount(0)

  const other = await anotherPhone({ browser, consoleGuard }, teen, `${origin}/trackers`)
  const there = trackerCard(other.page, 'Mood')
  await expect(there.getByText(words)).toBeVisible()
  await expect(there.getByText(m.trackers_feeling_proud())).toBeVisible()
  await other.close()
})

test('from a cold start without a network one tap answers the mood, four answer all, and one opens help', async ({
  page,
  context,
  origin,
  server,
  teen,
}) => {
  await enterAs(page, teen, `${origin}/dashboard`)
  await workerControls(page)
  await context.setOffline(true)
  await page.close()

  const cold = await context.newPage()
  await countTaps(cold)
  await cold.goto(startUrl)
  await row(cold, 'Mood').getByRole('button', { name: 'Happy', exact: true }).tap()
  await expect(cold.getByText(m.trackers_saved_mood_best())).toBeVisible()
  expect(await tapsOf(cold)).toBe(1)
  for (const [type, words] of given.slice(1)) {
    await row(cold, type)
      .getByRole('button', { name: new RegExp(`^${words}( hours)?$`) })
      .tap()
    // An answered row is lower, and moves those below it.
    const change = row(cold, type).getByRole('button', {
      name: m.trackers_change_of({ tracker: type }),
    })
    await expect(change.or(row(cold, type).getByText(/^You already answered this/))).toBeVisible()
  }
  await expect(cold.getByText(m.trackers_check_in_done())).toBeVisible()
  expect(await tapsOf(cold)).toBe(4)
  await expect.poll(() => waitingCount(cold)).toBe(4)
  await cold.getByRole('button', { name: m.safety_open() }).tap()
  await expect(cold.getByRole('dialog', { name: m.safety_title() })).toBeVisible()
  expect(await tapsOf(cold)).toBe(5)

  await context.setOffline(false)
  await expectUnsent(cold, 0)
  const stored = await serverEntries(server.origin, teen)
  expect(stored.map(({ trackerType, answer: value }) => [trackerType, value])).toEqual(
    given.map(([type, , value]) => [type, value]),
  )
})

test.describe('with a server that has stopped', () => {
  test.use({ serverFor: 'own' })

  test('answers wait while the server is away, though the browser thinks it is online', async ({
    page,
    context,
    origin,
    server,
    teen,
  }) => {
    await enterAs(page, teen, `${origin}/trackers`)
    await workerControls(page)
    await server.stop()
    await answerAll(page)
    await expectUnsent(page, 4)
    await page.close()

    const again = await context.newPage()
    await again.goto('/trackers')
    expect(await again.evaluate(() => navigator.onLine)).toBe(true)
    for (const [type, words] of given) await expectAnswered(again, type, words, 'waiting')
    await expect(again.getByText(m.shell_unreachable())).toBeVisible()

    await server.start()
    await again.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expectUnsent(again, 0)
    await expect(again.getByText(m.shell_unreachable())).toHaveCount(0)
    expect(await serverEntries(server.origin, teen)).toHaveLength(4)
  })
})

/** The address at which the installed app opens. */
const { start_url: startUrl }: { start_url: string } = JSON.parse(
  readFileSync(new URL('../../manifest.webmanifest', import.meta.url), 'utf8'),
)

/** A tracker's row on Today. */
function row(page: Page, type: TrackerType) {
  return page.getByRole('region', { name: type, exact: true })
}

async function answerAll(page: Page): Promise<void> {
  for (const [type, words] of given) {
    await answer(page, type, words)
    await expectAnswered(page, type, words, 'waiting')
  }
}

/** Opens the sheet beside the answer on the mood, by what its button says. */
async function openWords(page: Page, action: string): Promise<void> {
  const button = trackerCard(page, 'Mood').getByRole('button', { name: new RegExp(`^${action}`) })
  await button.tap()
  await expect(page.getByRole('dialog')).toBeVisible()
}
