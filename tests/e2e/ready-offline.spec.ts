import * as m from '#src/i18n/paraglide/messages.js'
import { lina, openSession } from './support/people.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.use({ losesNetwork: true })

test('after a login the newest articles, sessions, payments and connected providers are there without a network', async ({
  page,
  context,
  origin,
  server,
}) => {
  const ready = page.getByText(m.shell_ready_offline(), { exact: true })
  await enterAs(page, await openSession(server.origin, lina), `${origin}/dashboard`)
  // One part after the other is read in the pauses of the page, while the worker fetches the app.
  await Promise.all([expect(ready).toBeVisible({ timeout: 120_000 }), workerControls(page)])
  await context.setOffline(true)

  await page.goto('/library/articles')
  const article = page.getByRole('main').getByRole('heading', { level: 2 }).first()
  const title = await article.innerText()
  await article.getByRole('link').click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await page.goto('/sessions')
  await expect(page.getByText(m.ui_stale())).toBeVisible()
  await page.goto('/payment')
  await expect(page.getByText(m.ui_stale())).toBeVisible()
  await page.goto('/circle-of-care')
  await page
    .getByRole('link', { name: /Sofia Almeida/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Sofia Almeida', level: 1 })).toBeVisible()
})
