import type { Page } from '@playwright/test'
import { appHeader } from '#contract/endpoint.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { Answer } from './support/fault-proxy.ts'
import { answeredAt } from './support/faults.ts'
import { nameOf } from './support/people.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.use({ via: 'proxy', losesNetwork: true })

const why = 'The shelf fell over.'
const profile = /\/auth\/user/

/** Spec 8; what each screen says instead is looked at without a server. */
test('what cannot be read says why, or the product’s words, and comes with a retry', async ({
  page,
  origin,
  faultProxy,
  teen,
  consoleGuard,
}) => {
  consoleGuard.expect(/status of (500|502) /)
  await enterAs(page, teen, `${origin}/about-us`)
  // Parts that come after a page would not, once the network is gone.
  await workerControls(page)
  const fallback = said(page, 'Failed to load user data.')
  faultProxy.onApi(answeredAt(profile, brokenWith(why)))
  await page.goto('/profile')
  await expect(said(page, why)).toBeVisible()
  faultProxy.onApi(answeredAt(profile))
  await page.goto('/profile')
  await expect(fallback).toBeVisible()
  await page.context().setOffline(true)
  await expect(fallback).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(fallback).toBeVisible()
  faultProxy.onApi(undefined)
  const retry = page.getByRole('button', { name: m.ui_retry() }).first()
  // The screen may look again by itself.
  await expect(async () => {
    await retry.click({ timeout: 1_000 }).catch(() => undefined)
    await expect(fallback).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await expect(page.getByRole('heading', { name: nameOf(teen) })).toBeVisible()
})

function said(page: Page, text: string) {
  return page.getByText(text, { exact: true }).first()
}

/** An error that nobody foresaw, with a sentence about it. */
function brokenWith(message: string): Answer {
  return {
    status: 500,
    headers: { 'content-type': 'application/json', [appHeader.name]: appHeader.value },
    body: Buffer.from(JSON.stringify({ code: 'internal', message })),
  }
}
