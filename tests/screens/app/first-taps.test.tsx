import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Shell } from '#src/app/shell.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { noNetwork, answerWith } from '#tests/offline/network.ts'
import { openPhone, setOnline } from '../phone.ts'
import { renderScreen } from '../router.tsx'

vi.mock(import('#src/app/session-effects.ts'), async (load) => ({
  ...(await load()),
  firstPageStands: () => new Promise<void>(() => undefined),
}))

test('what a young person opens before the first page is drawn opens at once', async () => {
  await page.viewport(360, 740)
  setOnline(false)
  answerWith(noNetwork)
  await openPhone('Adolescent')
  const screen = await renderScreen(<Shell />)
  await screen.getByRole('button', { name: m.shell_nav_check_in() }).first().click()
  const sheet = screen.getByRole('dialog', { name: m.trackers_prompt_title() })
  await expect.element(sheet).toBeVisible()
})
