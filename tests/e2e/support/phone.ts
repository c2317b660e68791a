import { expect, type Locator, type Page } from '@playwright/test'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { waitingCount } from './outbox.ts'

/** What a card says about where its answer stands. */
const standings = { waiting: m.trackers_state_waiting, sent: m.trackers_state_sent } as const

/**
 * Lets no prompt about a tracker open, and answers those after a logout with 'Not now', whenever one opens; the welcome of
 * a first login is skipped as well.
 */
export async function declinePrompts(page: Page): Promise<void> {
  // As after the prompts of a session: one that opens while a test types takes the focus and the letters with it.
  await page.addInitScript(() => {
    const ours = window === window.top && location.protocol.startsWith('http')
    if (ours) sessionStorage.setItem('promptsDone', '1')
  })
  const notNow = page.getByRole('dialog').getByRole('button', { name: m.trackers_prompt_not_now() })
  // The event alone: a tab in the background paints nothing, and a real click waits for two painted frames.
  const skip = page.getByRole('dialog').getByRole('button', { name: m.welcome_skip() })
  for (const away of [notNow, skip]) {
    await page.addLocatorHandler(away, (button) => button.dispatchEvent('click'))
  }
}

/** The navigation of the phone: at its lower edge, where a screen does not need the whole of it. */
export function mainNavigation(page: Page): Locator {
  return page.getByRole('navigation', { name: m.ui_main_navigation() })
}

/** The card of a tracker on `/trackers`. */
export function trackerCard(page: Page, type: TrackerType): Locator {
  return page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: type, exact: true }) })
}

/** Chooses an answer on `/trackers` and submits it; its person puts the app away, and nothing is held back for Undo. */
export async function answer(page: Page, type: TrackerType, words: string): Promise<void> {
  await submitAnswer(page, type, words)
  const card = trackerCard(page, type)
  const undo = card.getByRole('button', { name: m.trackers_change() })
  // A slow machine may look when the time to take it back is over.
  const answered = card.getByText(/^You already answered this/)
  const failed = card.getByText(m.trackers_failed(), { exact: false })
  await expect(undo.or(answered).or(failed)).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
  // The line takes room of its own, and moves what stands below.
  await expect(answered.or(failed)).toBeVisible()
}

/** Chooses an answer on `/trackers` and submits it. */
export async function submitAnswer(page: Page, type: TrackerType, words: string): Promise<void> {
  const card = trackerCard(page, type)
  const radio = page.getByRole('radio', { name: exactly(words) })
  await card.locator('label').filter({ has: radio }).click()
  await card.getByRole('button', { name: `Submit ${type}` }).click()
}

/** The card shows the answer as given, and where it stands. */
export async function expectAnswered(
  page: Page,
  type: TrackerType,
  words: string,
  state: keyof typeof standings,
): Promise<void> {
  const card = trackerCard(page, type)
  // After midnight an answer on Fitness is of the day that ended.
  const day = type === 'Fitness' ? '(today|for .+)' : 'today'
  await expect(card.getByText(new RegExp(`^You already answered this ${day}\\.$`))).toBeVisible()
  await expect(card.getByText(exactly(words))).toBeVisible()
  await expect(card.getByText(standings[state](), { exact: true })).toBeVisible()
}

/**
 * The number in the header that says how many items wait on this device; 0 when there is none. A header that was just
 * drawn has no number yet, so that none waits is asked of the outbox too.
 */
export async function expectUnsent(page: Page, count: number): Promise<void> {
  const badge = page.getByRole('banner').locator('a[href="/not-sent"]')
  if (count === 0) {
    await expect.poll(() => waitingCount(page)).toBe(0)
    await expect(badge).toHaveCount(0)
  } else {
    await expect(badge).toHaveAccessibleName(m.shell_unsent_badge({ count }))
  }
}

/** Takes the network away and waits until the page says so: the line that says it moves what stands below. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await expect(page.getByText(m.shell_offline())).toBeVisible()
}

/** Gives the network back and waits until no line on the page speaks of its absence. */
export async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false)
  for (const words of [m.shell_offline(), m.shell_unreachable(), m.ui_stale()]) {
    await expect(page.getByText(words)).toHaveCount(0)
  }
}

/** Waits for what comes later on the own profile of a provider without prices and video: it moves what stands below. */
export async function profileStands(page: Page): Promise<void> {
  const google = page.getByText(m.calendar_google_text())
  for (const part of [
    page.getByText(m.profile_pricing_text()),
    page.getByText(m.profile_intro_none()),
    google.or(page.getByText(m.calendar_google_unset())),
  ]) {
    await expect(part).toBeVisible()
  }
}

/** Waits for what the server says and what is measured on the device in the settings: it moves what stands below. */
export async function settingsStand(page: Page): Promise<void> {
  await expect(page.getByText(m.settings_sessions_only())).toBeVisible()
  await expect(page.getByText(m.settings_storage_free_hint())).toBeVisible()
}

/** A sign of life, as a person gives who comes back to the app: it sends what waits. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
}

/** Sleep's answers carry their unit behind them. */
function exactly(words: string): RegExp {
  return new RegExp(`^${words}( hours)?$`)
}
