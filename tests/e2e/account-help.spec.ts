import type { Locator } from '@playwright/test'
import { helpIn, wayHref, type CountryCode } from '#contract/reference/helplines.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.use({ losesNetwork: true })

test('a visitor without a network finds the numbers of the country they choose', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await workerControls(page)
  await context.setOffline(true)
  await page.reload()
  await page.getByRole('button', { name: 'Help now', exact: true }).click()
  const help = page.getByRole('dialog', { name: m.safety_title() })
  await expect(help.getByText(m.safety_country_first())).toBeVisible()
  expect(await phoneLinks(help)).toEqual([])

  for (const country of ['US', 'EG'] as const) {
    await help.getByLabel(m.safety_country()).selectOption(country)
    await expect.poll(() => phoneLinks(help)).toEqual(numbersOf(country))
  }
  await help.getByRole('button', { name: m.safety_breathe_start() }).click()
  await expect(help.getByText(m.safety_breathe_in(), { exact: true })).toBeVisible()

  // Doubled text on a small phone: a long sheet can be closed from its end.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await help.getByText(m.safety_senses_taste()).scrollIntoViewIfNeeded()
  const close = help.getByRole('button', { name: m.ui_close() })
  await expect(close).toBeInViewport({ ratio: 1 })
  await close.click()
  await expect(help).toBeHidden()
})

/** The numbers that a tap calls, in the order in which they stand: somebody who listens, danger, then the others. */
async function phoneLinks(help: Locator): Promise<(string | null)[]> {
  const links = help.locator('a[href^="tel:"]')
  return await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
}

function numbersOf(country: CountryCode): string[] {
  const { emergency, lines } = helpIn(country, undefined)
  const calls = lines.map((line) => line.ways.filter(({ kind }) => kind === 'call').map(wayHref))
  const [first = [], ...others] = calls
  return [...first, ...emergency.map(({ dial }) => `tel:${dial}`), ...others.flat()]
}
