import { expect, onTestFinished, test, vi } from 'vitest'
import { ProviderPage } from '#src/features/providers/pages/provider-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { card } from '#tests/src/providers/cards.ts'
import { refuses, says, serve } from '../fake-server.ts'
import { openMember } from '../phone.ts'
import { renderScreen } from '../router.tsx'

test('a report that is being written outlives the page of a provider who is found no more', async () => {
  const { db, session } = await openMember()
  const sofia = card()
  const { _id: id, name } = sofia
  serve({ [`GET /auth/user/${id}`]: says(sofia) })
  const screen = await renderScreen(<ProviderPage db={db} session={session} id={id} />)
  await screen.getByRole('button', { name: m.reports_menu({ name }) }).click()
  await screen.getByRole('menuitem', { name: m.reports_report() }).click()
  const sheet = screen.getByRole('dialog')
  await sheet.getByText(m.reports_note()).first().click()
  await sheet.getByRole('textbox').fill('They wrote this.')
  serve({ [`GET /auth/user/${id}`]: refuses('not_found') })
  vi.setSystemTime(Date.now() + 120_000)
  onTestFinished(() => void vi.useRealTimers())
  window.dispatchEvent(new Event('online'))
  await expect.element(screen.getByText(m.providers_not_found_text())).toBeInTheDocument()
  await screen.getByRole('button', { name: m.reports_reason_harassment() }).click()
  await expect.element(screen.getByText(m.reports_thanks_title())).toBeVisible()
  expect(await db.outbox.toArray()).toMatchObject([
    {
      kind: 'safety.report',
      payload: { target: { kind: 'person', id }, note: 'They wrote this.' },
    },
  ])
})
