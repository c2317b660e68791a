import { expect, test } from 'vitest'
import { TrendsPart } from '#src/features/dashboard/pages/dashboard-screen.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { answerWith, noNetwork, ours } from '#tests/offline/network.ts'
import { badGateway, refuses } from '../fake-server.ts'
import { openPhone, setOnline } from '../phone.ts'
import { renderScreen } from '../router.tsx'

test('no entries are called none once the server has said so', async () => {
  answerWith(() => ours([]))
  const screen = await renderScreen(<TrendsPart db={await openPhone()} />)
  await expect.element(screen.getByText(m.trackers_chart_empty_title()).first()).toBeVisible()
})

test.each([
  ['the server’s own words', 'Come back at nine.', 'Come back at nine.'],
  ['the product’s words', '', m.trackers_chart_failed()],
])('a failed read says %s, calls nothing empty, and a retry brings it', async (_, said, text) => {
  answerWith(said ? refuses('busy', said) : badGateway)
  const screen = await renderScreen(<TrendsPart db={await openPhone()} />)
  await expect.element(screen.getByText(text)).toBeVisible()
  await expect.element(screen.getByText(m.trackers_chart_unknown()).first()).toBeVisible()
  expect(screen.container.textContent).not.toContain(m.trackers_chart_empty_title())
  answerWith(() => ours([]))
  await screen.getByRole('button', { name: m.ui_retry() }).click()
  await expect.element(screen.getByText(m.trackers_chart_empty_title()).first()).toBeVisible()
  expect(screen.container.textContent).not.toContain(text)
})

test('without a network the charts say from when they are', async () => {
  setOnline(false)
  answerWith(noNetwork)
  const screen = await renderScreen(<TrendsPart db={await openPhone()} />)
  await expect.element(screen.getByText(m.trackers_chart_stale())).toBeVisible()
  expect(screen.container.querySelector('[role=alert]')).toBeNull()
})
