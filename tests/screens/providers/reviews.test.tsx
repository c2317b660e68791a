import { expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { ReviewsPage } from '#src/features/providers/pages/reviews-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { ours } from '#tests/offline/network.ts'
import { fullUser } from '#tests/src/profile/full-user.ts'
import { serve } from '../fake-server.ts'
import { openPhone } from '../phone.ts'
import { renderScreen } from '../router.tsx'

const name = 'Rana Haddad'
/** Listed, and asks to see people under 18. */
const provider = {
  ...fullUser({ userT: 'ServiceProvider', name, verifiedAt: '2026-11-02T09:00:00.000Z' }),
  view: 'admin',
  createdAt: '2026-11-01T09:00:00.000Z',
  papers: [],
}

test('an answer to an old list says so, and the list is read again', async () => {
  const changed = 'This provider has changed meanwhile. Please look again.'
  const sent: unknown[] = []
  let providers: readonly object[] = [provider]
  serve({
    'GET /admin/providers': () => ours({ providers, next: null }),
    [`POST /admin/providers/${provider._id}/review`]: async (asked) => {
      sent.push(await asked.json())
      providers = []
      return ours(problem('wrong_state', { message: changed }), { status: 409 })
    },
  })
  const screen = await renderScreen(<ReviewsPage db={await openPhone('Parent')} />)
  await screen.getByRole('button', { name: `${m.reports_review_adults()} ${name}` }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('button', { name: m.reports_review_adults(), exact: true }).click()
  const failed = m.reports_review_save_failed({ message: changed })
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(failed)
  await dialog.getByRole('button', { name: m.reports_keep() }).click()
  await expect.element(screen.getByText(m.reports_review_none())).toBeVisible()
  expect(sent).toEqual([{ decision: 'approve', clearedForMinors: false, seenState: 'waiting' }])
})
